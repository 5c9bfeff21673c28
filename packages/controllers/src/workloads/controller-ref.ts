import { parseGroupVersion, type ApiObject, type OwnerReference } from '@pinnace/meta'

/** A kind as owner references name it. */
export interface OwnerKind {
  readonly apiVersion: string
  readonly kind: string
}

/** The owner reference that is marked as controller. */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** Whether `owner` is the controller of `child`, compared by UID. */
export function isControlledBy(child: ApiObject, owner: ApiObject): boolean {
  return controllerOf(child)?.uid === owner.metadata.uid
}

/** Whether a reference names a kind, in any version of its group. */
export function namesKind(reference: OwnerReference, { apiVersion, kind }: OwnerKind): boolean {
  return (
    reference.kind === kind && parseGroupVersion(reference.apiVersion)?.group === parseGroupVersion(apiVersion)?.group
  )
}

/** The owner reference that makes `owner` the controller of an object. */
export function controllerRef({ apiVersion, kind }: OwnerKind, { metadata }: ApiObject): OwnerReference {
  const { name = '', uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}
