import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openssl } from '../differential/sides/openssl.ts'

/** kube-controller-manager and kube-scheduler, started for one server. */
export interface Controllers {
  /** Whether both processes still run. */
  readonly isRunning: boolean
  /** The end of what the processes have logged. */
  log(): string
  stop(): Promise<void>
}

const names = ['kube-controller-manager', 'kube-scheduler'] as const

/** True if the folder has the binaries of both. */
export function hasControllers(binaries: string): boolean {
  return names.every((name) => existsSync(join(binaries, name)))
}

/** Starts both against a server that accepts the token. */
export function startControllers(binaries: string, url: string, token: string): Controllers {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-controllers-'))
  writeFileSync(join(folder, 'kubeconfig'), kubeconfig(url, token))
  makeKeys(folder)
  const shared = ['--kubeconfig=kubeconfig', '--leader-elect=false', '--secure-port=0']
  const flags: Readonly<Record<(typeof names)[number], readonly string[]>> = {
    'kube-controller-manager': [
      ...shared,
      '--use-service-account-credentials=true',
      '--service-account-private-key-file=accounts.key',
      '--root-ca-file=ca.crt',
      '--cluster-signing-cert-file=ca.crt',
      '--cluster-signing-key-file=ca.key',
      '--controllers=*',
      '--node-monitor-grace-period=60s',
    ],
    'kube-scheduler': shared,
  }
  const processes = names.map((name) => run(join(binaries, name), flags[name], folder, `${name}.log`))
  return {
    get isRunning() {
      return processes.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    },
    log: () => names.map((name) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000)).join('\n'),
    async stop() {
      await Promise.all(processes.map(end))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function run(binary: string, flags: readonly string[], folder: string, log: string): ChildProcess {
  const output = openSync(join(folder, log), 'a')
  const child = spawn(binary, flags, { cwd: folder, stdio: ['ignore', output, output] })
  // It must not outlive a judge that is interrupted.
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function makeKeys(folder: string): void {
  openssl(folder, ['genrsa', '-out', 'accounts.key', '2048'])
  openssl(folder, [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=ca',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  ])
}

function kubeconfig(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
}
