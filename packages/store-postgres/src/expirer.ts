import type { Timer } from '@pinnace/meta'
import type { Database } from './database.ts'
import type { Statements } from './statements.ts'

/** Options of {@link Expirer}. */
export interface ExpirerOptions {
  readonly database: Database
  readonly statements: Statements
  /** The newest revision that this process has seen. */
  readonly seen: () => number
}

const intervalMs = 1_000
const waitMs = 1_000
const keysAtOnce = 500

/** Deletes keys whose time to live is over. Every process asks each second; the database lets one of them at a time do it. */
export class Expirer implements Disposable {
  readonly #options: ExpirerOptions
  #timer: Timer | undefined
  #stopped = false

  constructor(options: ExpirerOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = this.#options.database.clock.after(intervalMs, () => {
      // What fails is done a second later, or by another process.
      void this.#expire()
        .catch(() => undefined)
        .finally(() => this.#stopped || this.start())
    })
  }

  [Symbol.dispose](): void {
    this.#stopped = true
    this.#timer?.cancel()
  }

  async #expire(): Promise<void> {
    const { database, statements, seen } = this.#options
    for (let more = true; more && !this.#stopped;) {
      const values = [database.random.uid(), database.clock.now(), seen(), waitMs, keysAtOnce]
      const [row] = await database.read(statements.expire, values)
      more = row?.['more'] === true
    }
  }
}
