import { retryWithBackoff, type Clock, type Random, type Timer } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import { connectError, DatabaseError, statementError, timedOut, type StatementFate } from './database-error.ts'
import type { PostgresClient, PostgresPool, PostgresQuery } from './postgres-pool.ts'

/** A row of a result: numbers, bytes, booleans, and null. */
export type Row = Readonly<Record<string, unknown>>

/** Options of {@link Database}. */
export interface DatabaseOptions {
  readonly pool: PostgresPool
  readonly clock: Clock
  readonly random: Random
  /** The time of a request, with everything it waits for, in milliseconds. */
  readonly requestTimeoutMs: number
  /** The number of requests in progress at which others are rejected. */
  readonly maxPendingRequests: number
}

/** The pool, with a limit of time for everything, and errors of the store. */
export class Database {
  readonly #options: DatabaseOptions
  readonly #stop = new AbortController()
  #pending = 0

  constructor(options: DatabaseOptions) {
    this.#options = options
  }

  get clock(): Clock {
    return this.#options.clock
  }

  get random(): Random {
    return this.#options.random
  }

  get isClosed(): boolean {
    return this.#stop.signal.aborted
  }

  /** The time on the monotonic clock at which a request that begins now ends. */
  deadline(): number {
    return this.clock.monotonic() + this.#options.requestTimeoutMs
  }

  /** Sends a statement that may be repeated: it is, until the deadline, while the database is gone. */
  async read(text: string, values: readonly unknown[] = [], deadlineMs: number = this.deadline()): Promise<Row[]> {
    if (this.isClosed) throw new StoreError('Closed', 'the store is closed')
    const { maxPendingRequests } = this.#options
    if (this.#pending >= maxPendingRequests) {
      throw new StoreError('Unavailable', `${maxPendingRequests} requests to the database are in progress`)
    }
    this.#pending++
    try {
      return await this.retry(deadlineMs, () => this.query(text, values, deadlineMs))
    } finally {
      this.#pending--
    }
  }

  /** Repeats an attempt until the deadline while its failure is temporary. */
  retry<T>(deadlineMs: number, attempt: () => Promise<T>): Promise<T> {
    const { clock, random } = this
    const isTemporary = (error: unknown): boolean => error instanceof DatabaseError && error.isTemporary
    return retryWithBackoff(
      {
        attempts: maxAttempts,
        initialBackoffMs: 50,
        isTemporary,
        clock,
        random,
        deadlineMs,
        signal: this.#stop.signal,
      },
      attempt,
    )
  }

  /** Sends a statement once. Throws a {@link DatabaseError} that says whether it may have been executed. */
  async query(text: string, values: readonly unknown[], deadlineMs: number): Promise<Row[]> {
    const client = await this.connect(deadlineMs)
    let broken = true
    // Without a listener, the end of a connection would end the process; the statement reports it.
    const ignore = (): void => {}
    client.on('error', ignore)
    try {
      const rows = await this.run(client, { text, values, deadlineMs })
      broken = false
      return rows
    } catch (cause) {
      const error = statementError(cause)
      broken = error.fate === 'unknown'
      throw error
    } finally {
      client.removeListener('error', ignore)
      client.release(broken)
    }
  }

  /** Sends a statement on a connection. Rejects with what the connection rejects with, or at the deadline. */
  async run(
    client: PostgresClient,
    statement: { readonly text: string; readonly values?: readonly unknown[]; readonly deadlineMs: number },
  ): Promise<Row[]> {
    const { text, values = [], deadlineMs } = statement
    // Without values, a statement may be several.
    const query: PostgresQuery = { text, types: rowTypes, ...(values.length === 0 ? {} : { values: [...values] }) }
    const { rows } = await this.#within(client.query(query), deadlineMs, 'unknown')
    return rows as Row[]
  }

  /** Takes a connection of the pool. The caller releases it. */
  async connect(deadlineMs: number): Promise<PostgresClient> {
    let isLate = false
    const connecting = this.#options.pool.connect()
    void connecting.then(
      (client) => isLate && client.release(),
      () => undefined,
    )
    try {
      return await this.#within(connecting, deadlineMs, 'not sent')
    } catch (cause) {
      isLate = true
      throw connectError(cause)
    }
  }

  /** Ends retries. Statements in progress end by themselves. */
  close(): void {
    this.#stop.abort(new StoreError('Closed', 'the store is closed'))
  }

  async #within<T>(promise: Promise<T>, deadlineMs: number, fate: StatementFate): Promise<T> {
    const { clock } = this
    let timer: Timer | undefined
    const late = new Promise<never>((_, reject) => {
      const waitMs = Math.max(0, deadlineMs - clock.monotonic())
      timer = clock.after(waitMs, () => reject(timedOut(fate)), { keepAlive: true })
    })
    try {
      return await Promise.race([promise, late])
    } finally {
      timer?.cancel()
    }
  }
}

/** More than fit into any deadline. */
const maxAttempts = 1_000

/** The parsers of this store, whatever parsers the host has set for its own statements: revisions are numbers. */
const rowTypes: NonNullable<PostgresQuery['types']> = {
  getTypeParser: (type: number) => parsers.get(type) ?? ((text: string) => text),
}

const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [17, parseBytes],
  [20, Number],
  [23, Number],
])

/** Bytes in one of the two text forms, of which the host may have chosen the older one (`bytea_output`). */
function parseBytes(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex')
  const unescaped = text.replaceAll(/\\(\\|[0-7]{3})/g, (_, code: string) =>
    code === '\\' ? code : String.fromCharCode(Number.parseInt(code, 8)),
  )
  return Buffer.from(unescaped, 'latin1')
}
