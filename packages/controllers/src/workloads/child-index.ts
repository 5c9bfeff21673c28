import type { ObjectStore } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { controllerOf } from './controller-ref.ts'

const index = 'controller'

/** Objects by who looks after them; several controllers may ask for it. */
export function indexByController<T extends ApiObject>(store: ObjectStore<T>): void {
  if (hasIndex(store)) return
  store.addIndex(index, (object) => {
    const owner = controllerOf(object)
    return [owner === undefined ? orphansOf(object.metadata.namespace ?? '') : owner.uid]
  })
}

/** What this object looks after. */
export function childrenOf<T extends ApiObject>(store: ObjectStore<T>, owner: ApiObject): readonly T[] {
  return store.byIndex(index, owner.metadata.uid ?? '')
}

/** What nobody looks after. */
export function orphansIn<T extends ApiObject>(store: ObjectStore<T>, namespace: string): readonly T[] {
  return store.byIndex(index, orphansOf(namespace))
}

function orphansOf(namespace: string): string {
  return `orphans of ${namespace}`
}

function hasIndex<T extends ApiObject>(store: ObjectStore<T>): boolean {
  try {
    store.byIndex(index, '')
    return true
  } catch {
    return false
  }
}
