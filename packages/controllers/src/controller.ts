import type { Client, SharedInformers } from '@pinnace/client'
import type { Awaitable, Clock, Metrics, Random, Vocabulary } from '@pinnace/meta'

/** What a controller is given. It speaks to the server through the client and the informers, and to nothing else. */
export interface ControllerContext {
  readonly client: Client
  /** Shared by all controllers; begun when each has asked for its own. */
  readonly informers: SharedInformers
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  /** Hears of what is tried again, and of what is given up. */
  readonly onError: (error: unknown, told: ControllerFailure) => void
}

/** Where a controller failed. */
export interface ControllerFailure {
  readonly controller: string
  /** What it worked on, where that is one thing. */
  readonly key?: string
  /** It is not tried again before something changes. */
  readonly isGivenUp: boolean
}

/** A controller under way. */
export interface RunningController {
  /** False while it cannot do its work; true again when it can. @default true */
  readonly isHealthy?: boolean
  /** Resolves when it knows what there is, where informers of its own tell it. Never rejects. @default at once */
  readonly ready?: Promise<void>
  /** Ends it: no request, no timer and no work is left when it resolves. */
  stop(): Promise<void>
}

/** A loop that brings what is nearer to what is wanted. */
export interface Controller {
  /** As `--controllers` names it. */
  readonly name: string
  /** Runs where `*` is asked for. */
  readonly isDefault: boolean
  /** Kinds of groups that can be turned off and that it asks informers for: without them it does not run. @default none */
  readonly needs?: (vocabulary: Vocabulary) => readonly { readonly apiVersion: string; readonly kind: string }[]
  /**
   * Begins. Informers are asked for here; the promise of the work may wait for {@link SharedInformers.synced}, which
   * comes once every controller has begun.
   */
  start(context: ControllerContext): Awaitable<RunningController>
}
