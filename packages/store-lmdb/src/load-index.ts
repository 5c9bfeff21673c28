import type { RevisionedTree } from '@pinnace/store/history'
import { readRow } from './index-row.ts'
import { isDamaged, readSnapshotHead, snapshotEntries, type SnapshotHead } from './index-snapshot.ts'
import { IndexChange, type IndexEntry } from './lmdb-entry.ts'
import { revisionKey, type FileState, type LmdbFile } from './lmdb-file.ts'
import { decodeHead } from './record.ts'

/** Reads the index of keys, and the history of the state. Values are read when they are asked for. */
export function loadIndex(
  file: LmdbFile,
  state: RevisionedTree<IndexEntry, IndexChange>,
  { oldest, revision: newest }: Pick<FileState, 'oldest' | 'revision'>,
): void {
  const expiring = new Map<number, IndexEntry>()
  const snapshot = usableSnapshot(file, oldest, newest)
  for (const entry of snapshot === undefined ? fileEntries(file) : snapshotEntries(file, snapshot)) {
    state.load(entry)
    if (entry.expiry !== undefined) expiring.set(entry.modified, entry)
  }
  for (const { key, value } of file.changes.getRange({ start: revisionKey(oldest + 1) })) {
    const modified = Number(key.readBigUInt64BE(0))
    const head = decodeHead(value, modified)
    const { created, deleted, length, previous, previousLength, second } = head
    const before =
      previous === 0
        ? undefined
        : (expiring.get(previous) ?? { key: head.key, created, modified: previous, length: previousLength })
    const known = modified > (snapshot?.revision ?? newest) ? fileEntry(file, head.key) : expiring.get(modified)
    const entry = known?.modified === modified ? known : { key: head.key, created, modified, length }
    state.apply(new IndexChange(deleted, entry, before), second)
  }
}

/** The snapshot, if it is the whole index with the changes after it: those since the oldest revision are in the file. */
function usableSnapshot(file: LmdbFile, oldest: number, newest: number): SnapshotHead | undefined {
  const head = readSnapshotHead(file)
  if (head === undefined || head.revision < oldest || head.revision > newest) return undefined
  return isDamaged(file, head) ? undefined : head
}

function* fileEntries({ keys }: LmdbFile): Generator<IndexEntry> {
  for (const { key, value } of keys.getRange({})) yield readRow(key.toString(), value, 0, value.length)
}

function fileEntry({ keys }: LmdbFile, key: string): IndexEntry | undefined {
  const row = keys.get(Buffer.from(key))
  return row === undefined ? undefined : readRow(key, row, 0, row.length)
}
