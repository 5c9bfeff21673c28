import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { scaledValue } from '../int-or-percent.ts'
import { isAvailable, isFinished } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import { isTerminating } from '../stored-object.ts'
import type { DaemonFacts, DaemonNode, DaemonPlan } from './daemon-facts.ts'

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

/** How many nodes may have an old and a current pod at once; 0 for an update that deletes old pods first. */
export function maxSurgeOf({ spec }: DaemonSet, nodes: readonly DaemonNode[]): number {
  return scaledValue(spec?.updateStrategy?.rollingUpdate?.maxSurge, desiredCount(nodes), 'up')
}

/** At least 1, since an update without surge could not advance otherwise. */
function maxUnavailableOf({ spec }: DaemonSet, nodes: readonly DaemonNode[]): number {
  return Math.max(1, scaledValue(spec?.updateStrategy?.rollingUpdate?.maxUnavailable, desiredCount(nodes), 'up'))
}

function desiredCount(nodes: readonly DaemonNode[]): number {
  return nodes.filter(({ shouldRun }) => shouldRun).length
}
