import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { hasEnded, isAvailable } from '../pod-state.ts'
import { revisionLabel } from '../revisions/settle-revisions.ts'
import { ordinalOf } from './set-pod.ts'

/** What is known of a stateful set. */
export interface SetFacts {
  readonly set: StatefulSet
  readonly pods: readonly Pod[]
  /** Hash of the template that is rolled over from. */
  readonly currentHash: string
  /** Hash of the template that the set has. */
  readonly updateHash: string
  readonly nowMs: number
}

/** Pods to make, by ordinal and template, and pods to delete. */
export interface SetPlan {
  readonly create: readonly { readonly ordinal: number; readonly hash: string }[]
  readonly remove: readonly Pod[]
}

/** What is to be done next: one thing at a time, unless the set is managed in parallel. */
// upstream: pkg/controller/statefulset/stateful_set_control.go, updateStatefulSet
export function planSet(facts: SetFacts): SetPlan {
  const { set, pods, nowMs } = facts
  const { podManagementPolicy, minReadySeconds = 0 } = set.spec!
  const isOrdered = podManagementPolicy !== 'Parallel'
  const { start, end } = ordinals(set)
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod, set), pod]))
  const create: { ordinal: number; hash: string }[] = []
  const remove: Pod[] = []
  const isHealthy = (pod: Pod): boolean => isStaying(pod) && isAvailable(pod, minReadySeconds, nowMs)
  for (let ordinal = start; ordinal < end; ordinal++) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined) create.push({ ordinal, hash: hashFor(ordinal, facts) })
    else if (hasEnded(pod)) {
      if (isStaying(pod)) remove.push(pod)
    } else if (isHealthy(pod) || !isOrdered) continue
    // What comes after waits until this one is there.
    if (isOrdered) return { create, remove }
  }
  const condemned = pods
    .filter((pod) => ordinalOf(pod, set) >= end || (ordinalOf(pod, set) >= 0 && ordinalOf(pod, set) < start))
    .sort((a, b) => ordinalOf(b, set) - ordinalOf(a, set))
  for (const pod of condemned) {
    if (isStaying(pod)) remove.push(pod)
    if (isOrdered) return { create, remove }
  }
  if (create.length + remove.length > 0) return { create, remove }
  return { create, remove: rollingUpdate(facts, byOrdinal, isHealthy) }
}

/** The last pod that is not of the set's template, when all after it are well. */
function rollingUpdate(
  { set, updateHash }: SetFacts,
  byOrdinal: ReadonlyMap<number, Pod>,
  isHealthy: (pod: Pod) => boolean,
): readonly Pod[] {
  const { updateStrategy } = set.spec!
  if (updateStrategy?.type === 'OnDelete') return []
  const { start, end } = ordinals(set)
  const partition = updateStrategy?.rollingUpdate?.partition ?? 0
  for (let ordinal = end - 1; ordinal >= Math.max(start, partition); ordinal--) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined) return []
    if (pod.metadata.labels?.[revisionLabel] !== updateHash) return isStaying(pod) ? [pod] : []
    if (!isHealthy(pod)) return []
  }
  return []
}

/** The template a new pod is made of: below the partition that which was there before. */
// upstream: isCurrentRevisionNeeded
function hashFor(ordinal: number, { set, pods, currentHash, updateHash }: SetFacts): string {
  if (currentHash === updateHash) return updateHash
  const { start } = ordinals(set)
  const { type, rollingUpdate } = set.spec!.updateStrategy ?? {}
  const isPartitioned = type !== 'OnDelete' && rollingUpdate?.partition !== undefined
  const current = pods.filter(({ metadata }) => metadata.labels?.[revisionLabel] === currentHash).length
  const boundary = isPartitioned ? rollingUpdate!.partition! : start + current
  return ordinal < boundary ? currentHash : updateHash
}

/** The ordinals a set has: from `start` on, below `end`. */
export function ordinals({ spec }: StatefulSet): { readonly start: number; readonly end: number } {
  const start = spec?.ordinals?.start ?? 0
  return { start, end: start + (spec?.replicas ?? 1) }
}

function isStaying({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp === undefined
}
