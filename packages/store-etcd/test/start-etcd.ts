import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Disk } from './faults/disks.ts'
import type { Host } from './faults/network.ts'

/** A member of an etcd that a test has started. */
export interface Member {
  readonly url: string
  kill(): Promise<void>
  /** Starts it again after {@link Member.kill}, with its data. */
  start(): void
  pause(): void
  resume(): void
  /** True before the first start, and after the process has ended. */
  readonly isDown: boolean
  /** The host, if it is one of a network of its own. */
  readonly host: Host | undefined
  /** The disk, if the data are on one of their own. */
  readonly disk: Disk | undefined
}

/** An etcd of a test. */
export interface Etcd extends AsyncDisposable {
  readonly members: readonly Member[]
  readonly endpoints: readonly string[]
  /** The standard error of all members. */
  log(): string
}

/** Files for `--client-cert-auth`. */
export interface EtcdTlsFiles {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

/**
 * The binary of etcd: PINNACE_ETCD, or `etcd` of the path. Undefined if there is none; tests then judge nothing, and say so.
 */
export const etcdBinary: string | undefined = findBinary()

/** What a test that needs etcd says where there is none. */
export const withoutEtcd = 'etcd was not found: install etcd-server or set PINNACE_ETCD; nothing was judged'

function findBinary(): string | undefined {
  const candidates = [process.env['PINNACE_ETCD'], 'etcd', '/usr/bin/etcd']
  return candidates.find((path) => path !== undefined && spawnSync(path, ['--version']).status === 0)
}

/** Starts etcd with the number of members, on free loopback ports. Stores wait until it serves. */
export async function startEtcd({
  members: count = 1,
  flags = [],
  tls,
  hosts = [],
  disks = [],
}: {
  readonly members?: number
  readonly flags?: readonly string[]
  readonly tls?: EtcdTlsFiles
  readonly hosts?: readonly Host[]
  readonly disks?: readonly Disk[]
} = {}): Promise<Etcd> {
  const directory = mkdtempSync(join(tmpdir(), 'pinnace-etcd-'))
  const ports = await freePorts(2 * count)
  const scheme = tls === undefined ? 'http' : 'https'
  const peerUrl = (index: number): string => `http://${hosts[index]?.peer ?? '127.0.0.1'}:${ports[2 * index]}`
  const cluster = Array.from({ length: count }, (_, index) => `m${index}=${peerUrl(index)}`).join(',')
  const output: string[] = []
  const members = Array.from({ length: count }, (_, index) => {
    const url = `${scheme}://${hosts[index]?.client ?? '127.0.0.1'}:${ports[2 * index + 1]}`
    const own = [
      ['--name', `m${index}`],
      ['--data-dir', join(disks[index]?.path ?? directory, `m${index}`)],
      ['--listen-client-urls', url],
      ['--advertise-client-urls', url],
      ['--listen-peer-urls', peerUrl(index)],
      ['--initial-advertise-peer-urls', peerUrl(index)],
      ['--initial-cluster', cluster],
      ['--logger', 'zap'],
      ['--log-level', 'error'],
      // Values of a mebibyte and more are part of the contract of stores.
      ['--max-request-bytes', String(8 * 1024 * 1024)],
      ['--heartbeat-interval', '50'],
      ['--election-timeout', '500'],
      ...(tls === undefined
        ? []
        : [
            ['--trusted-ca-file', tls.ca],
            ['--cert-file', tls.cert],
            ['--key-file', tls.key],
            ['--client-cert-auth', 'true'],
          ]),
    ]
    const args = [...own.map((flag) => flag.join('=')), '--unsafe-no-fsync', ...flags]
    return createMember(url, { args, host: hosts[index], disk: disks[index], output })
  })
  for (const member of members) member.start()
  const etcd: Etcd = {
    members,
    endpoints: members.map(({ url }) => url),
    log: () => output.join(''),
    async [Symbol.asyncDispose]() {
      await Promise.all(members.map((member) => member.kill()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return etcd
}

function createMember(
  url: string,
  {
    args,
    host,
    disk,
    output,
  }: {
    readonly args: readonly string[]
    readonly host: Host | undefined
    readonly disk: Disk | undefined
    readonly output: string[]
  },
): Member {
  const [command = '', ...before] = [...(host?.command ?? []), etcdBinary ?? 'etcd']
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || hasEnded(running)) return
    const closed = new Promise<void>((resolve) => running.once('close', () => resolve()))
    running.kill('SIGKILL')
    await closed
  }
  return {
    url,
    host,
    disk,
    get isDown() {
      return child === undefined || hasEnded(child)
    },
    kill,
    start() {
      child = spawn(command, [...before, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
      child.stderr?.on('data', (data: Buffer) => {
        if (output.length < 1_000) output.push(data.toString())
      })
      const guard = startGuard(child.pid ?? 0)
      child.once('close', () => guard.kill('SIGKILL'))
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/**
 * Ends a process when this one is gone, also when a test runner ends a worker in the middle of a test: the pipe between
 * them is closed then.
 */
function startGuard(pid: number): ChildProcess {
  return spawn('sh', ['-c', 'cat >/dev/null; kill -9 "$0"', String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] })
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer()
          server.once('error', reject)
          server.listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  return Promise.all(
    servers.map((server) => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      return new Promise<number>((resolve) => server.close(() => resolve(port)))
    }),
  )
}
