import type { DaemonSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { scaledValue } from '../int-or-percent.ts'
import { hasEnded, isAvailable } from '../pod-state.ts'
import { revisionLabel } from '../revisions/settle-revisions.ts'

/** What one node has, and should have. */
export interface DaemonNode {
  readonly name: string
  readonly shouldRun: boolean
  readonly mayStay: boolean
  readonly pods: readonly Pod[]
}

/** Nodes that need a pod, and pods that are to go. */
export interface DaemonPlan {
  readonly create: readonly string[]
  readonly remove: readonly Pod[]
}

/** What a plan is made of. */
export interface DaemonFacts {
  readonly set: DaemonSet
  readonly nodes: readonly DaemonNode[]
  /** Hash of the template that is current. */
  readonly hash: string
  readonly nowMs: number
}

/** Brings every node its one pod. */
// upstream: pkg/controller/daemon/daemon_controller.go, podsShouldBeOnNode
export function planPlaces({ set, nodes, hash, nowMs }: DaemonFacts): DaemonPlan {
  const surges = surgeOf(set, nodes) > 0
  const { minReadySeconds = 0 } = set.spec!
  const create: string[] = []
  const remove: Pod[] = []
  for (const { name, shouldRun, mayStay, pods } of nodes) {
    if (!mayStay) {
      remove.push(...pods.filter(isStaying))
      continue
    }
    remove.push(...pods.filter((pod) => isStaying(pod) && hasEnded(pod)))
    const running = pods.filter((pod) => isStaying(pod) && !hasEnded(pod)).sort(byAge)
    if (shouldRun && pods.every((pod) => hasEnded(pod) && isStaying(pod))) {
      if (pods.length === 0) create.push(name)
      continue
    }
    if (running.length <= 1) continue
    const isNew = ({ metadata }: Pod): boolean => metadata.labels?.[revisionLabel] === hash
    const [current, old] = [running.filter(isNew), running.filter((pod) => !isNew(pod))]
    if (!surges || current.length === 0 || old.length === 0) remove.push(...running.slice(1))
    else {
      remove.push(...current.slice(1), ...old.slice(1))
      if (isAvailable(current[0]!, minReadySeconds, nowMs)) remove.push(old[0]!)
    }
  }
  return { create, remove }
}

/** Replaces pods of older templates, within what may be away and what may be too many. */
// upstream: pkg/controller/daemon/update.go, rollingUpdate
export function planUpdate({ set, nodes, hash, nowMs }: DaemonFacts): DaemonPlan {
  if (set.spec?.updateStrategy?.type !== 'RollingUpdate') return { create: [], remove: [] }
  const { minReadySeconds = 0 } = set.spec
  const maxSurge = surgeOf(set, nodes)
  const wanted = nodes.filter(({ shouldRun }) => shouldRun)
  const maxUnavailable =
    maxSurge > 0
      ? 0
      : Math.max(1, scaledValue(set.spec.updateStrategy.rollingUpdate?.maxUnavailable, wanted.length, 'up'))
  const create: string[] = []
  const remove: Pod[] = []
  let away = 0
  let surging = 0
  const candidates: (readonly [node: string, old: Pod])[] = []
  for (const { name, pods } of wanted) {
    const alive = pods.filter((pod) => !hasEnded(pod))
    const staying = alive.filter(isStaying)
    const current = staying.find(({ metadata }) => metadata.labels?.[revisionLabel] === hash)
    const old = staying.find(({ metadata }) => metadata.labels?.[revisionLabel] !== hash)
    const isServed = staying.some((pod) => isAvailable(pod, minReadySeconds, nowMs))
    if (current !== undefined && old !== undefined) surging++
    if (old === undefined || current !== undefined) {
      if (!isServed) away++
    } else if (!isServed) {
      // It does nothing anyway.
      remove.push(old)
      away++
    } else candidates.push([name, old])
  }
  if (maxSurge > 0) {
    for (const [name] of candidates.slice(0, Math.max(0, maxSurge - surging))) create.push(name)
  } else for (const [, old] of candidates.slice(0, Math.max(0, maxUnavailable - away))) remove.push(old)
  return { create, remove }
}

function surgeOf({ spec }: DaemonSet, nodes: readonly DaemonNode[]): number {
  const wanted = nodes.filter(({ shouldRun }) => shouldRun).length
  return scaledValue(spec?.updateStrategy?.rollingUpdate?.maxSurge, wanted, 'up')
}

function isStaying({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp === undefined
}

function byAge(a: Pod, b: Pod): number {
  const age = ({ metadata, spec }: Pod): string =>
    `${spec?.nodeName ? 0 : 1} ${metadata.creationTimestamp} ${metadata.name}`
  return age(a) < age(b) ? -1 : 1
}
