import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../judge/connect.ts'
import { openssl } from './openssl.ts'
import { issuer, tokenFile, withFlags, type Started } from './pinnace.ts'

/** Starts etcd and kube-apiserver on free ports of this machine; undefined where their binaries are not in the folder. */
export async function startOriginal(
  binaries: string | undefined,
  flags: readonly string[] = [],
): Promise<Started | undefined> {
  const store = await startOriginalStore(binaries)
  if (store === undefined) return undefined
  try {
    const server = await store.startServer(flags)
    return {
      url: server.url,
      async stop() {
        await server.stop()
        await store.stop()
      },
    }
  } catch (error) {
    await store.stop()
    throw error
  }
}

/** An etcd, and kube-apiservers over it. */
export interface OriginalStore extends Started {
  /** Where the certificates are that all servers over it share. */
  readonly folder: string
  startServer(flags?: readonly string[]): Promise<Started>
}

/** Starts etcd on a free port of this machine; undefined where the binaries of both are not in the folder. */
export async function startOriginalStore(binaries: string | undefined): Promise<OriginalStore | undefined> {
  if (binaries === undefined) return undefined
  const [etcd, apiserver] = ['etcd', 'kube-apiserver'].map((name) => join(binaries, name))
  if (etcd === undefined || apiserver === undefined || !existsSync(etcd) || !existsSync(apiserver)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'differential-original-'))
  const [client, peer] = await Promise.all([freePort(), freePort()])
  makeKeys(folder)
  const store = run(etcd, etcdFlags(client, peer), folder)
  return {
    url: `http://127.0.0.1:${client}`,
    pid: store.pid,
    folder,
    async stop() {
      await end(store)
      rmSync(folder, { recursive: true, force: true })
    },
    async startServer(flags = []) {
      const secure = await freePort()
      const server = run(apiserver, withFlags(apiserverFlags(client, secure), flags), folder)
      const url = `https://127.0.0.1:${secure}`
      if (await isReady(url, server)) return { url, pid: server.pid, stop: () => end(server) }
      const words = readFileSync(join(folder, 'kube-apiserver.log'), 'utf8').slice(-2000)
      await end(server)
      throw new Error(`kube-apiserver did not become ready:\n${words}`)
    },
  }
}

function etcdFlags(client: number, peer: number): string[] {
  const [ours, others] = [client, peer].map((port) => `http://127.0.0.1:${port}`)
  return [
    '--data-dir=data',
    `--listen-client-urls=${ours}`,
    `--advertise-client-urls=${ours}`,
    `--listen-peer-urls=${others}`,
    `--initial-advertise-peer-urls=${others}`,
    `--initial-cluster=default=${others}`,
    '--unsafe-no-fsync',
  ]
}

function apiserverFlags(etcd: number, secure: number): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    `--secure-port=${secure}`,
    '--bind-address=127.0.0.1',
    // An address that is not loopback: endpoints of loopback addresses are refused. It is one of documentation.
    '--advertise-address=192.0.2.1',
    '--cert-dir=.',
    '--tls-cert-file=server.crt',
    '--tls-private-key-file=server.key',
    '--client-ca-file=server.crt',
    `--token-auth-file=${tokenFile}`,
    `--service-account-issuer=${issuer}`,
    '--service-account-signing-key-file=accounts.key',
    '--service-account-key-file=accounts.pub',
    '--authorization-mode=Node,RBAC',
    '--service-cluster-ip-range=10.96.0.0/12',
    '--requestheader-client-ca-file=front.crt',
    '--requestheader-allowed-names=front-proxy-client',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    '--proxy-client-cert-file=front.crt',
    '--proxy-client-key-file=front.key',
    '--allow-privileged=true',
  ]
}

/** Self-signed certificates and the keys of service accounts: the judge itself sends tokens. */
function makeKeys(folder: string): void {
  const make = (...args: string[]): void => openssl(folder, args)
  const sign = (name: string, subject: string, extensions: readonly string[]): void =>
    make(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      subject,
      ...extensions.flatMap((each) => ['-addext', each]),
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    )
  sign('server', '/CN=kube-apiserver', ['subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:kubernetes.default.svc'])
  sign('front', '/CN=front-proxy-client', ['extendedKeyUsage=clientAuth'])
  make('genrsa', '-out', 'accounts.key', '2048')
  make('rsa', '-in', 'accounts.key', '-pubout', '-out', 'accounts.pub')
  writeFileSync(join(folder, 'README'), 'temporary: npm run differential\n')
}

function run(binary: string, flags: readonly string[], folder: string): ChildProcess {
  const log = openSync(join(folder, `${binary.split('/').pop()}.log`), 'w')
  const child = spawn(binary, flags, { cwd: folder, stdio: ['ignore', log, log] })
  // It must not outlive a judge that is interrupted.
  const onExit = (): void => void child.kill('SIGKILL')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  return child
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

async function isReady(url: string, server: ChildProcess): Promise<boolean> {
  const side = connect('original', url)
  for (let turn = 0; turn < 240 && server.exitCode === null; turn++) {
    const { status } = await side.send({ method: 'GET', path: '/readyz' })
    if (status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
