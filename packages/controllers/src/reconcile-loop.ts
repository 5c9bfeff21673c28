import { createWorkQueue, runWorkers } from '@pinnace/client'
import { backgroundSlices, type Counter, type Gauge, type Metrics } from '@pinnace/meta'
import type { ControllerContext, RunningController } from './controller.ts'

/** Options for {@link startLoop}. */
export interface LoopOptions {
  /** Name of the controller. */
  readonly name: string
  readonly context: ControllerContext
  /**
   * Moves the actual state of one key toward the desired state. When it throws, the key is retried with exponential
   * back-off; with `requeueAfterMs` it is queued again after that delay.
   */
  readonly reconcile: (key: string, signal: AbortSignal) => Promise<{ readonly requeueAfterMs: number } | void>
  /** Keys worked on concurrently. @default 5 */
  readonly workers?: number
  /** Retries of a failing key before it is dropped until it is added again. @default unlimited */
  readonly maxRetries?: number
  /** Longest back-off in milliseconds. @default 1000000 */
  readonly maxDelayMs?: number
  /** Name of the queue in metrics, for controllers with several. @default the name */
  readonly queue?: string
  /** Resolves when the first key may be worked on. @default when all informers have synced */
  readonly synced?: (signal: AbortSignal) => Promise<void>
}

/** A running work queue of keys. */
export interface Loop extends RunningController {
  /** Queues a key. A key that is queued already is not queued twice. */
  add(key: string): void
  /** Queues a key after a delay. */
  addAfter(key: string, delayMs: number): void
}

/**
 * Starts workers that reconcile queued keys until stopped, once the informers have synced. A key is never reconciled by
 * two workers at the same time. In the process of the server all loops together work in slices of time, so that requests
 * are served while many keys are queued.
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
  const slices = backgroundSlices(clock)
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
        while (slices.isOver()) await slices.next()
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
