import { createWorkQueue, runWorkers } from '@pinnace/client'
import type { Counter, Gauge, Metrics } from '@pinnace/meta'
import type { ControllerContext, RunningController } from './controller.ts'

/** Options for {@link startLoop}. */
export interface LoopOptions {
  /** Name of the controller. */
  readonly name: string
  readonly context: ControllerContext
  /**
   * Brings one thing nearer to what is wanted, from what informers and client say of it now. What it throws is tried
   * again, later and later; what it answers says when to look again.
   */
  readonly reconcile: (key: string, signal: AbortSignal) => Promise<{ readonly requeueAfterMs: number } | void>
  /** Keys worked on at once. @default 5 */
  readonly workers?: number
  /** How often a key is tried again before it is given up until something changes. @default as long as it fails */
  readonly maxRetries?: number
  /** The longest a key waits for its next try. @default 1000000 */
  readonly maxDelayMs?: number
  /** What its metrics call it, where a controller has several. @default the name */
  readonly queue?: string
  /** Waited for before the first key is worked on. @default all informers */
  readonly synced?: (signal: AbortSignal) => Promise<void>
}

/** A queue of keys that is being worked on. */
export interface Loop extends RunningController {
  add(key: string): void
  addAfter(key: string, delayMs: number): void
}

/**
 * Works on keys until stopped, once all informers have told what there is. A key is worked on by one worker at a time,
 * and waits once however often it is added.
 */
export function startLoop(options: LoopOptions): Loop {
  const {
    name,
    context,
    reconcile,
    workers = 5,
    maxRetries = Number.POSITIVE_INFINITY,
    maxDelayMs = 1_000_000,
  } = options
  const { clock, informers, metrics, onError } = context
  const { synced = informers.synced, queue: label = name } = options
  const series = loopMetrics(metrics)
  const queue = createWorkQueue({
    clock,
    maxDelayMs,
    onSize(size, change) {
      if (change === 'added') series.adds.add([label])
      series.depth.set([label], size)
    },
  })
  const stopping = new AbortController()
  let failedLast = false
  const running = (async () => {
    await synced(stopping.signal)
    return runWorkers({
      queue,
      workers,
      maxRetries,
      async reconcile(key, signal) {
        const startedMs = clock.monotonic()
        try {
          return await reconcile(key, signal)
        } finally {
          series.duration.observe([label], (clock.monotonic() - startedMs) / 1000)
          failedLast = false
        }
      },
      onError(error, key, { isGivenUp }) {
        failedLast = true
        series.retries.add([label])
        onError(error, { controller: name, key, isGivenUp })
      },
    })
  })()
  running.catch((error: unknown) => {
    if (!stopping.signal.aborted) onError(error, { controller: name, isGivenUp: true })
  })
  return {
    get isHealthy() {
      return !failedLast
    },
    add: (key) => queue.add(key),
    addAfter: (key, delayMs) => queue.addAfter(key, delayMs),
    async stop() {
      stopping.abort(new Error(`${name} has been stopped`))
      queue.shutDown()
      const workers = await running.catch(() => undefined)
      await workers?.stop()
    },
  }
}

interface LoopSeries {
  readonly adds: Counter
  readonly retries: Counter
  readonly depth: Gauge
  readonly duration: ReturnType<Metrics['histogram']>
}

// upstream: component-base/metrics/prometheus/workqueue
function loopMetrics(metrics: Metrics): LoopSeries {
  const labelNames = ['name']
  return {
    adds: metrics.counter({
      name: 'workqueue_adds_total',
      help: 'Total number of adds handled by workqueue',
      labelNames,
    }),
    retries: metrics.counter({
      name: 'workqueue_retries_total',
      help: 'Total number of retries handled by workqueue',
      labelNames,
    }),
    depth: metrics.gauge({ name: 'workqueue_depth', help: 'Current depth of workqueue', labelNames }),
    duration: metrics.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long in seconds processing an item from workqueue takes.',
      labelNames,
      buckets: Array.from({ length: 10 }, (_, power) => 10e-9 * 10 ** power),
    }),
  }
}
