import type { ApiObject } from '@pinnace/meta'
import type { WatchEvent } from '../transport.ts'
import { objectKey, type WritableObjectStore } from './object-store.ts'
import { isReplay } from './resource-versions.ts'

/** One change of a store. */
export type CollectionChange<T extends ApiObject> =
  | { readonly type: 'add'; readonly object: T; readonly isInitial: boolean }
  | { readonly type: 'update'; readonly object: T; readonly previous: T }
  | { readonly type: 'delete'; readonly last: T; readonly isMissed: boolean }

/** A store, and the function that reduces objects to what is kept in it. */
export interface ChangedStore<T extends ApiObject> {
  readonly store: WritableObjectStore<T>
  readonly transform: (object: T) => T
}

/**
 * Makes the store hold exactly `objects`, and yields each change once it is done: deletions that were missed first.
 * `isInitial` marks the objects that are added.
 */
export function* replaceAll<T extends ApiObject>(
  target: ChangedStore<T>,
  objects: readonly T[],
  isInitial: boolean,
): Generator<CollectionChange<T>> {
  const { store } = target
  const present = new Set(objects.map(objectKey))
  for (const key of store.keys()) {
    const last = present.has(key) ? undefined : store.find(key)
    if (last !== undefined) yield remove(store, last, true)
  }
  for (const object of objects) yield* put(target, object, isInitial)
}

/** Applies an event of a watch to the store, and yields the changes. Replayed events change nothing. */
export function* applyEvent<T extends ApiObject>(
  target: ChangedStore<T>,
  { type, object }: WatchEvent<T>,
): Generator<CollectionChange<T>> {
  if (type !== 'DELETED') {
    yield* put(target, object, false)
    return
  }
  const { store, transform } = target
  const known = store.find(objectKey(object))
  if (known === undefined || isReplay(object.metadata.resourceVersion, known.metadata.resourceVersion)) return
  yield remove(store, known.metadata.uid === object.metadata.uid ? transform(object) : known, false)
}

function* put<T extends ApiObject>(
  { store, transform }: ChangedStore<T>,
  object: T,
  isInitial: boolean,
): Generator<CollectionChange<T>> {
  const key = objectKey(object)
  const previous = store.find(key)
  const isSameObject = previous?.metadata.uid === object.metadata.uid
  if (previous !== undefined && isSameObject) {
    if (previous.metadata.resourceVersion === object.metadata.resourceVersion) return
    const kept = transform(object)
    store.set(key, kept)
    yield { type: 'update', object: kept, previous }
    return
  }
  // The name belongs to a new object, which must not be taken for the old one.
  if (previous !== undefined) yield remove(store, previous, true)
  const kept = transform(object)
  store.set(key, kept)
  yield { type: 'add', object: kept, isInitial }
}

function remove<T extends ApiObject>(store: WritableObjectStore<T>, last: T, isMissed: boolean): CollectionChange<T> {
  store.delete(objectKey(last))
  return { type: 'delete', last, isMissed }
}
