import type { RevisionedTree } from '@pinnace/store/history'
import { IndexChange, type IndexEntry } from './lmdb-entry.ts'
import { decodeIndex, revisionKey, type LmdbFile } from './lmdb-file.ts'
import { decodeHead } from './record.ts'

/** Reads the index of keys, and the history after `oldest`. Values are read when they are asked for. */
export function loadIndex(
  { keys, changes }: LmdbFile,
  state: RevisionedTree<IndexEntry, IndexChange>,
  oldest: number,
): void {
  const expiring = new Map<number, IndexEntry>()
  for (const { key, value } of keys.getRange({})) {
    const entry = decodeIndex(key, value)
    state.load(entry)
    if (entry.expiry !== undefined) expiring.set(entry.modified, entry)
  }
  for (const { key, value } of changes.getRange({ start: revisionKey(oldest + 1) })) {
    const modified = Number(key.readBigUInt64BE(0))
    const head = decodeHead(value, modified)
    const { created, deleted, length, previous, previousLength, second } = head
    const before = previous === 0 ? undefined : { key: head.key, created, modified: previous, length: previousLength }
    const entry = expiring.get(modified) ?? { key: head.key, created, modified, length }
    state.apply(new IndexChange(deleted, entry, before), second)
  }
}
