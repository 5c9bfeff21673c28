import { closeSync, existsSync, fsyncSync, linkSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDirectory } from '@pinnace/meta'
import { engineError, firstRevision, openFile, writeState } from './lmdb-file.ts'

/**
 * Creates the file of a new store, complete before it has its name: a power failure leaves all of it or nothing. Does nothing
 * if there is one. Throws StoreError `Unavailable` or `Full`.
 */
export async function createFile(path: string): Promise<void> {
  if (existsSync(path)) return
  try {
    const directory = dirname(path)
    // Objects contain secrets.
    makeDirectory(directory, 0o700)
    const part = mkdtempSync(`${path}.new-`)
    try {
      const file = openFile(join(part, 'store.lmdb'), { readOnly: false, overlappingSync: false })
      file.root.transactionSync(() => writeState(file, { revision: firstRevision, oldest: firstRevision, owner: 0 }))
      await file.root.close()
      publish(join(part, 'store.lmdb'), path)
    } finally {
      rmSync(part, { recursive: true, force: true })
    }
    syncDirectory(directory)
  } catch (cause) {
    throw engineError(cause, path)
  }
}

/** Gives a file its name, unless another process was first. */
function publish(part: string, path: string): void {
  try {
    linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
