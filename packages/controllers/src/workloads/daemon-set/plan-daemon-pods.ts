import type { Pod } from '@pinnace/types/core-v1-pods'
import { isAvailable, isFinished } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import { isTerminating } from '../stored-object.ts'
import type { DaemonFacts, DaemonNode, DaemonPlan } from './daemon-facts.ts'
import { maxSurgeOf, planRollingUpdate } from './daemon-set-rolling-update.ts'

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

/** Pods with a node first, then by creation time. */
function byAge(a: Pod, b: Pod): number {
  const age = ({ metadata, spec }: Pod): string =>
    `${spec?.nodeName ? 0 : 1} ${metadata.creationTimestamp} ${metadata.name}`
  return age(a) < age(b) ? -1 : 1
}
