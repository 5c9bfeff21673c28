import {
  thenMaybe,
  formatGroupVersion,
  internalError,
  type ApiObject,
  type Awaitable,
  type GroupVersionKind,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import type { AdmissionVersions } from '../plugin-context.ts'

/** The two objects of a request, in the version a webhook is registered for. */
export interface ObjectViews {
  readonly object: ApiObject | null
  readonly oldObject: ApiObject | null
}

/** Both objects as that kind; they themselves where they are of it. What cannot be converted is the server's failure. */
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

/** Whether two kinds are one. */
export function isSameKind(left: GroupVersionKind, right: GroupVersionKind): boolean {
  return left.group === right.group && left.version === right.version && left.kind === right.kind
}

// A body may leave out what its path says; on the wire it is always there.
function named(object: ApiObject, kind: GroupVersionKind): ApiObject {
  if (object.apiVersion !== undefined && object.kind !== undefined) return object
  return { ...object, kind: kind.kind, apiVersion: formatGroupVersion(kind) }
}
