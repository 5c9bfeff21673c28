import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const title = 'Several processes (CPU of all serving processes)'

const command = fileURLToPath(new URL('../packages/cli/bin/pinnace.js', import.meta.url))
const path = '/api/v1/namespaces/default/configmaps'
const objects = 200

/**
 * The cost of a request with two workers, and the process that keeps the store, over that of one process. Where the cost is
 * the same, two workers on two free cores answer twice as much; at 1.18, 1.7 times as much.
 */
export async function run(kit) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-workers-'))
  const tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, 'secret,admin,admin,"system:masters"\n')
  const servers = []
  try {
    for (const workers of [1, 2]) servers.push(await startCommand(workers, tokens))
    const [one, two] = servers
    for (const server of servers) await fill(kit, server)
    const measure = (row) => compareServers(kit, { ...row, one, two })
    await measure({ name: 'get over TLS', count: 8_000, request: { path: `${path}/c-%d`, among: objects }, aim: 1.18 })
    await measure({ name: 'page of 100 over TLS', count: 1_000, request: { path: `${path}?limit=100` }, aim: 1.18 })
    await measure({ name: 'create over TLS', count: 1_000, request: create })
  } finally {
    for (const server of servers) await server.close()
    rmSync(folder, { recursive: true })
  }
}

const create = { method: 'POST', path, body: '{"metadata":{"name":"c-%d"},"data":{"key":"value"}}' }

async function fill(kit, server) {
  const plan = { protocol: 'tls', port: server.port, clients: 1, streams: 1, headers, count: objects }
  const { failed, text } = await kit.load({ ...plan, ...create, among: objects })
  if (failed > 0) throw new Error(`filling failed: ${text}`)
}

const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' }

async function compareServers(kit, { name, count, request, aim, one, two }) {
  const least = new Map([
    [one, Infinity],
    [two, Infinity],
  ])
  const each = kit.quick ? count / 4 : count
  for (let round = -1; round < kit.rounds; round++) {
    for (const server of [one, two]) {
      const requests = round < 0 ? count : each
      const before = server.cpu()
      // Eight connections, which the workers accept in turns.
      const plan = { protocol: 'tls', port: server.port, clients: 8, streams: 8, headers, count: requests, ...request }
      const { failed, text } = await kit.load(plan)
      if (failed > 0) throw new Error(`${name}: ${failed} requests failed: ${text}`)
      if (round >= 0) least.set(server, Math.min(least.get(server), (server.cpu() - before) / each))
    }
  }
  kit.row({
    name: `${name}, 2 workers; bare is one process`,
    ours: least.get(two),
    bare: least.get(one),
    unit: 'µs',
    aim,
  })
}

async function startCommand(workers, tokens) {
  const args = [`--workers=${workers}`, '--secure-port=0', '--controllers=-*', '--simulated-nodes=0']
  const child = spawn(process.execPath, [command, ...args, `--token-auth-file=${tokens}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^serving (.+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(Number(new URL(url).port))
    })
    exit.then(([code]) => reject(new Error(`the command ended with ${code}`)), reject)
  })
  return {
    port,
    /** Microseconds of all processes of the command. */
    cpu: () => [child.pid, ...childrenOf(child.pid)].reduce((sum, pid) => sum + cpuOf(pid), 0),
    close() {
      child.kill('SIGTERM')
      return exit
    },
  }
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => statOf(pid)?.[1] === String(parent))
}

/** User and system time; Linux counts them in ticks of ten milliseconds. */
function cpuOf(pid) {
  const stat = statOf(pid)
  return stat === undefined ? 0 : (Number(stat[11]) + Number(stat[12])) * 10_000
}

/** The fields after the name of a process, from its state on. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
