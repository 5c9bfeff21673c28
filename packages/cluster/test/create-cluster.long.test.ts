import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createCluster } from '@pinnace/cluster'

const typescript = new URL('../../../conformance/differential/typescript.mjs', import.meta.url).href
const program = fileURLToPath(new URL('fixtures/cluster-program.ts', import.meta.url))

interface Line {
  readonly worker?: number
  readonly pid?: number
  readonly shared?: string
  readonly running?: true
  readonly closed?: true
  readonly exit?: number
  readonly signal?: string | null
  readonly restartMs?: number
  readonly failed?: string
}

interface Reply {
  readonly value: string | null
  readonly worker: number
  readonly revision: number
}

class Program {
  readonly #child: ChildProcess
  readonly #port: number
  readonly lines: Line[] = []

  constructor(port: number, ...args: string[]) {
    this.#port = port
    const options = ['--conditions=@pinnace/source', '--import', typescript, program, String(port), ...args]
    const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', (text) => this.lines.push(JSON.parse(text) as Line))
  }

  async until(found: (line: Line) => boolean, count = 1): Promise<readonly Line[]> {
    const limit = performance.now() + 60_000
    while (this.lines.filter(found).length < count) {
      if (performance.now() > limit) throw new Error(`the lines so far: ${JSON.stringify(this.lines)}`)
      await pause(10)
    }
    return this.lines.filter(found)
  }

  async call(method: string, key: string, agent: Agent): Promise<Reply> {
    const sent = request({ host: '127.0.0.1', port: this.#port, path: key, method, agent })
    sent.end()
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return JSON.parse(text) as Reply
  }

  /** A client whose connection is accepted by a worker with this number. */
  async clientOf(worker: number): Promise<Agent> {
    for (let tries = 0; tries < 50; tries++) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      if ((await this.call('GET', '/none', agent)).worker === worker) return agent
      agent.destroy()
    }
    throw new Error(`no connection to worker ${worker}`)
  }

  async close(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode
    // Its output has been read by then.
    const exit = once(this.#child, 'close')
    this.#child.stdin?.end()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 20_000)
    const [code] = await exit
    clearTimeout(timer)
    return code as number | null
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

describe('a cluster of two workers', { timeout: 120_000 }, () => {
  const programs: Program[] = []
  const start = async (...args: string[]): Promise<Program> => {
    const started = new Program(await freePort(), ...args)
    programs.push(started)
    return started
  }
  afterEach(async () => {
    for (const running of programs.splice(0)) await running.close()
  })

  it('serves one port and one state, kills a worker that does not follow, starts it again, and ends in order', async () => {
    const cluster = await start()
    await cluster.until((line) => line.running === true)
    const workers = await cluster.until((line) => line.worker !== undefined, 2)
    expect(new Set(workers.map(({ pid }) => pid)).size).toBe(2)
    expect(workers.map(({ shared }) => shared)).toEqual(['hello 1,2,3', 'hello 1,2,3'])

    // What one worker has written, the other one reads at once.
    const clients = [await cluster.clientOf(1), await cluster.clientOf(2)] as const
    for (let round = 0; round < 100; round++) {
      const [writer, reader] = round % 2 === 0 ? clients : clients.toReversed()
      if (writer === undefined || reader === undefined) throw new Error('no client')
      const { revision } = await cluster.call('PUT', '/a', writer)
      expect(await cluster.call('GET', '/a', reader)).toEqual({
        value: `${(round % 2) + 1} ${revision}`,
        worker: 2 - (round % 2),
        revision,
      })
    }

    // A write waits for a worker that has stopped, which is killed for it.
    const stopped = workers.find(({ worker }) => worker === 2)?.pid ?? 0
    process.kill(stopped, 'SIGSTOP')
    const connections = Array.from({ length: 4 }, () =>
      cluster.call('GET', '/none', new Agent()).then(
        () => 'answered',
        () => 'closed',
      ),
    )
    const { revision } = await cluster.call('PUT', '/late', clients[0])
    const [exit] = await cluster.until((line) => line.exit !== undefined)
    expect(exit).toEqual({ exit: 2, code: null, signal: 'SIGKILL', restartMs: 1_000 })
    // A connection that it was to accept does not stay open without anybody to answer it.
    expect((await Promise.all(connections)).sort()).toEqual(['answered', 'answered', 'answered', 'closed'])
    await cluster.until((line) => line.worker === 2, 2)
    expect(await cluster.call('GET', '/late', await cluster.clientOf(2))).toEqual({
      value: `1 ${revision}`,
      worker: 2,
      revision,
    })
    for (const client of clients) client.destroy()

    expect(await cluster.close()).toBe(0)
    expect(cluster.lines.at(-1)).toEqual({ closed: true })
  })

  it('rejects when a worker cannot start', async () => {
    const cluster = await start('2')
    const [line] = await cluster.until(({ failed }) => failed?.startsWith('worker') === true)
    expect(line?.failed).toBe('worker 2 could not start: it was told to fail')
  })

  it('refuses options that cannot be', async () => {
    const run = (): { close(): void } => ({ close: () => undefined })
    await expect(createCluster({ workers: 0, run })).rejects.toThrow(
      new TypeError('workers must be an integer from 1 to 64, not 0'),
    )
    await expect(createCluster({ workers: 2, run, stopTimeoutMs: 0.5 })).rejects.toThrow(
      new TypeError('stopTimeoutMs must be a positive integer'),
    )
  })
})
