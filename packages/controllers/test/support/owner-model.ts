import type { ApiObject, OwnerReference } from '@pinnace/meta'

/** An object of the model, identified by its uid. */
export interface ModelObject {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  /** Empty: cluster scope. */
  readonly namespace: string
  readonly uid: string
  owners: readonly OwnerReference[]
}

/** Owners and dependents by the simplest rules: each rule is applied to each object until nothing changes. */
export interface OwnerModel {
  readonly objects: ReadonlyMap<string, ModelObject>
  add(object: ApiObject): void
  setOwners(uid: string, owners: readonly OwnerReference[]): void
  delete(uid: string, policy: 'Background' | 'Foreground' | 'Orphan'): void
  /** Deletes every object without existing owners, and removes references to absent owners, until nothing changes. */
  settle(): void
}

/** A model without objects. */
export function createOwnerModel(): OwnerModel {
  const objects = new Map<string, ModelObject>()
  const find = ({ namespace }: ModelObject, owner: OwnerReference): ModelObject | undefined => {
    const found = objects.get(owner.uid)
    if (found === undefined || found.name !== owner.name || found.kind !== owner.kind) return undefined
    if (found.apiVersion !== owner.apiVersion) return undefined
    return found.namespace === '' || found.namespace === namespace ? found : undefined
  }
  const model: OwnerModel = {
    objects,
    add({ apiVersion = '', kind = '', metadata }) {
      const { name = '', namespace = '', uid = '', ownerReferences = [] } = metadata
      objects.set(uid, { apiVersion, kind, name, namespace, uid, owners: ownerReferences })
    },
    setOwners(uid, owners) {
      objects.get(uid)!.owners = owners
    },
    delete(uid, policy) {
      objects.delete(uid)
      if (policy !== 'Orphan') return
      for (const object of objects.values()) object.owners = object.owners.filter((owner) => owner.uid !== uid)
    },
    settle() {
      for (let isChanged = true; isChanged;) {
        isChanged = false
        for (const object of objects.values()) {
          if (object.owners.length === 0) continue
          const solid = object.owners.filter((owner) => find(object, owner) !== undefined)
          if (solid.length === object.owners.length) continue
          isChanged = true
          if (solid.length > 0) object.owners = solid
          else objects.delete(object.uid)
        }
      }
    },
  }
  return model
}
