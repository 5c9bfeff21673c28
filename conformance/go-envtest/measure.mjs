// Measures control planes as envtest starts them: the time and CPU until /healthz, the memory then, and the time of the
// suite of this module. `node measure.mjs NAME=DIR…` compares directories of programs, in turns; the least of each counts.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const turns = Number(process.env.TURNS ?? 5)
const subjects = process.argv.slice(2).map((argument) => argument.split('='))
const folder = mkdtempSync(join(tmpdir(), 'pinnace-measure-'))
const suite = join(folder, 'suite.test')
spawnSync('go', ['test', '-c', '-o', suite, './internal/controller'], { cwd: import.meta.dirname, stdio: 'inherit' })
const results = new Map(subjects.map(([name]) => [name, []]))
try {
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, assets] of subjects) {
      const temporary = mkdtempSync(join(folder, `${name}-`))
      const env = { ...process.env, TMPDIR: temporary, KUBEBUILDER_ASSETS: assets }
      const daemon = name === 'warm' ? await startDaemon(assets, env) : undefined
      try {
        // What is compiled at the first start of a warm process is not that of the others.
        if (daemon !== undefined) await measureStart(assets, env, daemon.pid)
        const start = await measureStart(assets, env, daemon?.pid)
        results.get(name).push({ ...start, suiteMs: runSuite(env) })
      } finally {
        daemon?.kill()
      }
    }
  }
  console.log('| programs | start, ms | start, CPU ms | memory, MiB | suite, s |\n|---|---|---|---|---|')
  for (const [name, runs] of results) {
    const least = (key) => Math.min(...runs.map((run) => run[key]))
    const [startMs, cpuMs, mib] = ['startMs', 'cpuMs', 'mib'].map((key) => Math.round(least(key)))
    console.log(`| ${name} | ${startMs} | ${cpuMs} | ${mib} | ${(least('suiteMs') / 1000).toFixed(1)} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measureStart(assets, env, daemonPid) {
  const directory = mkdtempSync(join(env.TMPDIR, 'plane-'))
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()]
  const key = join(directory, 'sa.key')
  execFileSync('openssl', ['genrsa', '-out', key, '2048'], { stdio: 'ignore' })
  const cpuBefore = daemonPid === undefined ? 0 : cpuOf(daemonPid)
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
      '--disable-admission-plugins=ServiceAccount',
      `--etcd-servers=http://127.0.0.1:${client}`,
      `--secure-port=${port}`,
      `--service-account-issuer=https://127.0.0.1:${port}/`,
      `--service-account-key-file=${key}`,
      `--service-account-signing-key-file=${key}`,
      '--service-cluster-ip-range=10.0.0.0/24',
    ],
    { env, stdio: 'ignore' },
  )
  await untilHealthy(httpsRequest, `https://127.0.0.1:${port}/healthz`)
  const startMs = performance.now() - startedMs
  const processes = [etcd.pid, server.pid]
  const cpuMs =
    processes.reduce((sum, pid) => sum + cpuOf(pid), 0) + (daemonPid === undefined ? 0 : cpuOf(daemonPid) - cpuBefore)
  const mib = [...processes, ...(daemonPid === undefined ? [] : [daemonPid])].reduce((sum, pid) => sum + mibOf(pid), 0)
  for (const child of [server, etcd]) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { startMs, cpuMs, mib }
}

function runSuite(env) {
  const startedMs = performance.now()
  const { status, stdout } = spawnSync(suite, [], { cwd: join(import.meta.dirname, 'internal', 'controller'), env })
  if (status !== 0) throw new Error(String(stdout))
  return performance.now() - startedMs
}

async function startDaemon(assets, env) {
  const words = readFileSync(join(assets, 'kube-apiserver'), 'utf8')
  const [, command] = /^exec (.*) envtest run/m.exec(words)
  const daemon = spawn('sh', ['-c', `exec ${command} envtest --daemon`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => daemon.stdout.once('data', resolve))
  return daemon
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

/** The CPU time of a process, milliseconds. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function mibOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
