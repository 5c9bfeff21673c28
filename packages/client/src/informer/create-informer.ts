import { systemClock, systemRandom, type ApiObject, type Clock, type Random, type Timer } from '@pinnace/meta'
import type { ResourceClient } from '../resource-client.ts'
import type { WatchEvent } from '../transport.ts'
import { followCollection, type CollectionSink } from './follow-collection.ts'
import type { Informer, InformerHandler } from './informer.ts'
import { createObjectStore, objectKey, type IndexValues } from './object-store.ts'
import { isReplay } from './versions.ts'

/** Options for {@link createInformer}. */
export interface InformerOptions<T extends ApiObject = ApiObject> {
  readonly client: ResourceClient<T>
  /** Only objects of it. @default every namespace */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** Tells `update` of every object, unchanged, this often. @default never */
  readonly resyncMs?: number
  readonly indexes?: Readonly<Record<string, IndexValues<T>>>
  /** What is kept of an object, to save memory. Must keep name, namespace, uid and resourceVersion. */
  readonly transform?: (object: T) => T
  /** Reads the collection as the beginning of a watch where the server knows that. @default true */
  readonly streaming?: boolean
  /** Objects of a page where it does not. @default 500 */
  readonly pageSize?: number
  readonly clock?: Clock
  readonly random?: Random
  /** Hears of failures, those of handlers too; all are survived. */
  readonly onError?: (error: unknown) => void
}

/** An informer of one collection. There is no queue: handlers are called where the event is read, so they do not wait. */
export function createInformer<T extends ApiObject>(options: InformerOptions<T>): Informer<T> {
  const { resyncMs = 0, pageSize = 500, clock = systemClock, random = systemRandom, onError = () => {} } = options
  if (!(resyncMs >= 0)) throw new TypeError('resyncMs must not be negative')
  if (!Number.isInteger(pageSize) || pageSize < 1) throw new TypeError('pageSize must be a positive integer')
  const client = options.namespace === undefined ? options.client : options.client.namespace(options.namespace)
  const { transform = (object: T): T => object, streaming = true } = options
  const store = createObjectStore<T>()
  for (const [name, values] of Object.entries(options.indexes ?? {})) store.addIndex(name, values)
  const handlers = new Set<InformerHandler<T>>()
  const stopping = new AbortController()
  let resync: Timer | undefined
  let running: Promise<void> | undefined
  let isSynced = false
  let finishSync: { resolve(): void; reject(error: Error): void }
  const synced = new Promise<void>((resolve, reject) => (finishSync = { resolve, reject }))
  synced.catch(() => {})

  const tell = (call: (handler: InformerHandler<T>) => void): void => {
    // A handler that comes while others are told has read the store, and needs no telling.
    for (const handler of Array.from(handlers)) {
      if (stopping.signal.aborted) return
      try {
        call(handler)
      } catch (error) {
        onError(error)
      }
    }
  }
  const put = (object: T, isInitial: boolean): void => {
    const key = objectKey(object)
    const before = store.find(key)
    const sameUid = before?.metadata.uid === object.metadata.uid
    if (before !== undefined && sameUid && before.metadata.resourceVersion === object.metadata.resourceVersion) return
    // A name that was given again: nobody may take the new object for the old one.
    if (before !== undefined && !sameUid) remove(before, true)
    const kept = transform(object)
    store.set(key, kept)
    if (before !== undefined && sameUid) tell((handler) => handler.update?.(kept, before))
    else tell((handler) => handler.add?.(kept, { isInitial }))
  }
  const remove = (last: T, isMissed: boolean): void => {
    store.delete(objectKey(last))
    tell((handler) => handler.delete?.(last, { isMissed }))
  }
  const sink: CollectionSink<T> = {
    replace(objects) {
      const present = new Set(objects.map(objectKey))
      for (const key of store.keys()) if (!present.has(key)) remove(store.find(key)!, true)
      for (const object of objects) put(object, !isSynced)
      if (isSynced) return
      isSynced = true
      finishSync.resolve()
    },
    change({ type, object }: WatchEvent<T>) {
      if (type !== 'DELETED') put(object, false)
      else {
        const known = store.find(objectKey(object))
        if (known === undefined || isReplay(object.metadata.resourceVersion, known.metadata.resourceVersion)) return
        remove(known.metadata.uid === object.metadata.uid ? transform(object) : known, false)
      }
    },
  }
  const planResync = (): void => {
    resync = clock.after(resyncMs, () => {
      for (const object of store.list()) tell((handler) => handler.update?.(object, object))
      if (!stopping.signal.aborted) planResync()
    })
  }
  const informer: Informer<T> = {
    store,
    synced,
    get isSynced() {
      return isSynced
    },
    addHandler(handler) {
      for (const object of store.list()) {
        try {
          handler.add?.(object, { isInitial: true })
        } catch (error) {
          onError(error)
        }
      }
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    start() {
      if (running !== undefined || stopping.signal.aborted) return
      const { labelSelector, fieldSelector } = options
      const follow = { client, labelSelector, fieldSelector, streaming, pageSize, clock, random, sink, onError }
      running = followCollection(follow, stopping.signal)
      if (resyncMs > 0) planResync()
    },
    async stop() {
      resync?.cancel()
      if (!stopping.signal.aborted) stopping.abort()
      finishSync.reject(new Error('the informer was stopped before it was synced'))
      await running
    },
    [Symbol.asyncDispose]: () => informer.stop(),
  }
  return informer
}
