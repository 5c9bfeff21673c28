// What a scenario is given. See ../README.md.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createChild } from './child.mjs'

const here = dirname(fileURLToPath(import.meta.url))

export function createKit({ quick, onRow }) {
  const children = new Set()
  const rounds = quick ? 3 : 8
  let loader

  const row = ({ name, ours, bare, unit, aim }) => {
    const ratio = bare === undefined || bare <= 0 ? undefined : ours / bare
    const made = { name, ours, bare, ratio, unit, aim }
    onRow(made)
    return made
  }

  const start = (file, options) => {
    const child = createChild(join(here, file), options)
    children.add(child)
    return child
  }

  const ask = (name, plan) => (loader ??= start('load.mjs')).ask(name, plan)
  const load = (plan) => ask('load', plan)

  return {
    quick,
    rounds,
    row,

    /** CPU microseconds an operation: the least of many rounds. */
    async least(operations, run) {
      await warmUp(run)
      let least = Infinity
      for (let round = 0; round < rounds; round++) least = Math.min(least, await cpuOf(run))
      return least / operations
    },

    async compare({ name, unit = 'µs', operations, ours, bare, aim }) {
      await warmUp(ours)
      await warmUp(bare)
      let oursLeast = Infinity
      let bareLeast = Infinity
      for (let round = 0; round < rounds; round++) {
        bareLeast = Math.min(bareLeast, await cpuOf(bare))
        oursLeast = Math.min(oursLeast, await cpuOf(ours))
      }
      return row({ name, ours: oursLeast / operations, bare: bareLeast / operations, unit, aim })
    },

    /** A server in a child process, listening: `{ ports, token, ask(name, value), cpu(), close() }`. */
    async subject(kind, options = {}) {
      const child = start('subject.mjs', { execArgv: ['--expose-gc', ...(options.execArgv ?? [])] })
      const certificate = kind === 'bare' ? (await import('./certificates.mjs')).bareCertificate() : undefined
      const answer = await child.ask('start', { kind, ...options, ...certificate })
      const subject = {
        kind,
        ...answer,
        ask: child.ask,
        cpu: () => child.ask('cpu'),
        close() {
          children.delete(child)
          child.close()
        },
      }
      return subject
    },

    load,

    /** A process that asks a server for /livez all the time: `begin({ port, everyMs })`, and `end()` with the longest. */
    probe: () => start('probe.mjs'),

    /** Asks the load process for something else than {@link load}: `watch`, `writes`, `unwatch`. */
    ask,

    /**
     * Sends `count` requests a round to each of two subjects in turns, and compares the CPU microseconds their processes
     * spend on one. `protocol`: `http1`, `http2` (both in the clear), `https` (HTTP/1.1 over TLS), or
     * `tls` (HTTP/2 over TLS).
     */
    async serve({ name, protocol, count, ours, bare, aim, unit = 'µs', clients, streams, warm = count, divide = 1 }) {
      const subjects = [
        { ...bare, least: Infinity },
        { ...ours, least: Infinity },
      ]
      const each = Math.max(1, Math.ceil(count / (quick ? 4 : 1)))
      for (let round = -1; round < rounds; round++) {
        for (const subject of subjects) {
          const { server, request } = subject
          // The first round warms up: it takes the compiler some ten thousand requests to be done.
          const requests = round < 0 ? warm : each
          const plan = { protocol, port: server.ports[protocol], count: requests, clients, streams, ...request }
          const before = await server.cpu()
          const { failed, text } = await load(plan)
          if (failed > 0)
            throw new Error(`${name}: ${failed} of ${each} requests to the ${server.kind} server failed: ${text}`)
          const used = (await server.cpu()) - before
          if (round >= 0) subject.least = Math.min(subject.least, used / each / divide)
        }
      }
      return row({ name, ours: subjects[1].least, bare: subjects[0].least, unit, aim })
    },

    close() {
      for (const child of children) child.close()
    },
  }
}

/** Repeats a function for 0.3 s of CPU, so that most of it is compiled. */
async function warmUp(run) {
  let used = 0
  do used += await cpuOf(run)
  while (used < 300_000)
}

async function cpuOf(run) {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
