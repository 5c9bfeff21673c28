import {
  thenMaybe,
  formatGroupVersion,
  internalError,
  type ApiObject,
  type Awaitable,
  type GroupVersionKind,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { AdmissionVersions } from '../plugin-context.ts'

/** Object and old object of a request, in the version a webhook is registered for. */
export interface ObjectViews {
  readonly object: ApiObject | null
  readonly oldObject: ApiObject | null
}

/** Converts both objects to a kind; returns them unchanged where they are of it. Throws a 500 where conversion fails. */
// upstream: apiserver/pkg/admission/conversion.go, NewVersionedAttributes
export function viewObjects(
  { object, oldObject, kind: requested }: AdmissionAttributes,
  kind: GroupVersionKind,
  versions: Pick<AdmissionVersions, 'convert'>,
): Awaitable<ObjectViews> {
  const view = (one: ApiObject | undefined): Awaitable<ApiObject | null> =>
    one === undefined
      ? null
      : isSameKind(requested, kind)
        ? named(one, kind)
        : converted(named(one, requested), kind, versions)
  return thenMaybe(view(object), (next) => thenMaybe(view(oldObject), (old) => ({ object: next, oldObject: old })))
}

async function converted(
  object: ApiObject,
  kind: GroupVersionKind,
  versions: Pick<AdmissionVersions, 'convert'>,
): Promise<ApiObject> {
  try {
    return await versions.convert(object, kind)
  } catch (error) {
    throw internalError(error instanceof Error ? error : String(error))
  }
}

/** Whether group, version and kind are equal. */
export function isSameKind(left: GroupVersionKind, right: GroupVersionKind): boolean {
  return left.group === right.group && left.version === right.version && left.kind === right.kind
}

// A request body may omit apiVersion and kind; a review always has them.
function named(object: ApiObject, kind: GroupVersionKind): ApiObject {
  if (object.apiVersion !== undefined && object.kind !== undefined) return object
  return { ...object, kind: kind.kind, apiVersion: formatGroupVersion(kind) }
}
