import { formatTime, fromLabelSelector } from '@pinnace/meta'
import type { ReplicaSetCondition, ReplicaSetStatus } from '@pinnace/types/apps-v1'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { isAvailable, isReady } from '../pod-state.ts'

/** What the status of a replica set is computed from. */
export interface ReplicaSetFacts {
  readonly generation: number
  readonly replicas: number
  readonly template: PodTemplateSpec
  readonly minReadySeconds: number
  /** The active pods. */
  readonly pods: readonly Pod[]
  /** The number of pods that are being deleted; undefined for a replication controller, whose status does not have it. */
  readonly terminating: number | undefined
  readonly stored: ReplicaSetStatus | undefined
  /** Why pods could not be created or deleted; `undefined` when they could. */
  readonly failure: string | undefined
  readonly nowMs: number
}

/** The status of a replica set or replication controller. */
// upstream: pkg/controller/replicaset/replica_set_utils.go, calculateStatus
export function replicaSetStatus(facts: ReplicaSetFacts): ReplicaSetStatus {
  const { generation, template, minReadySeconds, pods, terminating, nowMs } = facts
  const labels = fromLabelSelector({ matchLabels: template.metadata?.labels })
  const conditions = conditionsOf(facts)
  return {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter(({ metadata }) => labels.matches(metadata.labels)).length,
    readyReplicas: pods.filter(isReady).length,
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length,
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    observedGeneration: generation,
    ...(conditions.length === 0 ? {} : { conditions }),
  }
}

function conditionsOf({ stored, failure, replicas, pods, nowMs }: ReplicaSetFacts): readonly ReplicaSetCondition[] {
  const others = (stored?.conditions ?? []).filter(({ type }) => type !== 'ReplicaFailure')
  if (failure === undefined) return others
  const known = stored?.conditions?.find(({ type }) => type === 'ReplicaFailure')
  if (known !== undefined) return [...others, known]
  const reason = pods.length < replicas ? 'FailedCreate' : 'FailedDelete'
  const lastTransitionTime = formatTime(nowMs)
  return [...others, { type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason, message: failure }]
}
