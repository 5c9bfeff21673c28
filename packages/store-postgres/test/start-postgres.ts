import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** A PostgreSQL server of the tests. */
export interface TestPostgres {
  /** The connection string, with more options of it. */
  url(options?: Readonly<Record<string, string>>): string
  /** Runs SQL as its administrator. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  start(): Promise<void>
  /** Ends it: with its open transactions rolled back, or as by a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/** The directory of the newest installed server; undefined if there is none. */
export const postgresBin: string | undefined = findBin()

/** The name of what is skipped where no server is installed. */
export const withoutPostgres = 'no PostgreSQL server is installed; nothing was judged'

if (postgresBin === undefined) console.warn(withoutPostgres)

function findBin(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'))
  return [...folders, ...(process.env['PATH'] ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')))
}

// PostgreSQL refuses to run as root.
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string): number => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

// Ends the server when this process has ended, however it did: then its standard input is closed.
const supervised = '"$@" & pid=$!; echo "pid $pid"; cat >/dev/null; kill -INT $pid 2>/dev/null; wait $pid'

/** Creates and starts a server in a temporary directory, on a socket in it. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  if (postgresBin === undefined) throw new Error('no PostgreSQL server is installed')
  const user = unprivileged()
  const base = mkdtempSync(join(tmpdir(), 'pg-'))
  if (user !== undefined) chownSync(base, user.uid, user.gid)
  const data = join(base, 'data')
  const options = { ...user, cwd: base, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }
  const made = spawnSync(
    join(postgresBin, 'initdb'),
    ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  // Tests kill processes, not machines: nothing needs to reach the disk.
  const all = { fsync: 'off', listen_addresses: '', unix_socket_directories: base, max_connections: '60', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | undefined
  let pid = 0
  const url = (extra: Readonly<Record<string, string>> = {}): string =>
    `postgres://tester@localhost/postgres?${new URLSearchParams({ host: base, ...extra }).toString()}`
  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url(), connectionTimeoutMillis: 5_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const start = async (): Promise<void> => {
    const server = spawn('sh', ['-c', supervised, 'sh', join(postgresBin, 'postgres'), '-D', data, ...flags], {
      ...options,
      stdio: ['pipe', 'pipe', process.env['PG_TEST_LOG'] === undefined ? 'ignore' : 'inherit'],
    })
    child = server
    server.stdout.on('data', (text: Buffer) => (pid = Number(/pid (\d+)/.exec(text.toString())?.[1] ?? pid)))
    for (let attempt = 0; ; attempt++) {
      try {
        await query('SELECT 1')
        return
      } catch (error) {
        if (attempt === 200 || server.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const stop = async (how: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    const server = child
    child = undefined
    if (server === undefined) return
    const closed = new Promise((resolve) => server.once('close', resolve))
    if (how === 'immediate') process.kill(pid, 'SIGQUIT')
    server.stdin?.end()
    await closed
  }
  await start()
  return {
    url,
    query,
    start,
    stop,
    async remove() {
      await stop('immediate')
      rmSync(base, { recursive: true, force: true })
    },
  }
}
