import type { ApiObject } from '@pinnace/meta'
import type { TypedEventSource } from '../typed-emitter.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * Handles the changes of a collection. Handlers are called one after the other, when the store has the change already.
 */
export interface InformerHandler<T extends ApiObject> {
  /** `isInitial`: the object was there before the handler was. */
  readonly add?: (object: T, details: { readonly isInitial: boolean }) => void
  /** With the same object twice at a resync. */
  readonly update?: (object: T, previous: T) => void
  /** `isMissed`: the deletion was not seen, only that the object is gone; `last` is its last known state. */
  readonly delete?: (last: T, details: { readonly isMissed: boolean }) => void
}

/** The events of an informer, with the arguments of their listeners. */
export interface InformerEvents<T extends ApiObject> {
  /** `isInitial`: the object was there before the informer was. */
  readonly add: readonly [object: T, details: { readonly isInitial: boolean }]
  /** With the same object twice at a resync. */
  readonly update: readonly [object: T, previous: T]
  /** `isMissed`: the deletion was not seen, only that the object is gone; `last` is its last known state. */
  readonly delete: readonly [last: T, details: { readonly isMissed: boolean }]
  /** The store holds the whole collection for the first time. */
  readonly synced: readonly []
  /** A failure, which the informer survives: of a request, a handler or a listener. */
  readonly error: readonly [error: unknown]
}

/**
 * A copy of a collection that is kept up to date. Listeners hear of changes from when they are added; a handler also of
 * the objects that are there already.
 */
export interface Informer<T extends ApiObject = ApiObject> extends TypedEventSource<InformerEvents<T>> {
  readonly store: ObjectStore<T>
  /** Whether the store has held the whole collection once. */
  readonly isSynced: boolean
  /**
   * Resolves when {@link isSynced}; rejects where the informer is stopped before. Once it was read, the process stays
   * alive until then.
   */
  readonly synced: Promise<void>
  /** Calls the handler with every object in the store, then with changes. Returns a function that removes it. */
  addHandler(handler: InformerHandler<T>): () => void
  /** Starts the informer; a second call does nothing. */
  start(): void
  /** Stops the informer: when it resolves, no request, timer or call of a handler is left. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
