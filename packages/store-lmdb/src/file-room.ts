import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** More than one commit writes at once. */
const roomBytes = 64 * 1024 * 1024

/**
 * Whether a file cannot grow: its file system has no room, or it has reached the size that this process may write. LMDB
 * reports a write that was cut off as an input/output error, which a broken disk causes too.
 */
export function isOutOfRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize < roomBytes || !mayGrow(path)
  } catch {
    return false
  }
}

/** Tries with an empty file next to it, which takes no space. */
function mayGrow(path: string): boolean {
  const probe = `${path}.probe`
  const descriptor = openSync(probe, 'w', 0o600)
  try {
    ftruncateSync(descriptor, statSync(path).size + roomBytes)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EFBIG') return false
    throw error
  } finally {
    closeSync(descriptor)
    rmSync(probe, { force: true })
  }
}
