import {
  createTimeSlices,
  keepAliveUntil,
  runInSlices,
  systemClock,
  systemRandom,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type Clock,
  type Random,
  type Timer,
} from '@pinnace/meta'
import type { ResourceClient } from '../resource-client.ts'
import { TypedEmitter } from '../typed-emitter.ts'
import { applyEvent, replaceAll, type ChangedStore, type CollectionChange } from './collection-changes.ts'
import type { Informer, InformerEvents, InformerHandler } from './informer.ts'
import { createObjectStore, type IndexValues, type ObjectStore } from './object-store.ts'
import { createReflector, type Reflector } from './reflector.ts'

/** Options for {@link createInformer}. */
export interface InformerOptions<T extends ApiObject = ApiObject> {
  readonly client: ResourceClient<T>
  /** Only objects of this namespace. @default every namespace */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** How often `update` is called with every object, unchanged, in milliseconds. @default never */
  readonly resyncMs?: number
  readonly indexes?: Readonly<Record<string, IndexValues<T>>>
  /** What is kept of an object, to save memory. Must keep name, namespace, uid and resourceVersion. */
  readonly transform?: (object: T) => T
  /** Reads the collection as the beginning of a watch where the server supports that. @default true */
  readonly streaming?: boolean
  /** Objects of a page where it does not. @default 500 */
  readonly pageSize?: number
  /** Whether the process stays alive while `synced` is awaited; false for background tasks. @default true */
  readonly keepAlive?: boolean
  readonly clock?: Clock
  readonly random?: Random
  /** Called with failures, those of handlers and listeners too; the informer survives all of them. */
  readonly onError?: (error: unknown) => void
}

/**
 * An informer of one collection. There is no queue: handlers and listeners are called where the event is read, so they
 * must not block.
 */
export function createInformer<T extends ApiObject>(options: InformerOptions<T>): Informer<T> {
  return new CollectionInformer(options)
}

/** The informer of {@link createInformer}. `addHandler`, `start` and `stop` may be called without it. */
export class CollectionInformer<T extends ApiObject> implements Informer<T> {
  readonly store: ObjectStore<T>
  /** As {@link synced}; reading it does not keep the process alive. */
  readonly firstSync: Promise<void>
  readonly #target: ChangedStore<T>
  readonly #handlers = new Set<InformerHandler<T>>()
  readonly #emitter: TypedEmitter<InformerEvents<T>>
  readonly #reflector: Reflector
  readonly #stopping = new AbortController()
  readonly #onError: (error: unknown) => void
  readonly #clock: Clock
  readonly #resyncMs: number
  readonly #keepAlive: boolean
  #finishSync: { readonly resolve: () => void; readonly reject: (error: Error) => void }
  #isSynced = false
  #resync: Timer | undefined
  #running: Promise<void> | undefined

  constructor(options: InformerOptions<T>) {
    const { resyncMs = 0, pageSize = 500, clock = systemClock, random = systemRandom, streaming = true } = options
    if (!(resyncMs >= 0)) throw new TypeError('resyncMs must not be negative')
    if (!Number.isInteger(pageSize) || pageSize < 1) throw new TypeError('pageSize must be a positive integer')
    const { namespace, labelSelector, fieldSelector, indexes = {}, keepAlive = true, onError = () => {} } = options
    const store = createObjectStore<T>()
    for (const [name, values] of Object.entries(indexes)) store.addIndex(name, values)
    this.store = store
    this.#target = { store, transform: options.transform ?? ((object) => object) }
    this.#clock = clock
    this.#resyncMs = resyncMs
    this.#keepAlive = keepAlive
    this.#onError = onError
    this.#emitter = new TypedEmitter({
      onListenerError: (error, event) => (event === 'error' ? onError(error) : this.#report(error)),
    })
    this.#reflector = createReflector({
      client: namespace === undefined ? options.client : options.client.namespace(namespace),
      labelSelector,
      fieldSelector,
      streaming,
      pageSize,
      clock,
      random,
      sink: {
        replace: (objects) => this.#replace(objects),
        change: (event) => this.#notifyAll(applyEvent(this.#target, event)),
      },
      onError: (error) => this.#report(error),
    })
    this.#finishSync = { resolve: () => {}, reject: () => {} }
    this.firstSync = new Promise((resolve, reject) => (this.#finishSync = { resolve, reject }))
    this.firstSync.catch(() => {})
  }

  get isSynced(): boolean {
    return this.#isSynced
  }

  get synced(): Promise<void> {
    return this.#keepAlive ? keepAliveUntil(this.firstSync) : this.firstSync
  }

  on<Event extends keyof InformerEvents<T>>(event: Event, listener: (...args: InformerEvents<T>[Event]) => void): this {
    this.#emitter.on(event, listener)
    return this
  }

  once<Event extends keyof InformerEvents<T>>(
    event: Event,
    listener: (...args: InformerEvents<T>[Event]) => void,
  ): this {
    this.#emitter.once(event, listener)
    return this
  }

  off<Event extends keyof InformerEvents<T>>(
    event: Event,
    listener: (...args: InformerEvents<T>[Event]) => void,
  ): this {
    this.#emitter.off(event, listener)
    return this
  }

  readonly addHandler = (handler: InformerHandler<T>): (() => void) => {
    for (const object of this.store.list()) this.#call(handler, { type: 'add', object, isInitial: true })
    this.#handlers.add(handler)
    return () => void this.#handlers.delete(handler)
  }

  readonly start = (): void => {
    if (this.#running !== undefined || this.#stopping.signal.aborted) return
    this.#running = this.#reflector.run(this.#stopping.signal)
    if (this.#resyncMs > 0) this.#planResync()
  }

  readonly stop = async (): Promise<void> => {
    this.#resync?.cancel()
    if (!this.#stopping.signal.aborted) this.#stopping.abort()
    this.#finishSync.reject(new Error('the informer was stopped before it was synced'))
    await this.#running
  };

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  #replace(objects: readonly T[]): Awaitable<void> {
    const changes = replaceAll(this.#target, objects, !this.#isSynced)
    const { signal } = this.#stopping
    const slices = createTimeSlices({ clock: this.#clock, signal })
    return thenMaybe(runInSlices(this.#notifyInSteps(changes), slices), () => this.#endReplace())
  }

  #endReplace(): void {
    if (this.#isSynced || this.#stopping.signal.aborted) return
    this.#isSynced = true
    this.#finishSync.resolve()
    this.#emitter.emit('synced')
  }

  #planResync(): void {
    this.#resync = this.#clock.after(this.#resyncMs, () => {
      for (const object of this.store.list()) this.#notify({ type: 'update', object, previous: object })
      if (!this.#stopping.signal.aborted) this.#planResync()
    })
  }

  /** The loop changes the store, even where no handler is called after a stop. */
  #notifyAll(changes: Iterable<CollectionChange<T>>): void {
    for (const change of changes) this.#notify(change)
  }

  *#notifyInSteps(changes: Iterable<CollectionChange<T>>): Generator<void, void> {
    for (const change of changes) {
      this.#notify(change)
      yield
    }
  }

  #notify(change: CollectionChange<T>): void {
    // A handler that is added meanwhile has read the store, and does not need this change.
    for (const handler of Array.from(this.#handlers)) {
      if (this.#stopping.signal.aborted) return
      this.#call(handler, change)
    }
    if (this.#stopping.signal.aborted) return
    if (change.type === 'add') this.#emitter.emit('add', change.object, { isInitial: change.isInitial })
    else if (change.type === 'update') this.#emitter.emit('update', change.object, change.previous)
    else this.#emitter.emit('delete', change.last, { isMissed: change.isMissed })
  }

  #call(handler: InformerHandler<T>, change: CollectionChange<T>): void {
    try {
      if (change.type === 'add') handler.add?.(change.object, { isInitial: change.isInitial })
      else if (change.type === 'update') handler.update?.(change.object, change.previous)
      else handler.delete?.(change.last, { isMissed: change.isMissed })
    } catch (error) {
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    this.#onError(error)
    this.#emitter.emit('error', error)
  }
}
