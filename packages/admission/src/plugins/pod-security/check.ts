import type { ObjectMeta } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** A violation of a check. */
export interface Violation {
  /** A short reason, the same for every pod. */
  readonly reason: string
  /** The details of this pod. */
  readonly detail: string
}

/** Checks a pod; undefined without a violation. */
export type CheckPod = (spec: PodSpec, metadata: Pick<ObjectMeta, 'annotations'>) => Violation | undefined

/** A version of a check. */
export interface CheckVersion {
  /** The first minor version of the check. */
  readonly since: number
  readonly check: CheckPod
  /** The ids of baseline checks that this one replaces. @default none */
  readonly overrides?: readonly string[]
}

/** A check with its versions. */
export interface Check {
  readonly id: string
  readonly level: 'baseline' | 'restricted'
  /** Oldest first. */
  readonly versions: readonly CheckVersion[]
}
