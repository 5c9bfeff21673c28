import { objectKey } from '@pinnace/client'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { isTerminating, nameOf } from '../stored-object.ts'
import { changedLoad, type AssignedPods } from './assigned-pods.ts'
import { budgetedPods } from './budgeted-pods.ts'
import { createRequest, problemsOf, type Cluster } from './node-problems.ts'

/** The pods to delete on a node so that a pod of higher priority fits there. */
export interface Preemption {
  readonly node: string
  readonly victims: readonly Pod[]
  /** How many of them a disruption budget does not allow to be deleted. */
  readonly violations: number
}

/** Nodes that are looked at for one pod at most. */
const maxNodes = 100

/** The priority of a pod. */
export function priorityOf({ spec }: Pod): number {
  return spec?.priority ?? 0
}

/**
 * The best preemption for a pod that no node suits: the fewest violations of disruption budgets, then the lowest priority of the highest victim, then the lowest sum of
 * priorities, then the fewest victims, then the first node by name.
 */
// upstream: pkg/scheduler/framework/preemption/preemption.go, pickOneNodeForPreemption
export function findPreemption(
  pod: Pod,
  nodes: readonly Node[],
  cluster: Cluster,
  budgets: readonly PodDisruptionBudget[] = [],
): Preemption | undefined {
  if (pod.spec?.preemptionPolicy === 'Never') return undefined
  const found = nodes.slice(0, maxNodes).flatMap((node): readonly Preemption[] => {
    const found = victimsOn(pod, node, cluster, budgets)
    return found === undefined ? [] : [{ node: nameOf(node), ...found }]
  })
  return found.sort(byCost)[0]
}

/** The fewest pods of lower priority whose deletion makes room on a node; `undefined` when none does. */
// upstream: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go, SelectVictimsOnNode
function victimsOn(
  pod: Pod,
  node: Node,
  cluster: Cluster,
  budgets: readonly PodDisruptionBudget[],
): Omit<Preemption, 'node'> | undefined {
  const here = [...cluster.assigned.loadOf(nameOf(node)).pods.values()]
  const lower = here.filter((other) => priorityOf(other) < priorityOf(pod))
  const fits = (removed: readonly Pod[]): boolean => {
    const assigned = withoutPods(cluster.assigned, removed)
    const request = createRequest(pod, { ...cluster, assigned })
    return problemsOf(request, node, assigned.loadOf(nameOf(node))) === undefined
  }
  if (lower.length === 0 || !fits(lower)) return undefined
  // Pods that a budget protects are spared first; then those of high priority, and of these the oldest.
  let victims: readonly Pod[] = lower.sort(byImportance)
  const budgeted = budgetedPods(victims, budgets)
  const isBudgeted = (one: Pod): boolean => budgeted.has(objectKey(one))
  const inTurn = [...victims.filter(isBudgeted), ...victims.filter((one) => !isBudgeted(one))]
  for (const spared of inTurn) {
    const fewer = victims.filter((other) => other !== spared)
    if (fits(fewer)) victims = fewer
  }
  return { victims, violations: victims.filter(isBudgeted).length }
}

/** Assigned pods without some of them. */
function withoutPods(assigned: AssignedPods, removed: readonly Pod[]): AssignedPods {
  const keys = new Set(removed.map(objectKey))
  const isLeft = ({ pod }: { readonly pod: Pod }): boolean => !keys.has(objectKey(pod))
  return {
    ...assigned,
    loadOf: (node) => changedLoad(assigned.loadOf(node), [], removed),
    all: () => assigned.all().filter(isLeft),
    withAntiAffinity: () => assigned.withAntiAffinity().filter(isLeft),
    withPreferences: () => assigned.withPreferences().filter(isLeft),
  }
}

function byImportance(a: Pod, b: Pod): number {
  const [startA = '', startB = ''] = [a.status?.startTime ?? '', b.status?.startTime ?? '']
  return priorityOf(b) - priorityOf(a) || (startA < startB ? -1 : startA > startB ? 1 : 0)
}

function byCost(a: Preemption, b: Preemption): number {
  const highest = ({ victims }: Preemption): number => Math.max(...victims.map(priorityOf))
  const sum = ({ victims }: Preemption): number => victims.reduce((total, victim) => total + priorityOf(victim), 0)
  const difference =
    a.violations - b.violations || highest(a) - highest(b) || sum(a) - sum(b) || a.victims.length - b.victims.length
  return difference || (a.node < b.node ? -1 : 1)
}

/** Whether pods of lower priority on a node are being deleted already, so that a pod waits for them. */
// upstream: default_preemption.go, PodEligibleToPreemptOthers
export function waitsForVictims(pod: Pod, { assigned }: Cluster): boolean {
  const node = pod.status?.nominatedNodeName ?? ''
  if (node === '') return false
  return [...assigned.loadOf(node).pods.values()].some(
    (other) => isTerminating(other) && priorityOf(other) < priorityOf(pod),
  )
}
