import { createLeaderElector, type Client, type LeaderElector } from '@pinnace/client'
import {
  keepAliveUntil,
  noMetrics,
  systemClock,
  systemRandom,
  type Clock,
  type Metrics,
  type Random,
} from '@pinnace/meta'
import { builtInControllers, type BuiltInControllersOptions } from './built-in-controllers.ts'
import { controllerIdentity, informersClient, type ControllerIdentity } from './controller-identity.ts'
import { createControllerRun, type ControllerRun } from './controller-run.ts'
import type { Controller, ControllerFailure } from './controller.ts'
import { isNamespaceGone } from './is-namespace-gone.ts'
import { selectControllers } from './select-controllers.ts'

/** Options for {@link startControllers}. */
export interface ControllersOptions extends BuiltInControllersOptions {
  /** A client of the server the controllers work for: `server.connect()`, or a remote one. */
  readonly client: Client
  /**
   * Makes a client that acts as a user: `(identity) => server.connect(identity)`. Each controller then has a user agent
   * and, with {@link useServiceAccountCredentials}, a user of its own. @default all controllers use `client`
   */
  readonly connect?: (identity: ControllerIdentity) => Client
  /**
   * Each controller acts as its service account in the system namespace, restricted to the roles bound to that account.
   * Otherwise all of them act as the controller manager, which may do everything. Needs {@link connect}.
   * @default false
   */
  readonly useServiceAccountCredentials?: boolean
  /** Names of controllers: `*`, `name`, `-name`. @default ['*'] */
  readonly controllers?: readonly string[]
  /** Controllers of the host, beside the built-in ones. @default none */
  readonly additional?: readonly Controller[]
  /** Runs the controllers only while this process holds a Lease. @default they run at once */
  readonly leaderElection?: LeaderElection
  readonly clock?: Clock
  readonly random?: Random
  readonly metrics?: Metrics
  /** Called with every failure but those of a namespace that is being deleted. The controllers go on after each of them. */
  readonly onError?: (error: unknown, failure: ControllerFailure) => void
  /** Called like `onError`, besides it: `optionsForServer` emits `controllerError` of the server. */
  readonly reportError?: (error: unknown, failure: ControllerFailure) => void
}

/** Leader election between processes that could run the same controllers. */
export interface LeaderElection {
  /** Unique name of this candidate. */
  readonly identity: string
  /** Name of the Lease. @default 'controllers' */
  readonly name?: string
  /** Namespace of the Lease. @default the system namespace */
  readonly namespace?: string
  readonly leaseDurationMs?: number
  readonly renewDeadlineMs?: number
  readonly retryPeriodMs?: number
}

/** Running controllers. */
export interface Controllers {
  /** Names of the selected controllers. */
  readonly names: readonly string[]
  /** Whether the controllers run in this process; always true without leader election. */
  readonly isLeader: boolean
  /** Health by name, of the controllers that run now. */
  health(): Readonly<Record<string, boolean>>
  /**
   * Resolves when every controller has started and knows the state of the server. With leader election it waits until
   * this process leads. Rejects when the controllers are stopped before. Once it was read, the process stays alive until
   * it settles.
   */
  readonly started: Promise<void>
  /** Stops all controllers. No request and no timer is left when it resolves. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the controllers of an API server. They use the API only through clients, so they run in the process of the
 * server or in another one. Throws a TypeError for an unknown name in `controllers`.
 *
 * @example
 * await using controllers = startControllers(optionsForServer(server))
 */
export function startControllers(options: ControllersOptions): Controllers {
  return new StartedControllers(options)
}

class StartedControllers implements Controllers {
  readonly names: readonly string[]
  readonly #started: Promise<void>
  readonly #run: ControllerRun
  readonly #onError: (error: unknown, failure: ControllerFailure) => void
  readonly #stopping = new AbortController()
  /** Set with leader election. */
  readonly #elector: LeaderElector | undefined
  /** Set without leader election: settles when the only run has ended. */
  readonly #onlyRun: Promise<void> | undefined
  #resolveStarted: () => void = () => {}
  #rejectStarted: (error: unknown) => void = () => {}

  constructor(options: ControllersOptions) {
    const { controllers: words = ['*'], additional = [], leaderElection } = options
    const { clock = systemClock, random = systemRandom, metrics = noMetrics, reportError } = options
    const onError = (error: unknown, failure: ControllerFailure): void => {
      if (isNamespaceGone(error)) return
      reportError?.(error, failure)
      options.onError?.(error, failure)
    }
    const controllers = selectControllers([...builtInControllers(options), ...additional], words)
    const { clientOf, client } = clientsOf(options)
    const { vocabulary } = options.client
    this.names = controllers.map(({ name }) => name)
    this.#onError = onError
    this.#started = new Promise((resolve, reject) => {
      this.#resolveStarted = resolve
      this.#rejectStarted = reject
    })
    // A host that does not wait for the start is not ended by its failure, which `onError` is called with.
    this.#started.catch(() => {})
    this.#run = createControllerRun({ controllers, vocabulary, client, clientOf, clock, random, metrics, onError })
    if (leaderElection === undefined) {
      this.#onlyRun = this.#runOnce()
      return
    }
    this.#elector = createLeaderElector({
      name: 'controllers',
      namespace: vocabulary.systemNamespace,
      ...leaderElection,
      leases: client.resource({ apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' }),
      keepAlive: false,
      clock,
      random,
      onStartedLeading: (signal) => this.#lead(signal),
      onError: (error) => onError(error, { controller: 'leader-election', isGivenUp: false }),
    })
    this.#elector.start()
  }

  get started(): Promise<void> {
    return keepAliveUntil(this.#started)
  }

  get isLeader(): boolean {
    return this.#elector?.isLeader ?? true
  }

  health(): Readonly<Record<string, boolean>> {
    return this.#run.health()
  }

  async stop(): Promise<void> {
    const reason = new Error('the controllers have been stopped')
    this.#stopping.abort(reason)
    this.#rejectStarted(reason)
    await this.#elector?.stop()
    await this.#onlyRun
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #runOnce(): Promise<void> {
    const { signal } = this.#stopping
    try {
      await this.#run.run(signal, this.#resolveStarted)
    } catch (error) {
      this.#rejectStarted(error)
      if (!signal.aborted) this.#onError(error, { controller: 'controllers', isGivenUp: true })
    }
  }

  /** Runs as long as this process leads. A failure is thrown, so that the elector gives up the Lease. */
  async #lead(signal: AbortSignal): Promise<void> {
    try {
      await this.#run.run(signal, this.#resolveStarted)
    } catch (error) {
      if (signal.aborted) return
      this.#rejectStarted(error)
      throw error
    }
  }
}

interface Clients {
  /** Discovers, lists and watches for all controllers, and holds the Lease. */
  readonly client: Client
  readonly clientOf: (controller: Controller) => Client
}

function clientsOf({ client, connect, useServiceAccountCredentials = false }: ControllersOptions): Clients {
  if (connect === undefined) {
    if (useServiceAccountCredentials) throw new TypeError('useServiceAccountCredentials needs the option connect')
    return { client, clientOf: () => client }
  }
  const settings = { vocabulary: client.vocabulary, useServiceAccountCredentials }
  return {
    client: connect(controllerIdentity({ name: informersClient }, settings)),
    clientOf: (controller) => connect(controllerIdentity(controller, settings)),
  }
}
