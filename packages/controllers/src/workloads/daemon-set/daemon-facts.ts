import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { WithSpec } from '../stored-object.ts'

/** A node, whether it should have a daemon pod, and the pods it has. */
export interface DaemonNode {
  readonly name: string
  readonly shouldRun: boolean
  /** Whether a pod that is already there may stay. */
  readonly mayStay: boolean
  readonly pods: readonly Pod[]
}

/** Names of nodes that get a pod, and pods to delete. */
export interface DaemonPlan {
  readonly create: readonly string[]
  readonly remove: readonly Pod[]
}

/** What the pods of a daemon set are planned from. */
export interface DaemonFacts {
  readonly set: WithSpec<DaemonSet>
  readonly nodes: readonly DaemonNode[]
  /** Hash of the current template. */
  readonly hash: string
  readonly nowMs: number
}
