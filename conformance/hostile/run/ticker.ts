// The process that asks `GET /livez` during an attack: `ticker.ts URL PID`, under run-attack.ts.
import { Agent, request } from 'node:https'
import { constants, setPriority } from 'node:os'
import { threadCpuMs } from './process-figures.ts'

/** What the process has seen. */
export interface Ticks {
  readonly asked: number
  /** Requests that were not answered with 200. */
  readonly failed: number
  /** The longest time until an answer, milliseconds. */
  readonly waitMs: number
  /** The most CPU time of the main thread of the server during one request, milliseconds. */
  readonly stopMs: number
}

const intervalMs = 20
// Where the cores are busy with the attack, the server must not take CPU time while this process waits for a core.
try {
  setPriority(constants.priority.PRIORITY_HIGHEST)
} catch {
  // Only root may: then figures are too high rather than too low.
}
const [url = '', pid = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
const ticks = { asked: 0, failed: 0, waitMs: 0, stopMs: 0 }

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request(new URL('/livez', url), { agent }, (incoming) => {
      incoming.resume()
      incoming.on('end', () => resolve(incoming.statusCode === 200))
    })
    outgoing.on('error', () => resolve(false))
    outgoing.end()
  })
}

process.once('disconnect', () => process.exit(1))
process.once('message', () => {
  process.send?.(ticks satisfies Ticks)
  process.exit(0)
})
// The handshake is not counted.
await ask()
process.send?.('ticking')
for (;;) {
  await new Promise((resolve) => setTimeout(resolve, intervalMs))
  const atMs = performance.now()
  const cpuMs = threadCpuMs(Number(pid))
  const isAnswered = await ask()
  ticks.asked++
  if (!isAnswered) ticks.failed++
  ticks.waitMs = Math.max(ticks.waitMs, performance.now() - atMs)
  ticks.stopMs = Math.max(ticks.stopMs, threadCpuMs(Number(pid)) - cpuMs)
}
