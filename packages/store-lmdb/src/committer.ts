import { StoreError } from '@pinnace/store'
import { holds } from '@pinnace/store/history'
import type { ForgottenChange, Garbage } from './garbage.ts'
import { encodeRow } from './index-row.ts'
import type { IndexChange } from './lmdb-entry.ts'
import { engineError, revisionKey, writeState, type LmdbFile } from './lmdb-file.ts'
import { prepareWrite, type KnownEntry, type PreparedWrite } from './prepare-write.ts'
import type { PendingWrite } from './write-queue.ts'

/** Options for {@link Committer}. */
export interface CommitterOptions {
  readonly file: LmdbFile
  /** The newest revision of the file. */
  readonly revision: number
  readonly garbage: Garbage
  readonly nowMs: () => number
  /** The oldest revision that can be read. */
  readonly oldest: () => number
  /** What a key has now. */
  readonly known: (key: string) => KnownEntry
  /** Called before records are removed. */
  readonly onRemove: (garbage: readonly ForgottenChange[]) => void
  /** Called when writes are in the file, before they are answered. */
  readonly onCommitted: (written: readonly PreparedWrite[], second: number) => void
}

/** Commits writes, each batch in one transaction. */
export class Committer {
  readonly #options: CommitterOptions
  /** The last revision that was given to a write, done or failed. */
  #lastRevision: number
  #failure: StoreError | undefined

  constructor(options: CommitterOptions) {
    this.#options = options
    this.#lastRevision = options.revision
  }

  /** Why nothing more is written; undefined if writes are possible. */
  get failure(): StoreError | undefined {
    return this.#failure
  }

  /** Commits writes whose conditions hold, removes garbage, and answers. Throws a StoreError if nothing was committed. */
  commit(writes: readonly PendingWrite[]): void {
    if (this.#failure !== undefined) throw this.#failure
    const { garbage, nowMs, onCommitted } = this.#options
    const second = Math.floor(nowMs() / 1000)
    const { written, answers } = this.#prepare(writes, second)
    const removed = garbage.next(written.length)
    if (written.length > 0 || removed.length > 0) this.#store(written, removed)
    onCommitted(written, second)
    for (const answer of answers) answer()
  }

  /** Writes that no process uses the file any more. */
  release(): void {
    const { root } = this.#options.file
    if (this.#failure === undefined) root.transactionSync(() => this.#writeState(0, 0))
  }

  #prepare(
    writes: readonly PendingWrite[],
    second: number,
  ): { readonly written: readonly PreparedWrite[]; readonly answers: readonly (() => void)[] } {
    const { known: knownOf, nowMs } = this.#options
    const overlay = new Map<string, KnownEntry>()
    const written: PreparedWrite[] = []
    const answers: (() => void)[] = []
    for (const { key, value, condition, deleted, resolve } of writes) {
      const known = overlay.get(key) ?? knownOf(key)
      if (!holds(condition, known.entry) || (deleted && known.entry === undefined)) {
        answers.push(() => resolve({ done: false, current: known.read }))
        continue
      }
      const revision = ++this.#lastRevision
      const write = prepareWrite({ key, value, deleted, revision, second, nowMs }, known)
      const { event, change } = write
      written.push(write)
      overlay.set(key, deleted ? absent : { entry: change.entry, read: event.entry })
      answers.push(() => resolve({ done: true, entry: event.entry, previous: known.read }))
    }
    return { written, answers }
  }

  /** Writes the records and removes garbage, all or nothing. */
  #store(written: readonly PreparedWrite[], removed: readonly ForgottenChange[]): void {
    const { file, garbage, oldest, onRemove } = this.#options
    const { root, changes, path } = file
    onRemove(removed)
    try {
      root.transactionSync(() => {
        for (const { change, record } of written) {
          void changes.put(revisionKey(change.revision), record)
          writeIndex(file, change)
        }
        for (const { records } of removed) for (const revision of records) void changes.remove(revisionKey(revision))
        this.#writeState(removed.length, process.pid)
      })
    } catch (cause) {
      const error = engineError(cause, path)
      this.#assertNothingStored(written, error)
      throw error
    }
    garbage.removed(removed.length, oldest())
  }

  /** A commit that failed must have left nothing; if it has, nothing more is written until the store is opened again. */
  #assertNothingStored(written: readonly PreparedWrite[], cause: StoreError): void {
    const first = written[0]?.change.revision
    try {
      if (first === undefined || this.#options.file.changes.get(revisionKey(first)) === undefined) return
    } catch {
      // The file cannot be read either.
    }
    this.#failure = new StoreError('Unavailable', 'the store must be opened again after a failed commit', { cause })
  }

  #writeState(removed: number, owner: number): void {
    const { file, garbage, oldest } = this.#options
    writeState(file, {
      revision: this.#lastRevision,
      oldest: garbage.oldestWithout(removed, oldest()),
      owner,
    })
  }
}

/** A key that does not exist. */
export const absent: KnownEntry = Object.freeze({ entry: undefined, read: undefined })

function writeIndex({ keys }: LmdbFile, { deleted, entry }: IndexChange): void {
  const key = Buffer.from(entry.key)
  if (deleted) void keys.remove(key)
  else void keys.put(key, encodeRow(entry))
}
