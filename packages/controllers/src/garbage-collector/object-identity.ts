import type { OwnerReference } from '@pinnace/meta'

/** The coordinates of an owner reference and the namespace. */
export interface ObjectIdentity {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** Empty for cluster scope. */
  readonly namespace: string
}

/** The identity a reference in a namespace refers to. */
export function identityOf({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): ObjectIdentity {
  return { apiVersion, kind, name, uid, namespace }
}

/** Whether a reference has the coordinates of an identity. The namespace is not compared. */
// upstream: garbagecollector/graph.go, ownerReferenceMatchesCoordinates
export function matchesCoordinates(reference: OwnerReference, identity: ObjectIdentity): boolean {
  return (
    reference.uid === identity.uid &&
    reference.name === identity.name &&
    reference.kind === identity.kind &&
    reference.apiVersion === identity.apiVersion
  )
}

/** A text that is unique per identity. */
export function identityKey({ apiVersion, kind, name, uid, namespace }: ObjectIdentity): string {
  return JSON.stringify([kind, apiVersion, namespace, name, uid])
}

/** The text of an identity in an event. */
// upstream: garbagecollector/graph.go, objectReference.String
export function formatIdentity({ apiVersion, kind, name, uid, namespace }: ObjectIdentity): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
}
