import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { scaledValue } from '../int-or-percent.ts'
import { isAvailable, isFinished } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import { isTerminating, type WithSpec } from '../stored-object.ts'
import { ordinalOf } from './stateful-pod.ts'

/** What the pods of a stateful set are planned from. */
export interface StatefulFacts {
  readonly set: WithSpec<StatefulSet>
  readonly pods: readonly Pod[]
  /** Hash of the template that is being replaced; the same as `updateHash` when no update is under way. */
  readonly currentHash: string
  /** Hash of the set's template. */
  readonly updateHash: string
  readonly nowMs: number
}

/** The pods to create, by ordinal and template, and those to delete. */
export interface StatefulPlan {
  readonly create: readonly { readonly ordinal: number; readonly hash: string }[]
  readonly remove: readonly Pod[]
}

/** The ordinals of a set: from `start` up to, not including, `end`. */
export interface OrdinalRange {
  readonly start: number
  readonly end: number
}

/**
 * Plans the next step of a stateful set: create missing pods and replace finished ones, then delete those beyond the
 * range, then update.
 */
// upstream: pkg/controller/statefulset/stateful_set_control.go, updateStatefulSet
export function planStatefulPods(facts: StatefulFacts): StatefulPlan {
  const { set, pods } = facts
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod, set), pod]))
  const plan = set.spec.podManagementPolicy === 'Parallel' ? planParallel : planOrdered
  return plan(facts, byOrdinal) ?? { create: [], remove: nextUpdate(facts, byOrdinal) }
}

type PodsByOrdinal = ReadonlyMap<number, Pod>

/** One step at a time, each when the pods before are available; `undefined` when all pods are as they should be. */
function planOrdered(facts: StatefulFacts, byOrdinal: PodsByOrdinal): StatefulPlan | undefined {
  const { start, end } = ordinalRange(facts.set)
  for (let ordinal = start; ordinal < end; ordinal++) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined) return { create: [{ ordinal, hash: hashForOrdinal(ordinal, facts) }], remove: [] }
    if (isFinished(pod)) return { create: [], remove: [pod].filter(isStaying) }
    if (!isHealthy(pod, facts)) return { create: [], remove: [] }
  }
  const [last] = condemnedPods(facts)
  return last && { create: [], remove: [last].filter(isStaying) }
}

/** All steps at once; `undefined` when all pods are as they should be. */
function planParallel(facts: StatefulFacts, byOrdinal: PodsByOrdinal): StatefulPlan | undefined {
  const { start, end } = ordinalRange(facts.set)
  const ordinals = Array.from({ length: end - start }, (_, index) => start + index)
  const create = ordinals
    .filter((ordinal) => !byOrdinal.has(ordinal))
    .map((ordinal) => ({ ordinal, hash: hashForOrdinal(ordinal, facts) }))
  const finished = facts.pods.filter((pod) => isFinished(pod) && isInRange(ordinalOf(pod, facts.set), facts.set))
  const remove = [...finished, ...condemnedPods(facts)].filter(isStaying)
  return create.length + remove.length === 0 ? undefined : { create, remove }
}

/** The pods outside the range, highest ordinal first. */
function condemnedPods({ set, pods }: StatefulFacts): readonly Pod[] {
  return pods
    .filter((pod) => ordinalOf(pod, set) >= 0 && !isInRange(ordinalOf(pod, set), set))
    .sort((a, b) => ordinalOf(b, set) - ordinalOf(a, set))
}

/** The next pods to update, highest ordinal first. */
function nextUpdate(facts: StatefulFacts, byOrdinal: PodsByOrdinal): readonly Pod[] {
  if (facts.set.spec.updateStrategy?.type === 'OnDelete') return []
  const maxUnavailable = maxUnavailableOf(facts.set)
  return maxUnavailable === 1 ? nextSingleUpdate(facts, byOrdinal) : nextUpdates(facts, byOrdinal, maxUnavailable)
}

/** The pod with the highest ordinal that has an old template, once all pods after it are available. */
function nextSingleUpdate(facts: StatefulFacts, byOrdinal: PodsByOrdinal): readonly Pod[] {
  const { first, end } = updatedRange(facts.set)
  for (let ordinal = end - 1; ordinal >= first; ordinal--) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined) return []
    if (hashOf(pod) !== facts.updateHash) return [pod].filter(isStaying)
    if (!isHealthy(pod, facts)) return []
  }
  return []
}

/** Pods with an old template, as many as may become unavailable; those that are not available already cost nothing. */
// upstream: stateful_set_control.go, updateStatefulSetAfterInvariantEstablished
function nextUpdates(facts: StatefulFacts, byOrdinal: PodsByOrdinal, maxUnavailable: number): readonly Pod[] {
  const { start } = ordinalRange(facts.set)
  const { first, end } = updatedRange(facts.set)
  const isAvailableAt = (ordinal: number): boolean => {
    const pod = byOrdinal.get(ordinal)
    return pod !== undefined && isHealthy(pod, facts)
  }
  let budget = maxUnavailable
  for (let ordinal = start; ordinal < end; ordinal++) if (!isAvailableAt(ordinal)) budget--
  const remove: Pod[] = []
  for (let ordinal = end - 1; ordinal >= first; ordinal--) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined || !isStaying(pod) || hashOf(pod) === facts.updateHash) continue
    if (isAvailableAt(ordinal) && budget-- <= 0) break
    remove.push(pod)
  }
  return remove
}

function updatedRange(set: StatefulSet): { readonly first: number; readonly end: number } {
  const { start, end } = ordinalRange(set)
  return { first: start + (set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0), end }
}

/** How many pods may be unavailable during an update; 1 unless the set says otherwise. */
// upstream: stateful_set_utils.go, getStatefulSetMaxUnavailable – rounded up, at least 1.
function maxUnavailableOf({ spec }: StatefulSet): number {
  const { maxUnavailable = 1 } = spec?.updateStrategy?.rollingUpdate ?? {}
  return Math.max(1, scaledValue(maxUnavailable, spec?.replicas ?? 1, 'up'))
}

/**
 * The template of a new pod. During a rolling update it is the one that is being replaced for pods before the partition,
 * which counts from the start ordinal; without a partition for as many pods as still have that template.
 */
// upstream: stateful_set_utils.go, newVersionedStatefulSetPod
function hashForOrdinal(ordinal: number, { set, pods, currentHash, updateHash }: StatefulFacts): string {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {}
  if (currentHash === updateHash || type === 'OnDelete') return updateHash
  const current = pods.filter((pod) => hashOf(pod) === currentHash).length
  return ordinal < ordinalRange(set).start + (rollingUpdate?.partition ?? current) ? currentHash : updateHash
}

/** The range of ordinals of a set. */
export function ordinalRange({ spec }: StatefulSet): OrdinalRange {
  const start = spec?.ordinals?.start ?? 0
  return { start, end: start + (spec?.replicas ?? 1) }
}

/** Whether a set has a pod of an ordinal. */
export function isInRange(ordinal: number, set: StatefulSet): boolean {
  const { start, end } = ordinalRange(set)
  return ordinal >= start && ordinal < end
}

function isHealthy(pod: Pod, { set, nowMs }: StatefulFacts): boolean {
  return isStaying(pod) && isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs)
}

function isStaying(pod: Pod): boolean {
  return !isTerminating(pod)
}
