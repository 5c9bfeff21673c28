import { createLeaderElector, createSharedInformers, type Client } from '@pinnace/client'
import { noMetrics, systemClock, systemRandom, type Clock, type Metrics, type Random } from '@pinnace/meta'
import { builtInControllers, type BuiltInControllersOptions } from './built-in-controllers.ts'
import type { Controller, ControllerFailure, RunningController } from './controller.ts'
import { selectControllers } from './select-controllers.ts'
import { servedControllers } from './served-controllers.ts'

/** Options for {@link startControllers}. */
export interface ControllersOptions extends BuiltInControllersOptions {
  /** Speaks to the server the controllers work for: `server.connect()`, or a remote one. */
  readonly client: Client
  /** `*`, `name`, `-name`. @default ['*'] */
  readonly controllers?: readonly string[]
  /** Controllers of the host, beside the built-in ones. @default none */
  readonly additional?: readonly Controller[]
  /** Runs only while it holds a Lease, for several processes over one store. @default runs at once */
  readonly leaderElection?: LeaderElection
  readonly clock?: Clock
  readonly random?: Random
  readonly metrics?: Metrics
  /** Hears of failures; all of them are survived. */
  readonly onError?: (error: unknown, told: ControllerFailure) => void
}

/** Who leads, where several could. */
export interface LeaderElection {
  /** This candidate; no other may have the same. */
  readonly identity: string
  /** @default 'controllers' */
  readonly name?: string
  /** @default the system namespace */
  readonly namespace?: string
  readonly leaseDurationMs?: number
  readonly renewDeadlineMs?: number
  readonly retryPeriodMs?: number
}

/** Controllers under way. */
export interface Controllers {
  /** Names of those that were chosen. */
  readonly names: readonly string[]
  /** Whether they run here: always, without an election. */
  readonly isLeader: boolean
  /** Health by name, of those that run. */
  health(): Readonly<Record<string, boolean>>
  /** Resolves when each has begun and knows what there is. Waits for the lead, where that is elected. */
  readonly started: Promise<void>
  /** Ends all of them: no request, no timer is left when it resolves. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the loops that keep the promises of an API server. They speak only through the client, so they run in the
 * process of the server or in another.
 *
 * @example
 * await using controllers = startControllers({ client: server.connect() })
 */
export function startControllers(options: ControllersOptions): Controllers {
  const { client, controllers: words = ['*'], additional = [], leaderElection } = options
  const { clock = systemClock, random = systemRandom, metrics = noMetrics, onError = () => {} } = options
  const { vocabulary } = client
  const chosen = selectControllers([...builtInControllers(options), ...additional], words)
  const running = new Map<string, RunningController>()
  // upstream: component-base/metrics/prometheus/controllers/metrics.go
  const manager = `${vocabulary.componentPrefix}-controller-manager`
  const here = metrics.gauge({
    name: 'running_managed_controllers',
    help: 'Indicates where instances of a controller are currently running',
    labelNames: ['name', 'manager'],
  })
  let finish: { resolve(): void; reject(error: unknown): void }
  const started = new Promise<void>((resolve, reject) => (finish = { resolve, reject }))
  started.catch(() => {})

  const begin = async (signal: AbortSignal): Promise<void> => {
    const informers = createSharedInformers({
      client,
      clock,
      random,
      onError: (error) => onError(error, { controller: 'informers', isGivenUp: false }),
    })
    const context = { client, informers, vocabulary, clock, random, metrics, onError }
    try {
      for (const controller of await servedControllers({ controllers: chosen, client, signal, onError })) {
        if (signal.aborted) break
        running.set(controller.name, await controller.start(context))
        here.set([controller.name, manager], 1)
      }
      informers.start()
      await informers.synced(signal)
      await Promise.race([Promise.all(Array.from(running.values(), ({ ready }) => ready)), aborted(signal)])
      finish.resolve()
      await aborted(signal)
    } finally {
      // One that does not end well keeps neither the others nor their informers.
      const failed = (name: string, error: unknown): void => onError(error, { controller: name, isGivenUp: true })
      await Promise.all(Array.from(running, ([name, one]) => one.stop().catch((error: unknown) => failed(name, error))))
      for (const name of running.keys()) here.set([name, manager], 0)
      running.clear()
      await informers.stop()
    }
  }
  const stopping = new AbortController()
  const elector =
    leaderElection === undefined
      ? undefined
      : createLeaderElector({
          name: 'controllers',
          namespace: vocabulary.systemNamespace,
          ...leaderElection,
          leases: client.resource({ apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' }),
          clock,
          random,
          async onStartedLeading(signal) {
            try {
              await begin(signal)
            } catch (error) {
              if (signal.aborted) return
              finish.reject(error)
              throw error
            }
          },
          onError: (error) => onError(error, { controller: 'leader-election', isGivenUp: false }),
        })
  elector?.start()
  const alone = elector === undefined ? begin(stopping.signal) : undefined
  alone?.catch((error: unknown) => {
    finish.reject(error)
    if (!stopping.signal.aborted) onError(error, { controller: 'controllers', isGivenUp: true })
  })
  const handle: Controllers = {
    names: chosen.map(({ name }) => name),
    get isLeader() {
      return elector?.isLeader ?? true
    },
    health: () => Object.fromEntries(Array.from(running, ([name, { isHealthy = true }]) => [name, isHealthy])),
    started,
    async stop() {
      const reason = new Error('the controllers have been stopped')
      stopping.abort(reason)
      finish.reject(reason)
      await elector?.stop()
      await alone?.catch(() => {})
    },
    [Symbol.asyncDispose]: () => handle.stop(),
  }
  return handle
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
