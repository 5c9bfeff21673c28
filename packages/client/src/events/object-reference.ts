import type { ApiObject } from '@pinnace/meta'

/** What names an object in an event. */
export interface ObjectReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly resourceVersion?: string
}

/** The reference to an object; a reference stays what it is. */
export function referenceTo(target: ApiObject | ObjectReference): ObjectReference {
  const { apiVersion, kind } = target
  const { namespace, name, uid, resourceVersion } = 'metadata' in target ? target.metadata : target
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(uid === undefined ? {} : { uid }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  }
}
