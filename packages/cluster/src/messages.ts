import type { StoreErrorCode } from '@pinnace/store'

/** An entry of the store on its way to a copy. */
export interface SentEntry {
  readonly key: string
  readonly value: Uint8Array
  readonly created: number
  readonly modified: number
}

/** A change of a key; the entry of a deletion is its tombstone. */
export interface SentChange {
  readonly deleted: boolean
  readonly entry: SentEntry
}

/** What the process with the store sends to one with a copy. */
export type ToReplica =
  /** A state at `revision` follows, in parts, each of which is answered with `next`. */
  | { readonly type: 'state'; readonly revision: number }
  | { readonly type: 'entries'; readonly entries: readonly SentEntry[] }
  /** The next changes. All changes up to `revision` have been sent. */
  | { readonly type: 'changes'; readonly changes: readonly SentChange[]; readonly revision: number }
  /** All copies have received the changes up to `revision`: reads may show them. The first one ends the start of a copy. */
  | { readonly type: 'committed'; readonly revision: number }
  /** The states before `revision` are compacted; to be answered with the same. */
  | { readonly type: 'compacted'; readonly revision: number }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Answer }

/** What a process with a copy sends to the one with the store. */
export type ToPrimary =
  | { readonly type: 'next' }
  /** All changes up to `revision` have been received. Reads of this copy wait until they are committed. */
  | { readonly type: 'received'; readonly revision: number }
  | { readonly type: 'write'; readonly id: number; readonly write: SentWrite }
  | { readonly type: 'compact'; readonly id: number; readonly revision: number }
  | { readonly type: 'compacted'; readonly revision: number }
  /** The copy is closed: it answers no more reads. */
  | { readonly type: 'left' }

/** What a process with a copy asks for, and waits for the answer. */
export type Call = Extract<ToPrimary, { readonly id: number }>

/** A write, with its condition: the last revision of the key, 0 for none. */
export interface SentWrite {
  readonly key: string
  readonly deleted: boolean
  readonly value: SentValue
  readonly condition: number | undefined
}

/** A value without its note, which stays in its process. */
export type SentValue = { readonly ttlSeconds: number | undefined } & (
  | { readonly bytes: Uint8Array; readonly before?: undefined }
  | { readonly bytes?: undefined; readonly before: string; readonly after: string }
)

/** The answer to a write or a compaction. */
export type Answer =
  /** The write at `revision` is done; or the compaction up to it. */
  | { readonly done: true; readonly revision: number }
  /** The condition does not hold for the current entry, in a state at `revision` or later. */
  | { readonly done: false; readonly revision: number; readonly current: SentEntry | undefined }
  | { readonly done?: undefined; readonly failure: SentFailure }

/** An error; `code` is that of a StoreError. */
export interface SentFailure {
  readonly code: StoreErrorCode | undefined
  readonly message: string
}
