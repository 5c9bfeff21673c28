import { createSharedInformers, type Client } from '@pinnace/client'
import type { Clock, Gauge, Metrics, Random, Vocabulary } from '@pinnace/meta'
import type { Controller, ControllerFailure, RunningController } from './controller.ts'
import { servedControllers } from './served-controllers.ts'

/** Options for {@link createControllerRun}. */
export interface ControllerRunOptions {
  readonly controllers: readonly Controller[]
  readonly vocabulary: Vocabulary
  /** The client that discovers, lists and watches for all controllers. */
  readonly client: Client
  /** The client of one controller. */
  readonly clientOf: (controller: Controller) => Client
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly onError: (error: unknown, failure: ControllerFailure) => void
}

/** Controllers that run together over one set of informers. */
export interface ControllerRun {
  /** Health by name, of the controllers that run now. */
  health(): Readonly<Record<string, boolean>>
  /**
   * Starts the controllers, calls `onReady` once all of them know the state of the server, and stops them when the signal
   * is aborted. Resolves when everything has been stopped; rejects with the error of a controller that cannot start.
   */
  run(signal: AbortSignal, onReady: () => void): Promise<void>
}

/** A run of controllers. It can be run again after it has ended, with new informers. */
export function createControllerRun(options: ControllerRunOptions): ControllerRun {
  const { controllers, vocabulary, client, clientOf, clock, random, metrics, onError } = options
  const gauge = runningGauge(metrics, vocabulary)
  const running = new Map<string, RunningController>()

  const startAll = async (context: Parameters<Controller['start']>[0], signal: AbortSignal): Promise<void> => {
    for (const controller of await servedControllers({ controllers, client, signal, onError })) {
      if (signal.aborted) return
      running.set(controller.name, await controller.start({ ...context, client: clientOf(controller) }))
      gauge.set(controller.name, true)
    }
  }
  const stopAll = async (): Promise<void> => {
    // The failure of one to stop keeps neither the others nor their informers running.
    const failed = (name: string, error: unknown): void => onError(error, { controller: name, isGivenUp: true })
    await Promise.all(Array.from(running, ([name, one]) => one.stop().catch((error: unknown) => failed(name, error))))
    for (const name of running.keys()) gauge.set(name, false)
    running.clear()
  }
  return {
    health: () => Object.fromEntries(Array.from(running, ([name, { isHealthy = true }]) => [name, isHealthy])),
    async run(signal, onReady) {
      const informers = createSharedInformers({
        keepAlive: false,
        client,
        clock,
        random,
        onError: (error) => onError(error, { controller: 'informers', isGivenUp: false }),
      })
      try {
        await startAll({ client, informers, vocabulary, clock, random, metrics, onError }, signal)
        informers.start()
        await informers.synced(signal)
        await Promise.race([Promise.all(Array.from(running.values(), ({ ready }) => ready)), aborted(signal)])
        onReady()
        await aborted(signal)
      } finally {
        await stopAll()
        await informers.stop()
      }
    },
  }
}

// upstream: component-base/metrics/prometheus/controllers/metrics.go
function runningGauge(
  metrics: Metrics,
  { componentPrefix }: Vocabulary,
): { set(controller: string, isRunning: boolean): void } {
  const gauge: Gauge = metrics.gauge({
    name: 'running_managed_controllers',
    help: 'Indicates where instances of a controller are currently running',
    labelNames: ['name', 'manager'],
  })
  return {
    set: (controller, isRunning) => gauge.set([controller, `${componentPrefix}-controller-manager`], isRunning ? 1 : 0),
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
