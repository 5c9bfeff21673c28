import type { ApiObject } from '@pinnace/meta'

/** The values of an object in one index. */
export type IndexValues<T> = (object: T) => readonly string[]

/** The objects of an informer: a copy of a collection that is read without a request. */
export interface ObjectStore<T extends ApiObject> {
  readonly size: number
  get(name: string, namespace?: string): T | undefined
  /** Every object, or those of a namespace. */
  list(namespace?: string): readonly T[]
  /** Objects with this value in an index. Throws a TypeError for an index that was not added. */
  byIndex(index: string, value: string): readonly T[]
  /** Adds an index; existing objects are indexed at once. Throws a TypeError where the name is taken. */
  addIndex(index: string, values: IndexValues<T>): void
}

/** The writable side of an {@link ObjectStore}. */
export interface WritableObjectStore<T extends ApiObject> extends ObjectStore<T> {
  find(key: string): T | undefined
  set(key: string, object: T): void
  delete(key: string): void
  keys(): readonly string[]
}

/** The key of an object: `namespace/name`, or the name in cluster scope. */
export function objectKey({ metadata: { name = '', namespace = '' } }: ApiObject): string {
  return keyOf(name, namespace)
}

/** Splits a key of {@link objectKey}. */
export function parseObjectKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/')
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}

function keyOf(name: string, namespace: string): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

interface Index<T> {
  readonly values: IndexValues<T>
  readonly keys: Map<string, Set<string>>
}

const byNamespace = 'namespace'

/** An empty store. It always has an index by namespace. */
export function createObjectStore<T extends ApiObject>(): WritableObjectStore<T> {
  const objects = new Map<string, T>()
  const indexes = new Map<string, Index<T>>()
  const store: WritableObjectStore<T> = {
    get size() {
      return objects.size
    },
    get: (name, namespace = '') => objects.get(keyOf(name, namespace)),
    list: (namespace) => (namespace === undefined ? [...objects.values()] : store.byIndex(byNamespace, namespace)),
    byIndex(name, value) {
      const index = indexes.get(name)
      if (index === undefined) throw new TypeError(`there is no index ${JSON.stringify(name)}`)
      const found: T[] = []
      for (const key of index.keys.get(value) ?? []) found.push(objects.get(key)!)
      return found
    },
    addIndex(name, values) {
      if (indexes.has(name)) throw new TypeError(`there is an index ${JSON.stringify(name)} already`)
      const index: Index<T> = { values, keys: new Map() }
      for (const [key, object] of objects) enter(index, key, object)
      indexes.set(name, index)
    },
    find: (key) => objects.get(key),
    set(key, object) {
      const before = objects.get(key)
      objects.set(key, object)
      for (const index of indexes.values()) {
        if (before !== undefined) leave(index, key, before)
        enter(index, key, object)
      }
    },
    delete(key) {
      const before = objects.get(key)
      if (before === undefined) return
      objects.delete(key)
      for (const index of indexes.values()) leave(index, key, before)
    },
    keys: () => [...objects.keys()],
  }
  store.addIndex(byNamespace, ({ metadata }) => [metadata.namespace ?? ''])
  return store
}

function enter<T>({ values, keys }: Index<T>, key: string, object: T): void {
  for (const value of values(object)) {
    const found = keys.get(value)
    if (found === undefined) keys.set(value, new Set([key]))
    else found.add(key)
  }
}

function leave<T>({ values, keys }: Index<T>, key: string, object: T): void {
  for (const value of values(object)) {
    const found = keys.get(value)
    found?.delete(key)
    if (found?.size === 0) keys.delete(value)
  }
}
