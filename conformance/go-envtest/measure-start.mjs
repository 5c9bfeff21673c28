// One start of a control plane as envtest starts it: used by measure.mjs, and by the bench.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processCpuMs } from '../../scripts/process-cpu.mjs'

/**
 * The time and CPU from the start of `etcd` to the first 200 of /healthz, and the memory then, of every process; the CPU of
 * the program `kube-apiserver` and of the warm process also alone.
 */
export async function measureStart(assets, env, daemonPid) {
  const directory = mkdtempSync(join(env.TMPDIR, 'plane-'))
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()]
  for (const name of ['apiserver', 'sa-signer', 'client-cert-auth-ca']) writeCertificate(join(directory, name))
  const cpuBefore = daemonPid === undefined ? 0 : processCpuMs(daemonPid)
  const startedMs = performance.now()
  const etcd = spawn(
    join(assets, 'etcd'),
    [
      `--data-dir=${join(directory, 'etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      '--unsafe-no-fsync=true',
    ],
    { env, stdio: 'ignore' },
  )
  await untilHealthy(httpRequest, `http://127.0.0.1:${client}/health`)
  const server = spawn(
    join(assets, 'kube-apiserver'),
    [
      '--allow-privileged=true',
      '--authorization-mode=RBAC',
      '--bind-address=127.0.0.1',
      `--cert-dir=${directory}`,
      `--client-ca-file=${join(directory, 'client-cert-auth-ca.crt')}`,
      '--disable-admission-plugins=ServiceAccount',
      `--etcd-servers=http://127.0.0.1:${client}`,
      `--secure-port=${port}`,
      `--service-account-issuer=https://127.0.0.1:${port}/`,
      `--service-account-key-file=${join(directory, 'sa-signer.crt')}`,
      `--service-account-signing-key-file=${join(directory, 'sa-signer.key')}`,
      '--service-cluster-ip-range=10.0.0.0/24',
    ],
    { env, stdio: 'ignore' },
  )
  await untilHealthy(httpsRequest, `https://127.0.0.1:${port}/healthz`)
  const startMs = performance.now() - startedMs
  const processes = [etcd.pid, server.pid]
  const serverCpuMs = processCpuMs(server.pid)
  const daemonCpuMs = daemonPid === undefined ? 0 : processCpuMs(daemonPid) - cpuBefore
  const cpuMs = processCpuMs(etcd.pid) + serverCpuMs + daemonCpuMs
  const mib = [...processes, ...(daemonPid === undefined ? [] : [daemonPid])].reduce((sum, pid) => sum + mibOf(pid), 0)
  for (const child of [server, etcd]) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { startMs, cpuMs, serverCpuMs, daemonCpuMs, mib }
}

/** The warm process of launchers. */
export async function startDaemon(assets, env) {
  const words = readFileSync(join(assets, 'kube-apiserver'), 'utf8')
  // exec NODE launcher.cjs COMMAND CACHE kube-apiserver "$@"
  const [, node, command] = /^exec (\S+) \S+launcher\.cjs (\S+) /m.exec(words)
  const daemon = spawn(node, [command, 'envtest', '--daemon'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => daemon.stdout.once('data', resolve))
  return daemon
}

/** A certificate and its key, as envtest makes them. */
function writeCertificate(path) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${path}.key`]
  const names = ['-subj', '/CN=test-environment', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...key, '-out', `${path}.crt`, '-days', '1', ...names], { stdio: 'ignore' })
}

async function untilHealthy(send, url) {
  for (;;) {
    const status = await new Promise((resolve) => {
      send(url, { rejectUnauthorized: false, agent: false, timeout: 5000 }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('timeout', function () {
          this.destroy()
        })
        .on('error', () => resolve(undefined))
        .end()
    })
    if (status === 200) return
    await sleep(10)
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

function mibOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
