import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeDirectory } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import { readRow } from './index-row.ts'
import { isDamaged, readSnapshotHead } from './index-snapshot.ts'
import { engineError, fileIn, openFile, readState, revisionKey } from './lmdb-file.ts'
import { decodeHead } from './record.ts'

/** What {@link checkLmdbStore} found. */
export interface CheckReport {
  readonly keys: number
  readonly records: number
  readonly revision: number
  /** One line for each damaged or missing record; empty for a sound store. */
  readonly errors: readonly string[]
}

/** Verifies every checksum of the store of a directory, and that every key has its record. The store may be in use. */
export async function checkLmdbStore(directory: string): Promise<CheckReport> {
  const file = openFile(fileIn(resolve(directory)), { readOnly: true, overlappingSync: false })
  try {
    const state = readState(file)
    if (state === undefined) throw new StoreError('Corrupt', `${file.path} is not a store of Pinnace`)
    const errors: string[] = []
    const transaction = file.root.useReadTransaction()
    let [keys, records] = [0, 0]
    for (const { key, value } of file.changes.getRange({ transaction })) {
      records++
      const revision = Number(key.readBigUInt64BE(0))
      attempt(errors, () => void decodeHead(value, revision))
      if (revision > state.revision) errors.push(`the record of revision ${revision} is newer than the store`)
    }
    for (const { key, value } of file.keys.getRange({ transaction })) {
      keys++
      const entry = readRow(key.toString(), value, 0, value.length)
      attempt(errors, () => {
        const head = decodeHead(file.changes.get(revisionKey(entry.modified), { transaction }), entry.modified)
        if (head.key !== entry.key || head.deleted) throw new Error(`the record of ${entry.key} belongs to another key`)
      })
    }
    const snapshot = readSnapshotHead(file, { transaction })
    if (snapshot !== undefined && isDamaged(file, snapshot, { transaction })) {
      errors.push('the snapshot of the index is damaged')
    }
    transaction.done()
    return { keys, records, revision: state.revision, errors: [...new Set(errors)] }
  } finally {
    await file.root.close()
  }
}

/** Copies the newest state of a directory into a new one. The store may be in use. */
export async function backupLmdbStore(directory: string, target: string): Promise<void> {
  const copy = fileIn(resolve(target))
  if (existsSync(copy)) throw new StoreError('Unavailable', `${copy} exists; back up into a new directory`)
  const file = openFile(fileIn(resolve(directory)), { readOnly: true, overlappingSync: false })
  try {
    if (readState(file) === undefined) throw new StoreError('Corrupt', `${file.path} is not a store of Pinnace`)
    await file.root.backup(copy, true)
  } catch (cause) {
    throw engineError(cause, copy)
  } finally {
    await file.root.close()
  }
}

/** Copies a backup into a directory without a store, after it has been verified. */
export async function restoreLmdbStore(backup: string, directory: string): Promise<CheckReport> {
  const target = fileIn(resolve(directory))
  if (existsSync(target)) throw new StoreError('Unavailable', `${target} exists; restore into a new directory`)
  const report = await checkLmdbStore(backup)
  if (report.errors.length > 0) throw new StoreError('Corrupt', `the backup is damaged: ${report.errors[0]}`)
  makeDirectory(dirname(target))
  await copyFile(fileIn(resolve(backup)), target)
  return report
}

function attempt(errors: string[], check: () => void): void {
  try {
    check()
  } catch (error) {
    errors.push((error as Error).message)
  }
}
