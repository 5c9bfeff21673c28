import { systemClock, type Clock } from '@pinnace/meta'
import {
  assertTimeToLive,
  StoreError,
  type RangeOptions,
  type RangePage,
  type Store,
  type StoreEntry,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from '@pinnace/store'
import { historyBoundsOf, type HistoryBounds, type HistoryOptions } from '@pinnace/store/history'
import { Calls } from './calls.ts'
import type { Link } from './link.ts'
import type { Answer, ToPrimary, ToReplica } from './messages.ts'
import { ReplicaState } from './replica-state.ts'
import { toSentValue, toStoreEntry } from './sent-entry.ts'

/** Options for {@link createReplica}; `historyBytes` is 64 MiB by default. */
export interface ReplicaOptions extends HistoryOptions {
  /** The link to the process with the store, where `createPrimary` serves it. */
  readonly link: Link<ToPrimary, ToReplica>
  readonly clock?: Pick<Clock, 'monotonic' | 'after'>
  /** The maximum number of writes that wait for an answer; further ones fail with `Unavailable`. @default 10000 */
  readonly maxPendingWrites?: number
}

/**
 * Creates a copy of a store that another process keeps. Reads are answered from memory, writes by the other process.
 * Resolves when the copy is complete. Everything fails with StoreError `Unavailable` once the other process has ended.
 */
export async function createReplica(options: ReplicaOptions): Promise<Store> {
  const { link, clock = systemClock, maxPendingWrites = 10_000 } = options
  if (!Number.isInteger(maxPendingWrites) || maxPendingWrites < 1) {
    throw new TypeError('maxPendingWrites must be a positive integer')
  }
  const bounds = historyBoundsOf(options, defaultHistoryBytes)
  const replica = new Replica(link, clock, bounds, maxPendingWrites)
  await replica.complete
  return replica
}

/** 64 MiB. */
const defaultHistoryBytes = 67_108_864

class Replica implements Store {
  readonly replicated = true
  readonly #link: Link<ToPrimary, ToReplica>
  readonly #calls: Calls
  readonly #createState: (revision: number) => ReplicaState
  #state: ReplicaState
  #closed = false
  /** Resolves with the first commit. */
  readonly complete: Promise<void>

  constructor(
    link: Link<ToPrimary, ToReplica>,
    clock: Pick<Clock, 'monotonic' | 'after'>,
    bounds: HistoryBounds,
    maxPending: number,
  ) {
    this.#link = link
    this.#calls = new Calls(link, maxPending)
    this.#createState = (revision) => new ReplicaState(revision, bounds, clock)
    this.#state = this.#createState(0)
    this.complete = new Promise((resolve, reject) => {
      link.receive((message) => {
        this.#receive(message)
        if (message.type === 'committed') resolve()
      })
      void link.ended.then(() => {
        this.#end()
        reject(lost())
      })
    })
  }

  revision(): bigint | Promise<bigint> {
    return this.#read(() => this.#state.reads.revision())
  }

  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined | Promise<StoreEntry | undefined> {
    return this.#read(() => this.#state.reads.get(key, options?.revision))
  }

  list(prefix: string, options: RangeOptions = {}): RangePage | Promise<RangePage> {
    return this.#read(() => this.#state.reads.list(prefix, options))
  }

  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    return this.#write(key, value, condition, false)
  }

  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    return this.#write(key, tombstone, condition, true)
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    return this.#state.reads.watch(prefix, afterRevision, watcher)
  }

  async compact(revision: bigint): Promise<void> {
    this.#assertOpen()
    valueOf(await this.#calls.call((id) => ({ type: 'compact', id, revision: Number(revision) })))
  }

  compactedRevision(): bigint {
    return this.#state.reads.compactedRevision()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#state.close(undefined)
    this.#calls.failAll(new StoreError('Closed', 'the store is closed'))
    this.#link.send({ type: 'left' })
  }

  /** Reads at once, or after the changes that are not committed yet. */
  #read<T>(read: () => T): T | Promise<T> {
    const waiting = this.#state.pending()
    return waiting === undefined ? read() : waiting.then(read)
  }

  async #write(
    key: string,
    value: StoreValue,
    condition: WriteCondition | undefined,
    deleted: boolean,
  ): Promise<WriteOutcome> {
    this.#assertOpen()
    assertTimeToLive(value)
    const answer = valueOf(
      await this.#calls.call((id) => ({
        type: 'write',
        id,
        write: {
          key,
          deleted,
          value: toSentValue(value),
          condition: condition === undefined ? undefined : Number(condition.modRevision),
        },
      })),
    )
    await this.#state.until(answer.revision)
    if (answer.done) return this.#state.outcomeOf(answer.revision)
    const { current } = answer
    return { done: false, current: current === undefined ? undefined : toStoreEntry(current) }
  }

  #receive(message: ToReplica): void {
    if (this.#closed) return
    if (message.type === 'state') this.#state = this.#createState(message.revision)
    else if (message.type === 'entries') {
      this.#state.load(message.entries)
      this.#link.send({ type: 'next' })
    } else if (message.type === 'changes') {
      this.#state.receive(message.changes, message.revision)
      this.#link.send({ type: 'received', revision: message.revision })
    } else if (message.type === 'committed') this.#state.commit(message.revision)
    else if (message.type === 'compacted') this.#compact(message.revision)
    else this.#calls.answer(message.id, message.answer)
  }

  #compact(revision: number): void {
    // A state that has failed or was closed meanwhile is not waited for.
    this.#state.until(revision).then(
      () => {
        this.#state.reads.compact(BigInt(revision))
        this.#link.send({ type: 'compacted', revision })
      },
      () => undefined,
    )
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#state.close(lost())
    this.#calls.failAll(lost())
  }

  #assertOpen(): void {
    this.#state.assertOpen()
  }
}

function lost(): StoreError {
  return new StoreError('Unavailable', 'the process that keeps the store has ended')
}

/** The value of an answer; throws its failure. */
function valueOf(answer: Answer): Exclude<Answer, { readonly failure: unknown }> {
  if (!('failure' in answer)) return answer
  const { code, message } = answer.failure
  throw code === undefined ? new TypeError(message) : new StoreError(code, message)
}
