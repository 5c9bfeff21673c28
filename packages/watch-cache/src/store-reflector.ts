import { delay, thenMaybe, type Awaitable, type Clock } from '@pinnace/meta'
import { StoreError, type Store, type StoreEntry, type StoreEvent } from '@pinnace/store'

/** Options for {@link startStoreReflector}. */
export interface StoreReflectorOptions {
  readonly store: Store
  /** The keys to list and watch; the rest of a key is the name of its object. */
  readonly prefix: string
  readonly clock: Clock
  /** Called with every object that exists, is created or changes. `isInitial` is true for the first list. */
  readonly onPut: (name: string, entry: StoreEntry, isInitial: boolean) => void
  readonly onDelete: (name: string) => void
  /** Called with what `onPut` or `onDelete` throws, with the name of the object, and with failures of the store. */
  readonly onError: (error: unknown, name: string | undefined) => void
  /** The state of a reflector over a fork of this store: watches from there on, without a list. */
  readonly resumeFrom?: ReflectedState
}

/** How far a reflector has come. */
export interface ReflectedState {
  /** The names of all objects. */
  readonly names: ReadonlySet<string>
  /** The revision of the store up to which the objects are known. */
  readonly revision: bigint
}

/** Lists and watches the objects of a prefix until it is disposed. */
export interface StoreReflector extends ReflectedState, Disposable {
  /** Waits until everything the store holds now is known; undefined if it is already, as with a store in memory. */
  catchUp(): Promise<void> | undefined
}

const firstRetryMs = 100
const maxRetryMs = 30_000

/**
 * Starts a reflector. It returns when the first list has been handled; without a promise if the store is in memory. After
 * a failure of the store it lists again, with a delay that doubles from 100 ms to 30 s.
 */
// upstream: client-go/tools/cache/reflector.go
export function startStoreReflector(options: StoreReflectorOptions): Awaitable<StoreReflector> {
  const reflector = new Reflector(options)
  return thenMaybe(reflector.start(), () => reflector)
}

class Reflector implements StoreReflector {
  readonly #options: Omit<StoreReflectorOptions, 'resumeFrom'>
  readonly #isResumed: boolean
  readonly #stop = new AbortController()
  readonly #names: Set<string>
  // One for each caller of catchUp that waits: as many as there are requests in progress.
  readonly #waiters = new Set<() => void>()
  #revision: bigint
  #watch: Disposable | undefined
  #hasListed = false

  // `resumeFrom` is not stored: it would keep the states of all forks of forks alive.
  constructor({ resumeFrom, ...options }: StoreReflectorOptions) {
    this.#options = options
    this.#isResumed = resumeFrom !== undefined
    this.#names = new Set(resumeFrom?.names)
    this.#revision = resumeFrom?.revision ?? 0n
  }

  get names(): ReadonlySet<string> {
    return this.#names
  }

  get revision(): bigint {
    return this.#revision
  }

  start(): Awaitable<void> {
    return this.#isResumed ? this.#resume() : this.#list()
  }

  catchUp(): Promise<void> | undefined {
    const newest = this.#options.store.revision()
    if (typeof newest === 'bigint' && newest <= this.#revision) return undefined
    return Promise.resolve(newest).then((revision) => this.#waitFor(revision))
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    this.#watch?.[Symbol.dispose]()
    this.#watch = undefined
    this.#wakeAll()
  }

  #resume(): Awaitable<void> {
    try {
      return this.#startWatch()
    } catch (error) {
      if (error instanceof StoreError && error.code === 'Compacted') return this.#list()
      throw error
    }
  }

  #list(): Awaitable<void> {
    const { store, prefix } = this.#options
    return thenMaybe(store.list(prefix), ({ entries, revision }) => {
      const listed = new Set(entries.map((entry) => this.#nameOf(entry)))
      for (const name of this.#names) if (!listed.has(name)) this.#delete(name)
      const isInitial = !this.#hasListed && !this.#isResumed
      for (const entry of entries) this.#put(entry, isInitial)
      this.#hasListed = true
      this.#reach(revision)
      return this.#startWatch()
    })
  }

  #startWatch(): Awaitable<void> {
    const { store, prefix } = this.#options
    const watcher = {
      onEvents: (events: readonly StoreEvent[]): void => this.#handle(events),
      onProgress: (revision: bigint): void => this.#reach(revision),
      onEnd: (error: StoreError | undefined): void => this.#ended(error),
    }
    return thenMaybe(store.watch(prefix, this.#revision, watcher), (watch) => {
      if (this.#stop.signal.aborted) watch[Symbol.dispose]()
      else this.#watch = watch
    })
  }

  #handle(events: readonly StoreEvent[]): void {
    for (const { type, entry } of events) {
      if (type === 'put') this.#put(entry, false)
      else this.#delete(this.#nameOf(entry))
      this.#reach(entry.modRevision)
    }
  }

  #ended(error: StoreError | undefined): void {
    this.#watch = undefined
    this.#wakeAll()
    if (!this.#stop.signal.aborted && error !== undefined && error.code !== 'Closed') void this.#relist()
  }

  async #relist(): Promise<void> {
    const { signal } = this.#stop
    for (let waitMs = firstRetryMs; !signal.aborted; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      try {
        return await this.#list()
      } catch (error) {
        this.#options.onError(error, undefined)
        await delay(this.#options.clock, waitMs, signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }

  #put(entry: StoreEntry, isInitial: boolean): void {
    const name = this.#nameOf(entry)
    this.#names.add(name)
    this.#call(name, () => this.#options.onPut(name, entry, isInitial))
  }

  #delete(name: string): void {
    if (this.#names.delete(name)) this.#call(name, () => this.#options.onDelete(name))
  }

  // An object that cannot be handled must not keep the others from being handled.
  #call(name: string, handler: () => void): void {
    try {
      handler()
    } catch (error) {
      this.#options.onError(error, name)
    }
  }

  #nameOf({ key }: StoreEntry): string {
    return key.slice(this.#options.prefix.length)
  }

  #reach(revision: bigint): void {
    this.#revision = revision
    this.#wakeAll()
  }

  #wakeAll(): void {
    for (const wake of this.#waiters) wake()
    this.#waiters.clear()
  }

  /** Waits for a revision; returns early when the watch has ended, for then it may take long. */
  async #waitFor(revision: bigint): Promise<void> {
    while (this.#revision < revision && this.#watch !== undefined && !this.#stop.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiters.add(resolve))
    }
  }
}
