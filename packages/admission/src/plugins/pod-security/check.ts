import type { ObjectMeta } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** Why a check refuses a pod. */
export interface Violation {
  /** In a few words, the same for every pod. */
  readonly reason: string
  /** What of this pod. */
  readonly detail: string
}

/** Looks at one thing. */
export type CheckPod = (spec: PodSpec, metadata: Pick<ObjectMeta, 'annotations'>) => Violation | undefined

/** A check from one edition of the standards on. */
export interface CheckVersion {
  /** What stands after `v1.`. */
  readonly since: number
  readonly check: CheckPod
  /** Checks of the level baseline that this one is stricter than. @default none */
  readonly overrides?: readonly string[]
}

/** A check, as it was from edition to edition. */
export interface Check {
  readonly id: string
  readonly level: 'baseline' | 'restricted'
  /** Oldest first. */
  readonly versions: readonly CheckVersion[]
}
