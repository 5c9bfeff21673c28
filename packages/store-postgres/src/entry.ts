import type { StoreEntry, StoreEvent } from '@pinnace/store'
import type { Row } from './database.ts'

/** A change of a key, as watches receive it. */
export interface Change {
  readonly revision: number
  readonly event: StoreEvent
}

/** What makes an entry. */
export interface EntryParts {
  readonly key: string
  readonly revision: number
  readonly created: number
  readonly value: Uint8Array
  readonly note?: unknown
}

/** The entry of a key. */
export function toEntry({ key, revision, created, value, note }: EntryParts): StoreEntry {
  return { key, value, note, createRevision: BigInt(created), modRevision: BigInt(revision) }
}

/** The entry of a row; `key` is given where the statement does not read it again. */
export function entryOf(row: Row, key: string = String(row['key'])): StoreEntry {
  return toEntry({ key, revision: numberOf(row, 'revision'), created: numberOf(row, 'created'), value: bytesOf(row) })
}

/** The change of a row. */
export function changeOf(row: Row): Change {
  const key = String(row['key'])
  const revision = numberOf(row, 'revision')
  const previous = numberOf(row, 'previous')
  const replaced = row['replaced']
  return {
    revision,
    event: {
      type: row['deleted'] === true ? 'delete' : 'put',
      entry: entryOf(row, key),
      previous:
        previous === 0 || !(replaced instanceof Uint8Array)
          ? undefined
          : toEntry({ key, revision: previous, created: numberOf(row, 'created'), value: replaced }),
    },
  }
}

/** A number of a row; 0 for null. */
export function numberOf(row: Row | undefined, name: string): number {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

function bytesOf(row: Row): Uint8Array {
  const value = row['value']
  return value instanceof Uint8Array ? value : Buffer.alloc(0)
}
