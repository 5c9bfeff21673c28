import type { Clock, Timer } from '@pinnace/meta'
import { StoreError, type StoreEvent } from '@pinnace/store'
import { answerTo, type CalledStore } from './answer.ts'
import type { Link } from './link.ts'
import type { Call, SentChange, ToPrimary, ToReplica } from './messages.ts'
import { bytesOfEntry, inParts, toSentChange, toSentEntry } from './sent-entry.ts'

/** What a copy may keep the others waiting for. */
export interface ReplicaLimits {
  /** How long a copy may take to receive a change before its process is ended, in milliseconds. @default 10000 */
  readonly receiveTimeoutMs: number
  /** How many bytes of changes a copy may leave unreceived before its process is ended. @default 134217728 */
  readonly maxUnreceivedBytes: number
}

/** Options of {@link ReplicaLine}. */
export interface ReplicaLineOptions extends CalledStore {
  readonly clock: Pick<Clock, 'after' | 'soon'>
  readonly limits: ReplicaLimits
  readonly link: Link<ToReplica, ToPrimary>
  /** The copy has received more changes. */
  readonly onReceived: () => void
  /** The copy does not answer reads anymore. */
  readonly onLeft: () => void
}

const partBytes = 1024 * 1024
const pageEntries = 100

/** The line from the store to one copy: its state at first, then every change. */
export class ReplicaLine implements Disposable {
  readonly #options: ReplicaLineOptions
  #watch: Disposable | undefined
  /** Changes of this turn of the event loop, which go in one message. */
  #next: SentChange[] = []
  #nextRevision = 0
  #isFlushing = false
  /** The revision of the last change that was sent. */
  #sent = 0
  /** Sent and not yet received: revisions of messages, and their bytes. */
  readonly #unreceived: { readonly revision: number; readonly bytes: number }[] = []
  #unreceivedBytes = 0
  #compactions: { readonly revision: number; resolve(): void }[] = []
  #timer: Timer | undefined
  #continue: (() => void) | undefined
  #isOver = false
  /** All changes up to this revision have been received. */
  received = 0
  /** Whether the copy answers reads: changes wait for it. */
  serves = false

  constructor(options: ReplicaLineOptions) {
    this.#options = options
  }

  /** Whether the copy has the state, and receives changes as they happen. */
  get isCurrent(): boolean {
    return this.#watch !== undefined && this.received >= this.#sent && !this.#isFlushing
  }

  start(): void {
    const { link } = this.#options
    link.receive((message) => this.#receive(message))
    void link.ended.then(() => this.#leave())
    this.#synchronize().catch(() => link.end())
  }

  commit(revision: number): void {
    this.#options.link.send({ type: 'committed', revision })
  }

  /** Compacts the copy; resolves when it has done so, or has left. */
  compact(revision: number): Promise<void> {
    if (this.#isOver || !this.serves) return Promise.resolve()
    return new Promise((resolve) => {
      this.#compactions.push({ revision, resolve })
      this.#options.link.send({ type: 'compacted', revision })
    })
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#endCompactions(Infinity)
    this.#watch?.[Symbol.dispose]()
    this.#timer?.cancel()
    this.#continue?.()
  }

  #leave(): void {
    if (this.#isOver) return
    this[Symbol.dispose]()
    this.#options.onLeft()
  }

  #receive(message: ToPrimary): void {
    if (message.type === 'next') this.#continue?.()
    else if (message.type === 'received') this.#onReceived(message.revision)
    else if (message.type === 'compacted') this.#endCompactions(message.revision)
    else if (message.type === 'left') this.#leave()
    else void this.#answer(message)
  }

  #endCompactions(revision: number): void {
    const ended = this.#compactions.filter((compaction) => compaction.revision <= revision)
    this.#compactions = this.#compactions.filter((compaction) => compaction.revision > revision)
    for (const { resolve } of ended) resolve()
  }

  async #answer(message: Call): Promise<void> {
    const { link } = this.#options
    const answer = await answerTo(this.#options, message)
    // A change comes before the answer of its write.
    this.#flush()
    link.send({ type: 'answer', id: message.id, answer })
  }

  /** Sends the oldest state that the store has, and all changes since: a copy has the same history. */
  async #synchronize(): Promise<void> {
    const { store } = this.#options
    for (;;) {
      const oldest = await store.compactedRevision()
      try {
        await this.#sendState(oldest)
        if (this.#isOver) return
        const watch = await store.watch('', oldest, {
          onEvents: (events) => this.#add(events),
          onProgress: (revision) => this.#addProgress(Number(revision)),
          onEnd: () => this.#options.link.end(),
        })
        if (this.#isOver) watch[Symbol.dispose]()
        this.#watch = watch
        this.#flush()
        this.#options.onReceived()
        return
      } catch (error) {
        // The state was compacted while it was sent: a newer one follows.
        if (!(error instanceof StoreError && error.code === 'Compacted')) throw error
      }
    }
  }

  async #sendState(revision: bigint): Promise<void> {
    const { store, link } = this.#options
    link.send({ type: 'state', revision: Number(revision) })
    this.received = Number(revision)
    for (let from = ''; !this.#isOver;) {
      const { entries, remaining } = await store.list('', { revision, from, limit: pageEntries })
      for (const part of inParts(entries.map(toSentEntry), bytesOfEntry, partBytes)) {
        link.send({ type: 'entries', entries: part })
        await this.#nextPart()
      }
      const last = entries.at(-1)
      if (remaining === 0 || last === undefined) return
      from = `${last.key}\0`
    }
  }

  /** Waits until the copy asks for the next part. */
  #nextPart(): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => {
      this.#continue = resolve
    })
  }

  #add(events: readonly StoreEvent[]): void {
    for (const event of events) this.#next.push(toSentChange(event))
    this.#addProgress(this.#next.at(-1)?.entry.modified ?? 0)
  }

  #addProgress(revision: number): void {
    this.#nextRevision = revision
    if (this.#isFlushing) return
    this.#isFlushing = true
    this.#options.clock.soon(() => this.#flush())
  }

  /** Sends the changes that have been collected. */
  #flush(): void {
    this.#isFlushing = false
    const revision = this.#nextRevision
    if (this.#isOver || revision <= this.#sent) return
    const changes = this.#next
    this.#next = []
    for (const part of inParts(changes, ({ entry }) => bytesOfEntry(entry), partBytes)) {
      const bytes = part.reduce((sum, { entry }) => sum + bytesOfEntry(entry), 0)
      this.#send(part, part.at(-1)?.entry.modified ?? revision, bytes)
    }
    if (revision > this.#sent) this.#send([], revision, 0)
    if (this.serves && this.#unreceivedBytes > this.#options.limits.maxUnreceivedBytes) this.#options.link.end()
    this.#expectReceipt()
  }

  #send(changes: readonly SentChange[], revision: number, bytes: number): void {
    this.#options.link.send({ type: 'changes', changes, revision })
    this.#sent = revision
    this.#unreceived.push({ revision, bytes })
    this.#unreceivedBytes += bytes
  }

  #onReceived(revision: number): void {
    this.received = revision
    for (
      let [first] = this.#unreceived;
      first !== undefined && first.revision <= revision;
      [first] = this.#unreceived
    ) {
      this.#unreceivedBytes -= first.bytes
      this.#unreceived.shift()
    }
    this.#options.onReceived()
  }

  /** Ends a copy that serves and receives nothing for too long. */
  #expectReceipt(): void {
    if (this.#timer !== undefined) return
    const { clock, limits, link } = this.#options
    const before = this.received
    this.#timer = clock.after(limits.receiveTimeoutMs, () => {
      this.#timer = undefined
      if (this.#isOver || this.#unreceived.length === 0) return
      if (this.serves && this.received === before) link.end()
      this.#expectReceipt()
    })
  }
}
