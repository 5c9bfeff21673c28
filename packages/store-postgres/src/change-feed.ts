import { ChangeLog, StoreWatch } from '@pinnace/store/history'
import { StoreError, type StoreEvent, type StoreWatcher } from '@pinnace/store'
import type { Timer } from '@pinnace/meta'
import type { Database, Row } from './database.ts'
import { changeOf, numberOf, type Change } from './entry.ts'
import { Notifications } from './notifications.ts'
import { endOfPrefix, type Statements } from './statements.ts'

/** Options of {@link ChangeFeed}. */
export interface ChangeFeedOptions {
  readonly database: Database
  readonly statements: Statements
  /** The channel to listen on; undefined to only poll. */
  readonly channel: string | undefined
  /** How often the database is asked for changes of which no notification came, in milliseconds. */
  readonly pollMs: number
}

const pageChanges = 500
const pageBytes = 8 * 1024 * 1024
/** The newest changes, which a watch receives without another read while it joins. */
const recentChanges = 1_000
const recentBytes = 8 * 1024 * 1024

/**
 * The changes of all processes, in order, for the watches of this one. Own changes are delivered as they are written; a
 * notification, a newer revision in an answer or the poll make it read those of others. INVARIANT: revisions have no
 * gaps, so what is delivered up to a revision is complete.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #watches = new Set<StoreWatch>()
  readonly #recent = new ChangeLog<Change>()
  #recentBytes = 0
  /** All changes up to this revision have been delivered; undefined before the first watch. */
  #position: number | undefined
  /** The newest revision of any answer. */
  #seen = 0
  #starting: Promise<void> | undefined
  #notifications: Notifications | undefined
  #timer: Timer | undefined
  #reading = false
  #readAgain = false
  #closed = false

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /** The newest revision that this process knows of. */
  get seen(): number {
    return this.#seen
  }

  /** Notes the newest revision of an answer. */
  observe(revision: number): void {
    if (revision > this.#seen) this.#seen = revision
    if (this.#position !== undefined && revision > this.#position) void this.#read()
  }

  /** Delivers the changes of a transaction of this process, if they are the next ones. */
  push(changes: readonly Change[]): void {
    const first = changes[0]?.revision
    const last = changes.at(-1)?.revision ?? 0
    if (last > this.#seen) this.#seen = last
    if (this.#position === undefined) return
    if (first === this.#position + 1) this.#deliver(changes, last)
    else if (last > this.#position) void this.#read()
  }

  async watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Promise<Disposable> {
    await (this.#starting ??= this.#start())
    const watch = new StoreWatch(prefix, Number(afterRevision), watcher, (left) => void this.#watches.delete(left))
    while (watch.active && !this.#join(watch)) await this.#replay(watch)
    if (this.#closed) {
      watch[Symbol.dispose]()
      throw new StoreError('Closed', 'the store is closed')
    }
    return watch
  }

  /** Forgets the changes up to a revision that was compacted, so that no watch begins before it. */
  forget(revision: number): void {
    for (
      let first = this.#recent.at(0);
      first !== undefined && first.revision <= revision;
      first = this.#recent.at(0)
    ) {
      this.#recentBytes -= bytesOf(first)
      this.#recent.shift()
    }
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
    this.#notifications?.[Symbol.dispose]()
    this.#endAll(undefined)
  }

  async #start(): Promise<void> {
    const { database, statements, channel } = this.#options
    try {
      const [row] = await database.read(statements.position)
      this.#position = Math.max(numberOf(row, 'newest'), this.#seen)
    } catch (error) {
      this.#starting = undefined
      throw error
    }
    if (this.#closed) return
    this.#seen = this.#position
    this.#schedule()
    if (channel === undefined) return
    // Most notifications are those of own writes, which are delivered already.
    const onChange = (revision: number | undefined): void =>
      revision === undefined ? void this.#read() : this.observe(revision)
    this.#notifications = new Notifications({ database, channel, onChange })
    void this.#notifications.start()
  }

  /** Delivers the recent changes and adds the watch to those that are up to date; false if it is too far behind. */
  #join(watch: StoreWatch): boolean {
    const position = this.#position ?? 0
    if (this.#closed) return true
    if (watch.delivered < position) {
      const first = this.#recent.at(0)
      if (first === undefined || watch.delivered < first.revision - 1) return false
      const changes: Change[] = []
      for (let index = this.#recent.indexAfter(watch.delivered); index < this.#recent.length; index++) {
        const change = this.#recent.at(index)
        if (change !== undefined) changes.push(change)
      }
      deliverTo(watch, changes, position)
    }
    // A watcher that throws has ended its watch.
    if (watch.active) this.#watches.add(watch)
    if (this.#seen > position) void this.#read()
    return true
  }

  async #replay(watch: StoreWatch): Promise<void> {
    const { changes, upTo, newest, compacted } = await this.#page(watch.delivered, watch.prefix)
    const position = this.#position ?? 0
    if (newest < position) return this.#continueAfter(position)
    if (watch.delivered < compacted) throw compactedError(watch.delivered, compacted)
    if (watch.active && !this.#closed) deliverTo(watch, changes, upTo)
  }

  /** Reads the next changes until there are none, and delivers them. Failures are repeated with the next poll. */
  async #read(): Promise<void> {
    this.#readAgain = true
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#readAgain && this.#watches.size > 0 && !this.#closed) {
        this.#readAgain = false
        await this.#readOnce()
      }
    } catch {
      // The watches stay, and miss nothing: the next poll continues from the same position.
    } finally {
      this.#reading = false
    }
  }

  async #readOnce(): Promise<void> {
    const asked = this.#position ?? 0
    const { changes, upTo, newest, compacted } = await this.#page(asked, '')
    const position = this.#position ?? 0
    if (newest < asked) return this.#continueAfter(asked)
    this.forget(compacted)
    if (position < compacted) return this.#skipTo(compacted)
    // This process may have delivered changes of its own meanwhile.
    const next = changes.filter(({ revision }) => revision > position)
    if (next.length > 0) this.#deliver(next, upTo)
    if (upTo < newest) this.#readAgain = true
  }

  /** Ends the watches that miss compacted changes. The others continue from there. */
  #skipTo(compacted: number): void {
    this.#position = compacted
    for (const watch of this.#watches) {
      if (watch.delivered < compacted) watch.end(compactedError(watch.delivered, compacted))
    }
    this.#readAgain = true
  }

  /** The database was set back: revisions continue after those that were seen, and the watches begin anew. */
  async #continueAfter(revision: number): Promise<void> {
    const { database, statements } = this.#options
    await database.read(statements.advance, [revision])
    this.forget(revision)
    this.#endAll(new StoreError('Compacted', `the database was set back to before revision ${revision}`))
  }

  async #page(
    after: number,
    prefix: string,
  ): Promise<{
    readonly changes: readonly Change[]
    /** All changes up to this revision are in the page. */
    readonly upTo: number
    readonly newest: number
    readonly compacted: number
  }> {
    const { database, statements } = this.#options
    const keys = [Buffer.from(prefix), endOfPrefix(prefix)]
    const rows = await database.read(statements.changes, [after, ...keys, pageChanges, pageBytes])
    const newest = numberOf(rows[0], 'newest')
    const compacted = numberOf(rows[0], 'compacted')
    const changes = rows.filter(hasChange).map(changeOf)
    const bytes = changes.reduce((sum, { event }) => sum + event.entry.value.length, 0)
    const isWhole = changes.length < pageChanges && bytes < pageBytes
    return { changes, upTo: isWhole ? newest : (changes.at(-1)?.revision ?? newest), newest, compacted }
  }

  #deliver(changes: readonly Change[], upTo: number): void {
    this.#position = upTo
    if (upTo > this.#seen) this.#seen = upTo
    for (const change of changes) {
      this.#recent.push(change)
      this.#recentBytes += bytesOf(change)
    }
    while (this.#recent.length > recentChanges || this.#recentBytes > recentBytes) {
      const oldest = this.#recent.shift()
      this.#recentBytes -= oldest === undefined ? 0 : bytesOf(oldest)
    }
    for (const watch of this.#watches) if (watch.active) deliverTo(watch, changes, upTo)
  }

  #endAll(error: StoreError | undefined): void {
    for (const watch of this.#watches) watch.end(error)
  }

  #schedule(): void {
    this.#timer = this.#options.database.clock.after(this.#options.pollMs, () => {
      if (this.#watches.size > 0) void this.#read()
      if (!this.#closed) this.#schedule()
    })
  }
}

function bytesOf({ event }: Change): number {
  return event.entry.value.length + (event.previous?.value.length ?? 0)
}

function hasChange(row: Row): boolean {
  return row['revision'] !== null
}

function compactedError(revision: number, compacted: number): StoreError {
  return new StoreError('Compacted', `revision ${revision} is compacted, the oldest is ${compacted}`)
}

/** Delivers those of the changes that the watch has not received yet, and the progress up to a revision. */
function deliverTo(watch: StoreWatch, changes: readonly Change[], upTo: number): void {
  const events: StoreEvent[] = []
  let last = 0
  for (const { revision, event } of changes) {
    if (revision <= watch.delivered || !event.entry.key.startsWith(watch.prefix)) continue
    events.push(event)
    last = revision
  }
  if (events.length > 0) watch.deliver(events, last)
  if (watch.active && watch.delivered < upTo) watch.progress(upTo, BigInt(upTo))
}
