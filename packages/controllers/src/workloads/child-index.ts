import type { ObjectStore } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { controllerOf } from './controller-ref.ts'
import { namespaceOf, uidOf } from './stored-object.ts'

const index = 'controller'

/** Indexes the objects of a store by their controller. Does nothing if the index exists: controllers share informers. */
export function indexByController<T extends ApiObject>(store: ObjectStore<T>): void {
  if (hasIndex(store)) return
  store.addIndex(index, (object) => [controllerOf(object)?.uid ?? orphansOf(namespaceOf(object))])
}

/** The objects whose controller is `owner`. */
export function childrenOf<T extends ApiObject>(store: ObjectStore<T>, owner: ApiObject): readonly T[] {
  return store.byIndex(index, uidOf(owner))
}

/** The objects of a namespace that have no controller. */
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
