import type { DaemonSetStatus } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isAvailable, isFinished, isReady } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import type { DaemonFacts } from './daemon-facts.ts'

/** The status of a daemon set. */
// upstream: daemon_controller.go, updateDaemonSetStatus
export function daemonSetStatus({ set, nodes, hash, nowMs }: DaemonFacts): DaemonSetStatus {
  const { minReadySeconds = 0 } = set.spec
  const wanted = nodes.filter(({ shouldRun }) => shouldRun)
  const count = (matches: (pod: Pod) => boolean): number =>
    wanted.filter(({ pods }) => pods.some((pod) => !isFinished(pod) && matches(pod))).length
  const desiredNumberScheduled = wanted.length
  const numberAvailable = count((pod) => isAvailable(pod, minReadySeconds, nowMs))
  const { collisionCount, conditions } = set.status ?? {}
  return {
    currentNumberScheduled: wanted.filter(({ pods }) => pods.length > 0).length,
    numberMisscheduled: nodes.filter(({ shouldRun, pods }) => !shouldRun && pods.length > 0).length,
    desiredNumberScheduled,
    numberReady: count(isReady),
    observedGeneration: set.metadata.generation ?? 0,
    updatedNumberScheduled: count((pod) => hashOf(pod) === hash),
    numberAvailable,
    numberUnavailable: desiredNumberScheduled - numberAvailable,
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  }
}
