import type { ApiObject } from '@pinnace/meta'
import type { ObjectStore } from './object-store.ts'

/** Hears what happens to a collection. Handlers are called one after the other, when the store has the change already. */
export interface InformerHandler<T extends ApiObject> {
  /** `isInitial`: the object was there before the handler was. */
  readonly add?: (object: T, told: { readonly isInitial: boolean }) => void
  /** With the same object twice at a resync. */
  readonly update?: (live: T, before: T) => void
  /** `isMissed`: the deletion was not seen, only that the object is gone; `last` is what was known of it. */
  readonly delete?: (last: T, told: { readonly isMissed: boolean }) => void
}

/** A copy of a collection that keeps up with it. */
export interface Informer<T extends ApiObject = ApiObject> {
  readonly store: ObjectStore<T>
  /** The whole collection has been told to store and handlers once. */
  readonly isSynced: boolean
  /** Resolves then; rejects where the informer is stopped before. */
  readonly synced: Promise<void>
  /** Tells the handler of every object that is known, then of changes. Returns what removes it. */
  addHandler(handler: InformerHandler<T>): () => void
  /** Begins; again does nothing. */
  start(): void
  /** Ends what is under way: no request, no timer and no call of a handler is left when it resolves. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
