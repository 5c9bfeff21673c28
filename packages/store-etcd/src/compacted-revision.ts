import { StoreError } from '@pinnace/store'
import type { EtcdConnection } from './connection.ts'
import { toFailure } from './failure.ts'
import { rangeMethod } from './messages.ts'

const attempts = 5

/** The oldest revision that can be read. etcd tells it only to a watch that starts before it. */
export class CompactedRevision {
  readonly #connection: EtcdConnection
  /** Any key; it is not written. */
  readonly #key: Uint8Array
  /** The oldest revision when it was last asked for. */
  #known = 1n

  constructor(connection: EtcdConnection, key: Uint8Array) {
    this.#connection = connection
    this.#key = key
  }

  async read(): Promise<bigint> {
    for (let attempt = 1; ; attempt++) {
      try {
        // It can be read, so nothing after it has been compacted since.
        await this.#connection.send(rangeMethod, { key: this.#key, revision: this.#known, countOnly: true }, 'always')
        return this.#known
      } catch (error) {
        if (!(error instanceof StoreError && error.code === 'Compacted') || attempt === attempts) throw error
        const found = await this.#ask()
        if (found > this.#known) this.#known = found
      }
    }
  }

  async #ask(): Promise<bigint> {
    const endpoint = this.#connection.endpoints.current()
    const openWatch = await this.#connection.prepareWatch(endpoint, answerMs)
    try {
      return await new Promise<bigint>((resolve, reject) => {
        const stream = openWatch({
          onResponse: ({ compactRevision }) => {
            if (compactRevision === 0n) return
            resolve(compactRevision)
            stream.cancel()
          },
          onEnd: (error = new Error('the stream has ended')) => reject(toFailure(error, endpoint.url).error),
        })
        stream.write({ create: { key: this.#key, startRevision: 1n } })
      })
    } catch (error) {
      this.#connection.assertOpen()
      this.#connection.endpoints.leave(endpoint)
      throw error
    }
  }
}

const answerMs = 3_000
