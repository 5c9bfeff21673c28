import type { OwnerReference } from '@pinnace/meta'

/** What names an object as an owner reference does, and where it is. */
export interface ObjectIdentity {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** Empty: cluster scope. */
  readonly namespace: string
}

/** Who a reference speaks of, where it is read within a namespace. */
export function identityOf({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): ObjectIdentity {
  return { apiVersion, kind, name, uid, namespace }
}

/** Whether a reference speaks of an object by that name, whatever the namespace. */
// upstream: garbagecollector/graph.go, ownerReferenceMatchesCoordinates
export function matchesCoordinates(reference: OwnerReference, identity: ObjectIdentity): boolean {
  return (
    reference.uid === identity.uid &&
    reference.name === identity.name &&
    reference.kind === identity.kind &&
    reference.apiVersion === identity.apiVersion
  )
}

/** The same text for the same identity only. */
export function identityKey({ apiVersion, kind, name, uid, namespace }: ObjectIdentity): string {
  return JSON.stringify([kind, apiVersion, namespace, name, uid])
}

/** As events print it. */
// upstream: garbagecollector/graph.go, objectReference.String
export function formatIdentity({ apiVersion, kind, name, uid, namespace }: ObjectIdentity): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
}
