import { assertTimeToLive, StoreError, type StoreValue, type WriteCondition, type WriteOutcome } from '@pinnace/store'
import { DatabaseError } from './database-error.ts'
import type { Database, Row } from './database.ts'
import { numberOf, toEntry, type Change } from './entry.ts'
import type { Statements } from './statements.ts'

/** Options of {@link Writer}. */
export interface WriterOptions {
  readonly database: Database
  readonly statements: Statements
  /** The number of writes that may wait; others are rejected. */
  readonly maxPendingWrites: number
  /** The newest revision that this process has seen. */
  readonly seen: () => number
  /** Called with the changes of a transaction, in order, before their writes are answered. */
  readonly onWritten: (changes: readonly Change[]) => void
}

interface PendingWrite {
  readonly key: Buffer
  readonly name: string
  readonly value: StoreValue
  readonly before: Buffer
  /** Undefined for a value without a revision. */
  readonly after: Buffer | undefined
  readonly condition: WriteCondition | undefined
  readonly deleted: boolean
  /** When the caller stops waiting, on the monotonic clock. */
  readonly deadlineMs: number
  readonly resolve: (outcome: WriteOutcome) => void
  readonly reject: (error: unknown) => void
}

// An entry of an index of PostgreSQL has at most 2,704 bytes.
const maxKeyBytes = 2_600
const maxValueBytes = 64 * 1024 * 1024
const maxPendingBytes = 256 * 1024 * 1024
// Half of the smallest buffer of a socket: a byte of a value is sent as two.
const replyBytes = 64 * 1024
const maxBatchWrites = 256
const maxBatchBytes = 4 * 1024 * 1024

/**
 * Writes in groups: what arrives while a transaction runs is the next one. One transaction at a time keeps the order of
 * this process, and is the only wait in the lock that all processes share. At `maxPendingWrites` or 256 MiB, writes are rejected.
 */
export class Writer {
  readonly #options: WriterOptions
  #queue: PendingWrite[] = []
  #queuedBytes = 0
  #running: Promise<void> | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  write(
    key: string,
    value: StoreValue,
    condition: WriteCondition | undefined,
    deleted: boolean,
  ): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const { database, maxPendingWrites } = this.#options
      const bytes = Buffer.from(key)
      const [before, after] = partsOf(value)
      assertTimeToLive(value)
      assertSizes(bytes.length, before.length + (after?.length ?? 0))
      if (this.#queue.length >= maxPendingWrites) {
        throw new StoreError('Unavailable', `${maxPendingWrites} writes wait for the database`)
      }
      if (this.#queuedBytes > maxPendingBytes) {
        throw new StoreError('Unavailable', `writes of ${this.#queuedBytes} bytes wait for the database`)
      }
      const deadlineMs = database.deadline()
      this.#enqueue(
        [{ key: bytes, name: key, value, before, after, condition, deleted, deadlineMs, resolve, reject }],
        'last',
      )
      // After the current turn of the event loop, whose writes are one transaction.
      this.#running ??= new Promise<void>((next) => database.clock.soon(next)).then(() => this.#run())
    })
  }

  /** Waits until all writes are answered. */
  async drain(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch()
      if (batch.length > 0) await this.#commit(batch)
    }
    this.#running = undefined
  }

  #enqueue(writes: readonly PendingWrite[], place: 'first' | 'last'): void {
    if (place === 'last') this.#queue.push(...writes)
    else this.#queue.unshift(...writes)
    for (const write of writes) this.#queuedBytes += bytesOf(write)
  }

  /** The next writes, without those whose time is over. */
  #takeBatch(): PendingWrite[] {
    const { clock } = this.#options.database
    const batch: PendingWrite[] = []
    let [bytes, taken] = [0, 0]
    for (const write of this.#queue) {
      bytes += bytesOf(write)
      if (batch.length === maxBatchWrites || (batch.length > 0 && bytes > maxBatchBytes)) break
      taken++
      this.#queuedBytes -= bytesOf(write)
      if (write.deadlineMs > clock.monotonic()) batch.push(write)
      else write.reject(new StoreError('Unavailable', 'the write has waited too long for the database'))
    }
    this.#queue = this.#queue.slice(taken)
    return batch
  }

  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    const { database, statements, seen } = this.#options
    const id = database.random.uid()
    const floor = seen()
    const deadlineMs = latestDeadline(batch)
    try {
      // A statement that was not sent may be sent again; so may one that was rejected by a server that is not ready.
      const rows = await database.retry(deadlineMs, () =>
        database.query(statements.write, valuesOf(database, { batch, id, floor }), deadlineMs).catch(stopIfUnknown),
      )
      await this.#settle(batch, rows.map(toResult))
    } catch (error) {
      const cause = error instanceof UnknownOutcome ? error.cause : error
      if (error instanceof UnknownOutcome) await this.#resolve(batch, id, floor, cause)
      else for (const { reject } of batch) reject(cause)
    }
  }

  /** Finds out what became of a batch. Its writes that were not done, and will not be, are queued again. */
  async #resolve(batch: readonly PendingWrite[], id: string, floor: number, cause: unknown): Promise<void> {
    const { database, statements } = this.#options
    const deadlineMs = database.deadline()
    let rows: Row[]
    try {
      rows = await database.retry(deadlineMs, () =>
        database.query(statements.resolve, [id, database.clock.now(), floor, waitMs(database, deadlineMs)], deadlineMs),
      )
    } catch {
      for (const { reject } of batch) reject(unknownOutcome(cause))
      return
    }
    // A batch without rows is one row without a slot.
    const found = rows.filter((row) => row['o_slot'] !== null)
    const slots = new Set(found.map((row) => numberOf(row, 'o_slot')))
    await this.#settle(
      batch.filter((_, slot) => slots.has(slot)),
      found.map(toResult),
    )
    const left = batch.filter((_, slot) => !slots.has(slot))
    // Rows that may have been compacted meanwhile say nothing.
    if (numberOf(rows[0], 'o_swept') > floor) for (const { reject } of left) reject(unknownOutcome(cause))
    else this.#enqueue(left, 'first')
  }

  /** Answers the writes of a transaction, after their changes have been delivered. */
  async #settle(batch: readonly PendingWrite[], returned: readonly WriteResult[]): Promise<void> {
    const results = await this.#complete(returned)
    const changes: Change[] = []
    const answers = batch.map((write, index) => {
      const result = results[index]
      if (result === undefined || isIncomplete(result)) return (): void => write.reject(unknownOutcome(undefined))
      const outcome = toOutcome(write, result)
      if (outcome.done) {
        const { entry, previous } = outcome
        changes.push({ revision: result.revision, event: { type: write.deleted ? 'delete' : 'put', entry, previous } })
      }
      return (): void => write.resolve(outcome)
    })
    // Without one of them, watches read the changes themselves.
    if (changes.length > 0 && !results.some(isIncomplete)) this.#options.onWritten(changes)
    for (const answer of answers) answer()
  }

  /** Reads the values that were too large for the answer; leaves out those that cannot be read. */
  async #complete(results: readonly WriteResult[]): Promise<readonly WriteResult[]> {
    const { database, statements } = this.#options
    const missing = results.filter(isIncomplete).map(known)
    if (missing.length === 0) return results
    const rows = await database.read(statements.values, [missing]).catch((): Row[] => [])
    const values = new Map(rows.map((row) => [numberOf(row, 'revision'), row['value']]))
    return results.map((result) => {
      const value = values.get(known(result))
      return value instanceof Uint8Array ? { ...result, value } : result
    })
  }
}

/** What the database says of a write. */
interface WriteResult {
  readonly done: boolean
  /** The revision of the write, or of the current entry; 0 for none. */
  readonly revision: number
  readonly created: number
  readonly previous: number
  /** The value of the previous or current entry. */
  readonly value: Uint8Array | undefined
}

/** The revision of the previous or current entry; 0 for none. */
function known({ done, previous, revision }: WriteResult): number {
  return done ? previous : revision
}

function isIncomplete(result: WriteResult): boolean {
  return result.value === undefined && known(result) > 0
}

class UnknownOutcome extends Error {}

// A statement that may have been executed must not be sent again.
function stopIfUnknown(error: unknown): never {
  if (error instanceof DatabaseError && error.fate === 'unknown') throw new UnknownOutcome('', { cause: error })
  throw error
}

function unknownOutcome(cause: unknown): StoreError {
  const message = 'the connection to the database was lost during the write, which may have been done'
  return new StoreError('Unavailable', message, { cause })
}

function toResult(row: Row): WriteResult {
  const value = row['o_value']
  return {
    done: row['o_done'] !== false,
    revision: numberOf(row, 'o_revision'),
    created: numberOf(row, 'o_created'),
    previous: numberOf(row, 'o_previous'),
    value: value instanceof Uint8Array ? value : undefined,
  }
}

function toOutcome({ name: key, value, before, after }: PendingWrite, result: WriteResult): WriteOutcome {
  const { done, revision, created, previous, value: replaced } = result
  if (!done) {
    return { done, current: replaced === undefined ? undefined : toEntry({ key, revision, created, value: replaced }) }
  }
  const bytes = after === undefined ? before : Buffer.concat([before, Buffer.from(String(revision)), after])
  return {
    done,
    entry: toEntry({ key, revision, created, value: bytes, note: value.note }),
    previous: replaced === undefined ? undefined : toEntry({ key, revision: previous, created, value: replaced }),
  }
}

function partsOf(value: StoreValue): readonly [before: Buffer, after: Buffer | undefined] {
  if (value.bytes === undefined) return [Buffer.from(value.before), Buffer.from(value.after)]
  const { buffer, byteOffset, byteLength } = value.bytes
  return [Buffer.from(buffer, byteOffset, byteLength), undefined]
}

function bytesOf({ before, after }: PendingWrite): number {
  return before.length + (after?.length ?? 0)
}

function latestDeadline(batch: readonly PendingWrite[]): number {
  return Math.max(...batch.map((write) => write.deadlineMs))
}

function valuesOf(
  database: Database,
  { batch, id, floor }: { readonly batch: readonly PendingWrite[]; readonly id: string; readonly floor: number },
): unknown[] {
  return [
    id,
    database.clock.now(),
    floor,
    waitMs(database, latestDeadline(batch)),
    Buffer.concat(batch.map(({ key }) => key)),
    batch.map(({ key }) => key.length),
    Buffer.concat(batch.flatMap(({ before, after }) => (after === undefined ? [before] : [before, after]))),
    batch.map(({ before }) => before.length),
    batch.map(({ after }) => after?.length ?? null),
    batch.map(({ condition }) => (condition === undefined ? null : String(condition.modRevision))),
    batch.map(({ deleted }) => deleted),
    replyBytes,
    batch.map(({ value, deleted }) => (deleted ? null : (value.ttlSeconds ?? null))),
  ]
}

/**
 * How long the database waits for the lock, in whole milliseconds; 0 would be no limit. Its answer, that nothing was
 * written, must arrive before the deadline.
 */
function waitMs(database: Database, deadlineMs: number): number {
  return Math.max(1, Math.floor(0.8 * (deadlineMs - database.clock.monotonic())))
}

function assertSizes(keyBytes: number, valueBytes: number): void {
  if (keyBytes === 0 || keyBytes > maxKeyBytes) {
    throw new StoreError('TooLarge', `a key must have 1 to ${maxKeyBytes} bytes, not ${keyBytes}`)
  }
  if (valueBytes > maxValueBytes) {
    throw new StoreError('TooLarge', `a value must have at most ${maxValueBytes} bytes, not ${valueBytes}`)
  }
}
