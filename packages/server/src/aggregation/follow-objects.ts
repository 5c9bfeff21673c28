import { thenMaybe, delay, type Awaitable, type Clock } from '@pinnace/meta'
import { StoreError, type Store, type StoreEntry } from '@pinnace/store'

/** Options for {@link followObjects}. */
export interface FollowObjectsOptions {
  readonly store: Store
  readonly prefix: string
  readonly clock: Clock
  /** Told of every object that is there, has come or has changed. */
  readonly onPut: (name: string, entry: StoreEntry) => void
  readonly onRemove: (name: string) => void
  readonly onError: (error: unknown) => void
  /** Where a server that this one is a fork of has come to. */
  readonly known?: Pick<ObjectFollower, 'names' | 'revision'>
}

/** Follows the objects of a prefix; over a store in this process a change is known once its write is answered. */
export interface ObjectFollower extends Disposable {
  readonly names: ReadonlySet<string>
  /** Revision of the store up to which everything is known. */
  readonly revision: bigint
  /** Waits until all is known that the store holds now; nothing to wait for over a store in this process. */
  catchUp(): Promise<void> | undefined
}

const firstRetryMs = 100
const lastRetryMs = 30_000

/** Reads every object of a prefix and goes on with every change. Nothing waits for a store in this process. */
export function followObjects(options: FollowObjectsOptions): Awaitable<ObjectFollower> {
  const { store, prefix, clock, onPut, onRemove, onError, known } = options
  const stop = new AbortController()
  const names = new Set(known?.names ?? [])
  const waiting = new Set<() => void>()
  let revision = known?.revision ?? 0n
  let watch: Disposable | undefined

  const wakeAll = (): void => {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  const reached = (to: bigint): void => {
    revision = to
    wakeAll()
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      // One that cannot be read must not keep the others from being known.
      onError(error)
    }
  }
  const put = (entry: StoreEntry): void => {
    const name = entry.key.slice(prefix.length)
    names.add(name)
    attempt(() => onPut(name, entry))
  }
  const remove = (name: string): void => {
    if (names.delete(name)) attempt(() => onRemove(name))
  }
  const follow = (): Awaitable<void> =>
    thenMaybe(
      store.watch(prefix, revision, {
        onEvents(events) {
          for (const { type, entry } of events) {
            if (type === 'put') put(entry)
            else remove(entry.key.slice(prefix.length))
            reached(entry.modRevision)
          }
        },
        onProgress: reached,
        onEnd(error) {
          watch = undefined
          wakeAll()
          if (!stop.signal.aborted && error !== undefined && error.code !== 'Closed') void startOver()
        },
      }),
      (running) => {
        if (stop.signal.aborted) running[Symbol.dispose]()
        else watch = running
      },
    )
  const readAll = (): Awaitable<void> =>
    thenMaybe(store.list(prefix), (page) => {
      const found = new Set(page.entries.map(({ key }) => key.slice(prefix.length)))
      for (const name of names) if (!found.has(name)) remove(name)
      for (const entry of page.entries) put(entry)
      reached(page.revision)
      return follow()
    })
  /** A store that is away comes back: it is asked again, later every time. */
  const startOver = async (): Promise<void> => {
    for (let waitMs = firstRetryMs; !stop.signal.aborted; waitMs = Math.min(2 * waitMs, lastRetryMs)) {
      try {
        return await readAll()
      } catch (error) {
        onError(error)
        await delay(clock, waitMs, stop.signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }
  const resume = (): Awaitable<void> => {
    try {
      return follow()
    } catch (error) {
      if (error instanceof StoreError && error.code === 'Compacted') return readAll()
      throw error
    }
  }
  const waitFor = (wanted: bigint): Promise<void> =>
    revision >= wanted || stop.signal.aborted || watch === undefined
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.add(resolve)).then(() => waitFor(wanted))

  const follower: ObjectFollower = {
    names,
    get revision() {
      return revision
    },
    catchUp() {
      const newest = store.revision()
      if (typeof newest === 'bigint' && newest <= revision) return undefined
      return Promise.resolve(newest).then((wanted) => waitFor(wanted))
    },
    [Symbol.dispose]() {
      stop.abort()
      watch?.[Symbol.dispose]()
      watch = undefined
      wakeAll()
    },
  }
  return thenMaybe(known === undefined ? readAll() : resume(), () => follower)
}
