import type { Timer } from '@pinnace/meta'
import type { Database } from './database.ts'
import type { PostgresClient } from './postgres-pool.ts'

/** Options of {@link Notifications}. */
export interface NotificationsOptions {
  readonly database: Database
  readonly channel: string
  /** Called with the revision of a notification, and without one when some may have been missed. */
  readonly onChange: (revision: number | undefined) => void
}

const firstRetryMs = 100
const maxRetryMs = 5_000

/** Listens on one connection of the pool, and connects again when it is lost. */
export class Notifications implements Disposable {
  readonly #options: NotificationsOptions
  #client: PostgresClient | undefined
  #timer: Timer | undefined
  #retryMs = firstRetryMs
  #stopped = false

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { database, channel, onChange } = this.#options
    let client: PostgresClient | undefined
    const lost = (): void => this.#lost(client)
    try {
      const deadlineMs = database.deadline()
      client = await database.connect(deadlineMs)
      client.on('notification', ({ payload }) => onChange(Number(payload)))
      client.on('error', lost)
      client.on('end', lost)
      await database.run(client, { text: `LISTEN ${channel}`, deadlineMs })
    } catch {
      client?.removeListener('end', lost)
      client?.release(true)
      this.#retry()
      return
    }
    if (this.#stopped) client.release(true)
    else this.#client = client
    this.#retryMs = firstRetryMs
    onChange(undefined)
  }

  [Symbol.dispose](): void {
    this.#stopped = true
    this.#timer?.cancel()
    const client = this.#client
    this.#client = undefined
    // A connection that listens does not go back to the pool.
    client?.release(true)
  }

  #lost(client: PostgresClient | undefined): void {
    if (client === undefined || this.#client !== client) return
    this.#client = undefined
    client.release(true)
    this.#retry()
  }

  #retry(): void {
    if (this.#stopped) return
    this.#timer = this.#options.database.clock.after(this.#retryMs, () => void this.start())
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs)
  }
}
