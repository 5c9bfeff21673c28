import type { ApiObject } from '@pinnace/meta'

/** An object whose spec is present. Validation guarantees that for every stored workload. */
export type WithSpec<T extends { readonly spec?: unknown }> = T & { readonly spec: NonNullable<T['spec']> }

/** Whether an object has a spec. */
export function hasSpec<T extends ApiObject & { readonly spec?: unknown }>(object: T): object is WithSpec<T> {
  return object.spec !== undefined && object.spec !== null
}

/** The name of a stored object. */
export function nameOf({ metadata: { name = '' } }: ApiObject): string {
  return name
}

/** The namespace of a stored object; empty for cluster-scoped objects. */
export function namespaceOf({ metadata: { namespace = '' } }: ApiObject): string {
  return namespace
}

/** The UID of a stored object. */
export function uidOf({ metadata: { uid = '' } }: ApiObject): string {
  return uid
}

/** Whether deletion of an object has been requested. */
export function isTerminating({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined
}
