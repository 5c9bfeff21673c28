import type { Client, KindReference } from '@pinnace/client'
import { StatusError, type ApiObject } from '@pinnace/meta'

/** A change as a watch has delivered it. */
export interface ObservedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: ApiObject
  readonly revision: bigint
}

/** Options for {@link ObservedResource}. */
export interface ObservedResourceOptions {
  readonly kind: KindReference
  readonly namespace: string
  readonly clients: readonly Client[]
  /** The index of the client to watch next; called whenever a watch starts. */
  readonly choose: () => number
  /** The revision to watch from. */
  readonly from: string
  /** The duration of each watch, seconds: the next one resumes. @default until it is ended */
  readonly timeoutSeconds?: number
  /** Called after each event; true ends the watch, so that the next one resumes. */
  readonly shouldMove?: () => boolean
}

/** Watches a resource from a revision, on one server or on one after the other, and records what is delivered. */
export class ObservedResource {
  readonly events: ObservedEvent[] = []
  readonly violations: string[] = []
  /** How many watches have been started. */
  watches = 0
  bookmarks = 0
  readonly #options: ObservedResourceOptions
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #revision: bigint
  #bookmark = 0n

  constructor(options: ObservedResourceOptions) {
    this.#options = options
    this.#revision = BigInt(options.from)
    this.#running = this.#run()
  }

  /** The revision of the last event. */
  get revision(): bigint {
    return this.#revision
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      try {
        await this.#watch(signal)
      } catch (error) {
        if (signal.aborted) return
        // A server that cannot reach the store answers 503; anything else is not expected of a watch.
        if (!(error instanceof StatusError && (error.code === 503 || error.code === 504))) {
          this.violations.push(`a watch from ${this.#revision} failed: ${String(error)}`)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { clients, choose, kind, namespace, timeoutSeconds, shouldMove } = this.#options
    const client = clients[choose()]
    if (client === undefined) throw new TypeError('choose must return the index of a client')
    this.watches++
    const events = client
      .resource(kind)
      .namespace(namespace)
      .watch({
        resourceVersion: String(this.#revision),
        allowWatchBookmarks: true,
        signal,
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      })
    for await (const { type, object } of events) {
      this.#record(type, object)
      if (type !== 'BOOKMARK' && shouldMove?.() === true) return
    }
  }

  #record(type: ObservedEvent['type'] | 'BOOKMARK', object: ApiObject): void {
    const revision = BigInt(object.metadata.resourceVersion ?? '0')
    if (type === 'BOOKMARK') {
      this.bookmarks++
      if (revision < this.#revision)
        this.violations.push(`a bookmark at ${revision} follows an event at ${this.#revision}`)
      this.#bookmark = revision
      this.#revision = revision
      return
    }
    // INVARIANT: what a bookmark has announced is not delivered after it, and no change is delivered twice.
    if (revision <= this.#revision) {
      const name = object.metadata.name ?? ''
      const before = this.#bookmark === this.#revision ? 'a bookmark' : 'an event'
      this.violations.push(`${type} ${name} at ${revision} follows ${before} at ${this.#revision}`)
    }
    this.#revision = revision
    this.events.push({ type, object, revision })
  }
}
