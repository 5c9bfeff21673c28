import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Options for {@link privateSocket}. */
export interface PrivateSocketOptions {
  /** The directory is named after it, and after the user. */
  readonly purpose: string
  /** What the socket belongs to. */
  readonly owner: string
  /** Creates the directory. */
  readonly create: boolean
}

/**
 * The socket of the warm process of a command, by the path of its program. Another installation of the command has another
 * one. Creates the directory if `create` is set; undefined if there is none.
 */
export function socketPath({ command, create }: SocketPathOptions): Promise<string | undefined> {
  return privateSocket({ purpose: 'pinnace-envtest', owner: command, create })
}

/** Options of {@link socketPath}. */
export interface SocketPathOptions {
  readonly command: string
  readonly create: boolean
}

/** The path of a socket in a directory that only this user can access; undefined if there is no such directory. */
export async function privateSocket(options: PrivateSocketOptions): Promise<string | undefined> {
  const { purpose, owner, create } = options
  const directory = join(tmpdir(), `${purpose}-${userInfo().uid}`)
  if (create) await mkdir(directory, { mode: 0o700 }).catch(ignoreExisting)
  if (!(await assertPrivate(directory))) return undefined
  return join(directory, createHash('sha256').update(owner).digest('hex').slice(0, 16))
}

// Another user of the machine may have created a directory of this name first.
async function assertPrivate(directory: string): Promise<boolean> {
  const stats = await lstat(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats === undefined) return false
  if (!stats.isDirectory() || stats.uid !== userInfo().uid || (stats.mode & 0o077) !== 0) {
    throw new Error(`${directory} must be a directory that only this user can access: remove it`)
  }
  return true
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
