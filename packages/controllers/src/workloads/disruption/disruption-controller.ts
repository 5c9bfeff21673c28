import { objectKey } from '@pinnace/client'
import { formatTime, fromLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Condition } from '@pinnace/types/meta-v1'
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@pinnace/types/policy-v1'
import type { Controller } from '../../controller.ts'
import { controllerOf } from '../controller-ref.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload } from '../workload-loop.ts'
import { countBudget, isCounted } from './budget-counts.ts'

const kind = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' } as const
const nothing = fromLabelSelector(undefined)

/** Workloads that say how many pods they want. */
const scaled = [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'v1', kind: 'ReplicationController' },
] as const

interface Scaled extends ApiObject {
  readonly spec?: { readonly replicas?: number }
}

/** Says how many of the pods of a budget may be away now. */
// upstream: pkg/controller/disruption/disruption.go
export const disruptionController: Controller = {
  name: 'disruption-controller',
  isDefault: true,
  needs: () => [kind, ...scaled],
  start(context) {
    const { client, clock, informers } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const workloads = new Map(scaled.map((one) => [one.kind as string, informers.informer<Scaled>(one)]))
    /** The workload that decides how many of a pod there are: a deployment rather than its replica set. */
    const scaleOf = (pod: Pod): { readonly uid: string; readonly replicas: number } | string => {
      const reference = controllerOf(pod)
      if (reference === undefined) return `found no controller ref for pod ${JSON.stringify(pod.metadata.name)}`
      const { namespace } = pod.metadata
      const found = workloads.get(reference.kind)?.store.get(reference.name, namespace)
      if (found === undefined) return `${reference.kind.toLowerCase()}s does not implement the scale subresource`
      const above = controllerOf(found)
      const owner = (above && workloads.get(above.kind)?.store.get(above.name, namespace)) ?? found
      return { uid: owner.metadata.uid!, replicas: owner.spec?.replicas ?? 1 }
    }
    return startWorkload<PodDisruptionBudget>({
      name: 'disruption-controller',
      context,
      kind,
      children: [],
      selectorOf: () => nothing,
      watch({ loop, owners }) {
        const look = (namespace: string | undefined, ...labels: readonly ApiObject['metadata']['labels'][]): void => {
          for (const budget of owners.store.list(namespace ?? '')) {
            const selector = fromLabelSelector(budget.spec?.selector)
            if (labels.some((one) => selector.matches(one))) loop.add(objectKey(budget))
          }
        }
        pods.addHandler({
          add: ({ metadata }) => look(metadata.namespace, metadata.labels),
          update: ({ metadata }, before) => look(metadata.namespace, metadata.labels, before.metadata.labels),
          delete: ({ metadata }) => look(metadata.namespace, metadata.labels),
        })
        for (const informer of workloads.values()) {
          informer.addHandler({
            update({ metadata, spec }, before) {
              if (spec?.replicas === before.spec?.replicas) return
              for (const budget of owners.store.list(metadata.namespace ?? '')) loop.add(objectKey(budget))
            },
          })
        }
      },
      async reconcile(budget, tools, signal) {
        const { namespace = '', generation = 0 } = budget.metadata
        const nowMs = clock.now()
        const selector = fromLabelSelector(budget.spec?.selector)
        const own = pods.store.list(namespace).filter((pod) => selector.matches(pod.metadata.labels) && isCounted(pod))
        if (own.length === 0) tools.tell(budget, 'Normal', 'NoPods', 'No matching pods found')
        const counts = countBudget(budget, own, scaleOf, nowMs)
        const { status: stored } = budget
        let status: PodDisruptionBudgetStatus
        let recheckMs: number | undefined
        if ('problem' in counts) {
          const note = `Failed to calculate the number of expected pods: ${counts.problem}`
          tools.tell(budget, 'Warning', 'CalculateExpectedPodCountFailed', note)
          const conditions = withCondition(stored, generation, 'False', 'SyncFailed', counts.problem, nowMs)
          status = { ...stored, disruptionsAllowed: 0, observedGeneration: generation, conditions }
        } else {
          const { recheckMs: later, ...numbers } = counts
          recheckMs = later
          const isAllowed = counts.disruptionsAllowed > 0
          const reason = isAllowed ? 'SufficientPods' : 'InsufficientPods'
          const conditions = withCondition(stored, generation, isAllowed ? 'True' : 'False', reason, '', nowMs)
          status = { ...numbers, observedGeneration: generation, conditions }
        }
        if (!isSameStatus(status, stored)) {
          const budgets = client.resource<PodDisruptionBudget>(kind).namespace(namespace)
          await budgets.updateStatus({ ...budget, status }, { signal })
        }
        return recheckMs === undefined ? undefined : { requeueAfterMs: recheckMs }
      },
    })
  },
}

function withCondition(
  stored: PodDisruptionBudgetStatus | undefined,
  observedGeneration: number,
  status: string,
  reason: string,
  message: string,
  nowMs: number,
): readonly Condition[] {
  const type = 'DisruptionAllowed'
  const known = stored?.conditions?.find((condition) => condition.type === type)
  const lastTransitionTime = known?.status === status ? known.lastTransitionTime : formatTime(nowMs)
  const next: Condition = { type, status, reason, message, observedGeneration, lastTransitionTime }
  return [...(stored?.conditions ?? []).filter((condition) => condition.type !== type), next]
}
