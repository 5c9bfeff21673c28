import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/** The directory of sockets, which only this user can read. */
function socketDirectory(): string {
  return join(tmpdir(), `pinnace-envtest-${userInfo().uid}`)
}

/**
 * The socket of the warm process of this command, in a private directory. Another installation of the command has another
 * one. Creates the directory if `create` is set; undefined if there is none.
 */
export async function socketPath({ create }: { readonly create: boolean }): Promise<string | undefined> {
  const directory = socketDirectory()
  if (create) await mkdir(directory, { mode: 0o700 }).catch(ignoreExisting)
  if (!(await assertPrivate(directory))) return undefined
  const installation = createHash('sha256')
    .update(resolve(process.argv[1] ?? ''))
    .digest('hex')
    .slice(0, 16)
  return join(directory, installation)
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
