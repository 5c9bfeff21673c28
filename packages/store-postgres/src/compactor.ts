import type { Timer } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { Database } from './database.ts'
import { numberOf } from './entry.ts'
import type { Statements } from './statements.ts'

/** Options of {@link Compactor}. */
export interface CompactorOptions {
  readonly database: Database
  readonly statements: Statements
  readonly historyLimit: number
  readonly historyMs: number
  readonly intervalMs: number
  /** Called with the oldest readable revision after it has changed. */
  readonly onCompacted: (revision: number) => void
}

const sweepChanges = 1_000
// A statement that is still on its way after a day has been lost by everything in between.
const abandonedMs = 86_400_000

/** Compacts history by age and number of changes. Every process asks; the database lets one of them at a time do it. */
export class Compactor implements Disposable {
  readonly #options: CompactorOptions
  #timer: Timer | undefined
  #stopped = false

  constructor(options: CompactorOptions) {
    this.#options = options
  }

  start(): void {
    const { database, intervalMs } = this.#options
    this.#timer = database.clock.after(intervalMs, () => {
      // What fails is done by the next run, or by another process.
      void this.compactOld()
        .catch(() => undefined)
        .finally(() => this.#stopped || this.start())
    })
  }

  /** Compacts everything before a revision, and removes the rows. */
  async compact(revision: bigint): Promise<void> {
    const { database, statements } = this.#options
    const [row] = await database.read(statements.compact, [String(revision)])
    const newest = numberOf(row, 'newest')
    if (revision > BigInt(newest)) {
      throw new StoreError('FutureRevision', `revision ${revision} does not exist yet, the newest is ${newest}`)
    }
    this.#options.onCompacted(Number(revision))
    await this.#sweep()
  }

  /** Compacts history beyond the limits. */
  async compactOld(): Promise<void> {
    const { database, statements, historyLimit, historyMs } = this.#options
    const now = database.clock.now()
    const [row] = await database.read(statements.compactOld, [now - historyMs, historyLimit])
    this.#options.onCompacted(numberOf(row, 'compacted'))
    await this.#sweep()
    await database.read(statements.forgetAbandoned, [now - abandonedMs])
  }

  [Symbol.dispose](): void {
    this.#stopped = true
    this.#timer?.cancel()
  }

  async #sweep(): Promise<void> {
    const { database, statements } = this.#options
    for (let more = true; more && !this.#stopped;) {
      const [row] = await database.read(statements.sweep, [sweepChanges])
      more = row?.['more'] === true
    }
  }
}
