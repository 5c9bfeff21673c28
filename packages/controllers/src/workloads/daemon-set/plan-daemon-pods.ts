import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { scaledValue } from '../int-or-percent.ts'
import { isAvailable, isFinished } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import { isTerminating, type WithSpec } from '../stored-object.ts'

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

/** Plans what is needed now: first one pod on every node; once that is so, the next step of a rolling update. */
export function planDaemonPods(facts: DaemonFacts): DaemonPlan {
  const placement = planPlacement(facts)
  return placement.create.length + placement.remove.length > 0 ? placement : planRollingUpdate(facts)
}

/** Plans one pod for every node that should have one, and none on the others. */
// upstream: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode
export function planPlacement(facts: DaemonFacts): DaemonPlan {
  const plans = facts.nodes.map((node) => planNode(node, facts))
  return { create: plans.flatMap(({ create }) => create), remove: plans.flatMap(({ remove }) => remove) }
}

function planNode({ name, shouldRun, mayStay, pods }: DaemonNode, facts: DaemonFacts): DaemonPlan {
  const staying = pods.filter((pod) => !isTerminating(pod))
  if (!mayStay) return { create: [], remove: staying }
  const finished = staying.filter(isFinished)
  if (shouldRun && pods.every((pod) => isFinished(pod) && !isTerminating(pod))) {
    return { create: pods.length === 0 ? [name] : [], remove: finished }
  }
  const running = staying.filter((pod) => !isFinished(pod)).sort(byAge)
  return { create: [], remove: [...finished, ...surplusOf(running, facts)] }
}

/** The pods of a node beyond one; during a surge the old pod stays until the new one is available. */
function surplusOf(running: readonly Pod[], { set, nodes, hash, nowMs }: DaemonFacts): readonly Pod[] {
  if (running.length <= 1) return []
  const [current, ...otherCurrent] = running.filter((pod) => hashOf(pod) === hash)
  const [old, ...otherOld] = running.filter((pod) => hashOf(pod) !== hash)
  if (maxSurgeOf(set, nodes) === 0 || current === undefined || old === undefined) return running.slice(1)
  const isReplaced = isAvailable(current, set.spec.minReadySeconds ?? 0, nowMs)
  return [...otherCurrent, ...otherOld, ...(isReplaced ? [old] : [])]
}

/** Plans the next step of a rolling update, within `maxUnavailable` and `maxSurge`. */
// upstream: pkg/controller/daemon/update.go, rollingUpdate
export function planRollingUpdate(facts: DaemonFacts): DaemonPlan {
  const { set, nodes } = facts
  if (set.spec.updateStrategy?.type !== 'RollingUpdate') return { create: [], remove: [] }
  const maxSurge = maxSurgeOf(set, nodes)
  const { unavailable, surging, useless, candidates } = updateState(facts)
  if (maxSurge > 0) {
    const surge = candidates.slice(0, Math.max(0, maxSurge - surging))
    return { create: surge.map(({ node }) => node), remove: useless }
  }
  const next = candidates.slice(0, Math.max(0, maxUnavailableOf(set, nodes) - unavailable))
  return { create: [], remove: [...useless, ...next.map(({ pod }) => pod)] }
}

/** How far a rolling update has come. */
interface UpdateState {
  /** Nodes without an available pod. */
  readonly unavailable: number
  /** Nodes with an old and a current pod. */
  readonly surging: number
  /** Old pods that are not available: deleting them makes nothing worse. */
  readonly useless: readonly Pod[]
  /** Available old pods. */
  readonly candidates: readonly { readonly node: string; readonly pod: Pod }[]
}

function updateState({ set, nodes, hash, nowMs }: DaemonFacts): UpdateState {
  const { minReadySeconds = 0 } = set.spec
  const useless: Pod[] = []
  const candidates: { readonly node: string; readonly pod: Pod }[] = []
  let unavailable = 0
  let surging = 0
  for (const { name, shouldRun, pods } of nodes) {
    if (!shouldRun) continue
    const running = pods.filter((pod) => !isFinished(pod) && !isTerminating(pod))
    const hasCurrent = running.some((pod) => hashOf(pod) === hash)
    const old = running.find((pod) => hashOf(pod) !== hash)
    const isServed = running.some((pod) => isAvailable(pod, minReadySeconds, nowMs))
    if (!isServed) unavailable++
    if (old === undefined) continue
    if (hasCurrent) surging++
    else if (isServed) candidates.push({ node: name, pod: old })
    else useless.push(old)
  }
  return { unavailable, surging, useless, candidates }
}

function maxSurgeOf({ spec }: DaemonSet, nodes: readonly DaemonNode[]): number {
  return scaledValue(spec?.updateStrategy?.rollingUpdate?.maxSurge, desiredCount(nodes), 'up')
}

/** At least 1, since an update without surge could not advance otherwise. */
function maxUnavailableOf({ spec }: DaemonSet, nodes: readonly DaemonNode[]): number {
  return Math.max(1, scaledValue(spec?.updateStrategy?.rollingUpdate?.maxUnavailable, desiredCount(nodes), 'up'))
}

function desiredCount(nodes: readonly DaemonNode[]): number {
  return nodes.filter(({ shouldRun }) => shouldRun).length
}

/** Pods with a node first, then by creation time. */
function byAge(a: Pod, b: Pod): number {
  const age = ({ metadata, spec }: Pod): string =>
    `${spec?.nodeName ? 0 : 1} ${metadata.creationTimestamp} ${metadata.name}`
  return age(a) < age(b) ? -1 : 1
}
