import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { open, type Database, type RootDatabase } from 'lmdb'
import { StoreError } from '@pinnace/store'
import { assertWholeFile } from './file-header.ts'
import { isOutOfRoom } from './file-room.ts'

/** The version of the layout of the file. */
const formatVersion = 1
const formatName = 'pinnace-store'

/** What the file says of itself. */
export interface FileState {
  readonly format: string
  readonly version: number
  /** The newest revision. */
  readonly revision: number
  /** The oldest revision that can be read. */
  readonly oldest: number
  /** The process that writes; 0 for none. */
  readonly owner: number
}

/** An open file: the index of keys, the records of all revisions, and what the file says of itself. */
export interface LmdbFile {
  readonly root: RootDatabase<Buffer, Buffer>
  readonly keys: Database<Buffer, Buffer>
  readonly changes: Database<Buffer, Buffer>
  /** The snapshot of the index; undefined for a file that has none and is only read. */
  readonly snapshot: Database<Buffer, Buffer> | undefined
  readonly path: string
}

/** The revision of an empty store. */
export const firstRevision = 1
const stateKey = Buffer.from('state')

/** The file of a store in this directory. */
export function fileIn(directory: string): string {
  return join(directory, 'store.lmdb')
}

/** Opens the file. Throws StoreError `Corrupt` for a file that is not a store, and `Unavailable` if it cannot be opened. */
export function openFile(
  path: string,
  options: { readonly readOnly: boolean; readonly overlappingSync: boolean },
): LmdbFile {
  if (options.readOnly && !existsSync(path)) throw new StoreError('Unavailable', `${path} does not exist`)
  try {
    if (existsSync(path)) assertWholeFile(path)
    const coding = { encoding: 'binary', keyEncoding: 'binary' } as const
    const root = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      ...coding,
      maxDbs: 4,
      readOnly: options.readOnly,
      overlappingSync: options.overlappingSync,
    })
    const openDB = (name: string): Database<Buffer, Buffer> => root.openDB(name, coding)
    return { root, keys: openDB('keys'), changes: openDB('changes'), snapshot: openDB('snapshot'), path }
  } catch (cause) {
    throw engineError(cause, path)
  }
}

/** Reads and checks what the file says of itself; undefined for a new file. */
export function readState({ root, path }: LmdbFile): FileState | undefined {
  const bytes = root.get(stateKey)
  if (bytes === undefined) return undefined
  let state: FileState
  try {
    state = JSON.parse(bytes.toString()) as FileState
  } catch (cause) {
    throw new StoreError('Corrupt', `${path} has an unreadable header`, { cause })
  }
  if (state.format !== formatName) throw new StoreError('Corrupt', `${path} is not a store of Pinnace`)
  if (state.version !== formatVersion) {
    throw new StoreError(
      'Unavailable',
      `${path} has format version ${state.version}, but this version of Pinnace reads version ${formatVersion}`,
    )
  }
  return state
}

/** Writes what the file says of itself, within a transaction. */
export function writeState({ root }: LmdbFile, state: Pick<FileState, 'revision' | 'oldest' | 'owner'>): void {
  void root.put(stateKey, Buffer.from(JSON.stringify({ format: formatName, version: formatVersion, ...state })))
}

/**
 * Makes this process the writer of the file, and returns its state. LMDB's write lock makes the check atomic, and its
 * table of readers, which the kernel guards, tells whether the last writer is alive: its lock ends with its process.
 */
export function claimFile(file: LmdbFile, pid: number): FileState {
  const { root, path } = file
  if (Atomics.compareExchange(writerFlag(root), 0, 0, 1) !== 0) {
    throw new StoreError('Unavailable', `${path} is already open in this process; a store has one writer at a time`)
  }
  try {
    return claimFromOthers(file, pid)
  } catch (error) {
    releaseFile(file)
    throw error
  }
}

/** Lets this process open the file again. */
export function releaseFile({ root }: LmdbFile): void {
  Atomics.store(writerFlag(root), 0, 0)
}

/** Memory that all threads of this process share while one of them has the file open. */
function writerFlag(root: RootDatabase<Buffer, Buffer>): Int32Array {
  if (!hasSharedBuffers(root)) throw new TypeError('this version of lmdb has no memory that threads share')
  return new Int32Array(root.getUserSharedBuffer('pinnace-writer', new ArrayBuffer(4), { envKey: true }))
}

/** What lmdb has, and its types do not say. */
interface SharedBuffers {
  getUserSharedBuffer(key: string, initial: ArrayBuffer, options: { readonly envKey: true }): ArrayBuffer
}

function hasSharedBuffers(root: object): root is SharedBuffers {
  return 'getUserSharedBuffer' in root
}

function claimFromOthers(file: LmdbFile, pid: number): FileState {
  const { root, path } = file
  // Registers this process in the table of readers, where it stays until the file is closed.
  root.get(stateKey)
  return root.transactionSync(() => {
    root.readerCheck()
    const state = readState(file)
    const owner = state?.owner ?? 0
    if (owner !== 0 && owner !== pid && readersOf(root).has(owner)) {
      throw new StoreError('Unavailable', `${path} is in use by process ${owner}; a store has one writer at a time`)
    }
    const claimed = { revision: state?.revision ?? firstRevision, oldest: state?.oldest ?? firstRevision, owner: pid }
    writeState(file, claimed)
    return { format: formatName, version: formatVersion, ...claimed }
  })
}

function readersOf(root: RootDatabase<Buffer, Buffer>): ReadonlySet<number> {
  const lines = root.readerList().split('\n')
  return new Set(lines.map((line) => Number.parseInt(line.trim(), 10)).filter((pid) => pid > 0))
}

/** The database key of a revision. */
export function revisionKey(revision: number): Buffer {
  const key = Buffer.allocUnsafe(8)
  key.writeBigUInt64BE(BigInt(revision))
  return key
}

/** The StoreError of a failure of LMDB or of the file system. */
export function engineError(cause: unknown, path: string): StoreError {
  if (cause instanceof StoreError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  const isFull = /MDB_MAP_FULL|No space left|ENOSPC|quota|File too large|EFBIG/i.test(message)
  if (isFull || (/Input\/output error/.test(message) && isOutOfRoom(path))) {
    return new StoreError('Full', `${path}: no space left`, { cause })
  }
  if (/MDB_CORRUPTED|MDB_INVALID|MDB_PAGE_NOTFOUND|MDB_VERSION_MISMATCH|MDB_PANIC/.test(message)) {
    return new StoreError('Corrupt', `${path}: ${message}`, { cause })
  }
  if (/maximum key size|zero length key/i.test(message)) return new StoreError('TooLarge', message, { cause })
  return new StoreError('Unavailable', `${path}: ${message}`, { cause })
}
