import type { Clock, Metrics, Timer } from '@pinnace/meta'
import type { HealthCheck } from './health-endpoints.ts'

/** Measures how late the event loop runs what is due. */
export interface LoopMeter extends Disposable {
  /** Starts measuring; without effect if it has started. It ends when the meter is disposed of. */
  start(): void
  /** How late the loop was at the last measurement, and at most in the last ten seconds; undefined before the first. */
  readonly recent: LoopDelay | undefined
  /** Fails while the loop was late for more than half of the last ten seconds. */
  readonly check: HealthCheck
}

/** Delays of the event loop, milliseconds. */
export interface LoopDelay {
  readonly last: number
  readonly longest: number
}

const intervalMs = 100
const windowMs = 10_000
const lateLimitMs = windowMs / 2

/** Seconds; a request that is sliced delays others by less than the third. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates a meter that is not started. */
export function createLoopMeter({ clock, metrics }: { readonly clock: Clock; readonly metrics: Metrics }): LoopMeter {
  const delays = metrics
    .histogram({
      name: 'apiserver_event_loop_delay_seconds',
      help: 'How late a timer of the event loop ran, measured ten times a second',
      buckets,
    })
    .of([])
  let timer: Timer | undefined
  let late: { readonly atMs: number; readonly ms: number }[] = []
  let last: number | undefined
  const arm = (): void => {
    const dueMs = clock.monotonic() + intervalMs
    timer = clock.after(intervalMs, () => {
      const nowMs = clock.monotonic()
      const ms = Math.max(0, nowMs - dueMs)
      delays.observe(ms / 1000)
      last = ms
      late = late.filter(({ atMs }) => atMs >= nowMs - windowMs)
      if (ms > intervalMs) late.push({ atMs: nowMs, ms })
      arm()
    })
  }
  return {
    start() {
      if (timer === undefined) arm()
    },
    get recent() {
      if (last === undefined) return undefined
      const since = clock.monotonic() - windowMs
      const delaysMs = late.filter(({ atMs }) => atMs >= since).map(({ ms }) => ms)
      return { last, longest: Math.max(last, ...delaysMs) }
    },
    check: {
      name: 'event-loop',
      endpoints: ['readyz'],
      check() {
        const since = clock.monotonic() - windowMs
        late = late.filter(({ atMs }) => atMs >= since)
        const sum = late.reduce((total, { ms }) => total + ms, 0)
        if (sum > lateLimitMs)
          throw new Error(`the event loop was late for ${Math.round(sum)} ms of the last 10 seconds`)
      },
    },
    [Symbol.dispose]() {
      timer?.cancel()
      timer = undefined
    },
  }
}
