import type { Client, SharedInformers } from '@pinnace/client'
import type { Awaitable, Clock, Metrics, Random, Vocabulary } from '@pinnace/meta'

/** Everything a controller works with. It uses the API only through the client and the informers. */
export interface ControllerContext {
  /** A client that acts as the user of this controller. */
  readonly client: Client
  /** Shared by all controllers; started once every controller has asked for the ones it needs. */
  readonly informers: SharedInformers
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  /** Called with every failure, of work that is retried and of work that is given up. */
  readonly onError: (error: unknown, failure: ControllerFailure) => void
}

/** The place of a failure. */
export interface ControllerFailure {
  readonly controller: string
  /** The key it worked on; undefined when the failure is not of one key. */
  readonly key?: string
  /** Whether the work is not retried before the object changes. */
  readonly isGivenUp: boolean
}

/** A running controller. */
export interface RunningController {
  /** False after a failure, until work succeeds again. @default true */
  readonly isHealthy?: boolean
  /** Resolves when informers of its own have synced. Never rejects. @default at once */
  readonly ready?: Promise<void>
  /** Stops the controller. No request, no timer and no work is left when it resolves. */
  stop(): Promise<void>
}

/** A control loop that moves the actual state toward the desired state. */
export interface Controller {
  /** The name in `--controllers`. */
  readonly name: string
  /** Whether `*` selects it. */
  readonly isDefault: boolean
  /**
   * The service account in the system namespace the controller acts as, with `useServiceAccountCredentials`.
   * @default the account Kubernetes has for a controller of this name, or else the controller manager itself
   */
  readonly serviceAccount?: string
  /** Kinds that the server may not serve and that it has informers of: without them it does not run. @default none */
  readonly needs?: (vocabulary: Vocabulary) => readonly { readonly apiVersion: string; readonly kind: string }[]
  /** Whether a missing kind of {@link needs} is reported. @default true */
  readonly reportsMissingKinds?: boolean
  /**
   * Starts the controller. Informers are requested here; they start, and {@link SharedInformers.synced} resolves, after
   * every controller has been started.
   */
  start(context: ControllerContext): Awaitable<RunningController>
}
