import type { Clock, Timer } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { EtcdConnection, WatchHandlers, WatchStream } from './connection.ts'
import type { Endpoint } from './endpoints.ts'
import { toFailure } from './failure.ts'
import type { KeyRange } from './messages.ts'
import type { RawEvent, WatchResponse } from './watch-messages.ts'

/** Options of {@link ChangeSource}. */
export interface ChangeSourceOptions {
  readonly connection: EtcdConnection
  readonly clock: Clock
  readonly range: KeyRange
  /** Changes after this revision are delivered. */
  readonly after: bigint
  /** Whether `after` may be older than the newest revision. */
  readonly isPast: boolean
  /** The changes of one or more whole revisions, in order; {@link ChangeSource.position} is the last of them. */
  readonly onEvents: (events: readonly RawEvent[]) => void
  /** {@link ChangeSource.position} has advanced without a change. */
  readonly onProgress: () => void
  /** Changes may be missing from here on: the history was compacted. The source has closed itself. */
  readonly onEnd: (error: StoreError) => void
}

const firstBackoffMs = 20
const maxBackoffMs = 1_000
const openTimeoutMs = 3_000

/**
 * A watch of etcd that lasts: when its stream ends, it continues on another member, after the last change that it has
 * delivered. Each change is delivered once.
 */
export class ChangeSource {
  readonly #options: ChangeSourceOptions
  #position: bigint
  #isPast: boolean
  #stream: WatchStream | undefined
  #endpoint: Endpoint | undefined
  #isCreated = false
  /** Fragments of a response whose last one has not arrived. */
  #fragments: RawEvent[] = []
  /** The next attempt, or the end of the time to open a stream. */
  #timer: Timer | undefined
  #backoffMs = firstBackoffMs
  #isClosed = false

  constructor(options: ChangeSourceOptions) {
    this.#options = options
    this.#position = options.after
    this.#isPast = options.isPast
    this.#open()
  }

  /** All changes up to this revision have been delivered. */
  get position(): bigint {
    return this.#position
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Asks etcd to tell its revision as soon as all changes up to it have been sent. */
  requestProgress(): void {
    if (this.#isCreated) this.#stream?.write('progress')
  }

  /** Continues on another member. */
  restart(): void {
    const { connection } = this.#options
    if (this.#endpoint !== undefined) connection.endpoints.leave(this.#endpoint)
    this.#reopen()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#drop()
  }

  #open(): void {
    const { connection } = this.#options
    const endpoint = connection.endpoints.current()
    this.#endpoint = endpoint
    this.#timer = this.#options.clock.after(openTimeoutMs, () =>
      this.#failed(new Error('no answer to a watch'), endpoint),
    )
    connection.prepareWatch(endpoint).then(
      (openWatch) => {
        if (!this.#isClosed && this.#endpoint === endpoint && this.#stream === undefined) {
          this.#start(openWatch, endpoint)
        }
      },
      (error: unknown) => this.#failed(error, endpoint),
    )
  }

  #start(openWatch: (handlers: WatchHandlers) => WatchStream, endpoint: Endpoint): void {
    const stream = openWatch({
      onResponse: (response) => {
        if (this.#stream === stream) this.#receive(response, endpoint)
      },
      onEnd: (error = new Error('the stream has ended')) => {
        if (this.#stream === stream) this.#failed(error, endpoint)
      },
    })
    this.#stream = stream
    // INVARIANT: etcd refuses to start before the compacted revision. A deletion at exactly that revision is gone, too, so
    // a watch that may be behind starts at the revision it has: its own changes come again, and are dropped.
    const startRevision = this.#isPast ? this.#position : this.#position + 1n
    stream.write({ create: { ...this.#options.range, startRevision } })
  }

  #receive(response: WatchResponse, endpoint: Endpoint): void {
    const { compactRevision, canceled, cancelReason, created, fragment, events, revision } = response
    if (compactRevision > 0n) {
      this.#end(`revision ${this.#position} is compacted, the oldest is ${compactRevision}`)
    } else if (canceled) this.#failed(new Error(`the watch was canceled: ${cancelReason}`), endpoint)
    else if (created) {
      this.#isCreated = true
      this.#timer?.cancel()
    } else if (fragment) this.#fragments.push(...events)
    else if (events.length > 0 || this.#fragments.length > 0) {
      const whole = this.#fragments.length === 0 ? events : [...this.#fragments, ...events]
      this.#fragments = []
      this.#deliver(whole)
    } else if (revision > this.#position) {
      this.#position = revision
      this.#backoffMs = firstBackoffMs
      this.#options.onProgress()
    }
  }

  #deliver(events: readonly RawEvent[]): void {
    const position = this.#position
    const fresh = events.filter(({ kv }) => kv.modRevision > position)
    const last = fresh.at(-1)
    this.#backoffMs = firstBackoffMs
    if (last === undefined) return
    for (const { deleted, kv, previous } of fresh) {
      // etcd leaves the previous value out when it was compacted meanwhile.
      if (previous === undefined && (deleted || kv.createRevision !== kv.modRevision)) {
        this.#end(`the value before revision ${kv.modRevision} is compacted`)
        return
      }
    }
    this.#position = last.kv.modRevision
    this.#options.onEvents(fresh)
  }

  #end(message: string): void {
    this.close()
    this.#options.onEnd(new StoreError('Compacted', message))
  }

  #failed(error: unknown, endpoint: Endpoint): void {
    const { connection } = this.#options
    if (this.#isClosed || connection.isClosed) return
    connection.watchFailed(endpoint, toFailure(error, endpoint.url))
    this.#reopen()
  }

  #reopen(): void {
    this.#drop()
    this.#isPast = true
    this.#timer?.cancel()
    this.#timer = this.#options.clock.after(this.#backoffMs, () => this.#open())
    this.#backoffMs = Math.min(2 * this.#backoffMs, maxBackoffMs)
  }

  #drop(): void {
    const stream = this.#stream
    this.#stream = undefined
    this.#endpoint = undefined
    this.#isCreated = false
    this.#fragments = []
    stream?.cancel()
  }
}
