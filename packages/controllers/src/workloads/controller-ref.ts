import { parseGroupVersion, type ApiObject, type OwnerReference } from '@pinnace/meta'

/** The kind of what owns, as references name it. */
export interface OwnerKind {
  readonly apiVersion: string
  readonly kind: string
}

/** The one owner that looks after an object. */
export function controllerOf({ metadata }: ApiObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** Whether it is looked after by this very object. */
export function isControlledBy(child: ApiObject, owner: ApiObject): boolean {
  return controllerOf(child)?.uid === owner.metadata.uid
}

/** Whether a reference names a kind, in whatever version. */
export function namesKind(reference: OwnerReference, { apiVersion, kind }: OwnerKind): boolean {
  return (
    reference.kind === kind && parseGroupVersion(reference.apiVersion)?.group === parseGroupVersion(apiVersion)?.group
  )
}

/** The reference by which `owner` looks after its children. */
export function controllerRef({ apiVersion, kind }: OwnerKind, { metadata }: ApiObject): OwnerReference {
  const { name = '', uid = '' } = metadata
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
}
