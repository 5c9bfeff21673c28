import {
  cloneJson,
  internalError,
  setMember,
  StatusError,
  type ApiObject,
  type GroupVersionKind,
  type Mutable,
} from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'
import type { AdmissionAttributes } from './admission-attributes.ts'
import type { AdmissionVersions } from './plugin-context.ts'
import { isSameKind } from './webhooks/object-views.ts'

/** A changed object, and how it is read. */
export interface ObjectReplacement {
  /** The object in the version of `kind`, as JSON. */
  readonly next: unknown
  readonly kind: GroupVersionKind
  readonly versions: AdmissionVersions
  /** Refuses fields that the kind does not have, rather than dropping them. */
  readonly isStrict?: boolean
  /** The error to throw for an object that is no valid JSON of its kind. @default an internal error */
  readonly unreadable?: (error: DecodeError) => Error
}

/** Makes a changed object that of the request, in its version. An object that cannot be read is an internal error. */
export async function replaceObject(
  attributes: AdmissionAttributes,
  { next, kind, versions, isStrict = false, unreadable }: ObjectReplacement,
): Promise<void> {
  const { object } = attributes
  if (object === undefined) return
  try {
    const read = await versions.read(next, kind, { isStrict })
    const own = isSameKind(kind, attributes.kind) ? read : cloneJson(await versions.convert(read, attributes.kind))
    replaceMembers(object, own)
  } catch (error) {
    // An object of another custom kind is invalid.
    if (error instanceof StatusError && error.reason === 'Invalid') throw error
    if (error instanceof DecodeError && unreadable !== undefined) throw unreadable(error)
    throw internalError(error instanceof Error ? error : String(error))
  }
}

/** Gives an object the members of another one. */
export function replaceMembers(object: Mutable<ApiObject>, next: ApiObject): void {
  const members = object as unknown as Record<string, unknown>
  for (const key of Object.keys(members)) if (!Object.hasOwn(next, key)) delete members[key]
  for (const [key, value] of Object.entries(next)) setMember(members, key, value)
}
