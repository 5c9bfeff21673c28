import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import type { Controller, ControllerContext } from '../../controller.ts'
import { controllerOf } from '../controller-ref.ts'
import { isFinished } from '../pod-state.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import { isSameStatus } from '../same-status.ts'
import { namespaceOf, uidOf } from '../stored-object.ts'
import { normalEvent, warningEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { countBudget, type BudgetFacts, type WorkloadScale } from './budget-counts.ts'
import { budgetStatus, failedBudgetStatus } from './budget-status.ts'

const kind = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' } as const

/** The kinds of workloads with a scale. */
const scaledKinds = [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'v1', kind: 'ReplicationController' },
] as const

/** A workload with a scale. */
interface ScaledWorkload extends ApiObject {
  readonly spec?: { readonly replicas?: number }
}

type ScaledInformers = ReadonlyMap<string, Informer<ScaledWorkload>>

/** Computes how many disruptions the budgets allow. */
export const disruptionController: Controller = {
  name: 'disruption-controller',
  isDefault: true,
  needs: () => [kind, ...scaledKinds],
  start(context) {
    const pods = context.informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const workloads = scaledInformers(context)
    const scaleOf = (pod: Pod): WorkloadScale | string => findScale(pod, workloads)
    return startWorkloadController<PodDisruptionBudget>({
      name: 'disruption-controller',
      context,
      kind,
      watch(tools) {
        watchPods(tools, pods)
        watchScales(tools, workloads)
      },
      reconcile: (budget, tools, signal) => syncBudget(budget, { tools, pods, scaleOf, signal }),
    })
  },
}

function scaledInformers({ informers }: ControllerContext): ScaledInformers {
  return new Map(
    scaledKinds.map((kindName) => [
      kindName.kind,
      informers.informer<ScaledWorkload>({ apiVersion: kindName.apiVersion, kind: kindName.kind }),
    ]),
  )
}

/** The scale of the workload that owns a pod: of the deployment when a replica set has one. */
// upstream: getPodReplicaSet, getPodDeployment, getPodStatefulSet, getPodReplicationController
function findScale(pod: Pod, workloads: ScaledInformers): WorkloadScale | string {
  const reference = controllerOf(pod)
  if (reference === undefined) return `found no controller ref for pod ${JSON.stringify(pod.metadata.name)}`
  const namespace = namespaceOf(pod)
  const found = workloads.get(reference.kind)?.store.get(reference.name, namespace)
  if (found === undefined) return `${reference.kind.toLowerCase()}s does not implement the scale subresource`
  const above = controllerOf(found)
  const owner = (above && workloads.get(above.kind)?.store.get(above.name, namespace)) ?? found
  return { uid: uidOf(owner), replicas: owner.spec?.replicas ?? 1 }
}

/** Wakes the budgets that select a pod, or selected it before a change. */
function watchPods({ loop, owners }: WorkloadTools<PodDisruptionBudget>, pods: Informer<Pod>): void {
  const enqueue = (pod: Pod, before: Pod = pod): void => {
    for (const budget of owners.store.list(namespaceOf(pod))) {
      const selector = fromLabelSelector(budget.spec?.selector)
      if (selector.matches(pod.metadata.labels) || selector.matches(before.metadata.labels)) {
        loop.add(objectKey(budget))
      }
    }
  }
  pods.addHandler({ add: (pod) => enqueue(pod), update: enqueue, delete: (pod) => enqueue(pod) })
}

/** Wakes the budgets of a namespace when a workload there is scaled. */
function watchScales({ loop, owners }: WorkloadTools<PodDisruptionBudget>, workloads: ScaledInformers): void {
  for (const informer of workloads.values()) {
    informer.addHandler({
      update(live, before) {
        if (live.spec?.replicas === before.spec?.replicas) return
        for (const budget of owners.store.list(namespaceOf(live))) loop.add(objectKey(budget))
      },
    })
  }
}

// upstream: pkg/controller/disruption/disruption.go, sync
async function syncBudget(
  budget: PodDisruptionBudget,
  options: {
    readonly tools: WorkloadTools<PodDisruptionBudget>
    readonly pods: Informer<Pod>
    readonly scaleOf: BudgetFacts['scaleOf']
    readonly signal: AbortSignal
  },
): Promise<Requeue> {
  const { tools, scaleOf, signal } = options
  const { client, clock } = tools.context
  const namespace = namespaceOf(budget)
  const selector = fromLabelSelector(budget.spec?.selector)
  const pods = options.pods.store
    .list(namespace)
    .filter((pod) => selector.matches(pod.metadata.labels) && !isFinished(pod))
  if (pods.length === 0) tools.recordEvent(budget, normalEvent('NoPods', 'No matching pods found'))
  const nowMs = clock.now()
  const counts = countBudget({ budget, pods, scaleOf, nowMs })
  if ('problem' in counts) {
    const note = `Failed to calculate the number of expected pods: ${counts.problem}`
    tools.recordEvent(budget, warningEvent('CalculateExpectedPodCountFailed', note))
  }
  const status =
    'problem' in counts ? failedBudgetStatus(budget, counts.problem, nowMs) : budgetStatus(budget, counts, nowMs)
  if (!isSameStatus(status, budget.status)) {
    await client
      .resource<PodDisruptionBudget>(kind)
      .namespace(namespace)
      .updateStatus({ ...budget, status }, { signal })
  }
  return 'problem' in counts ? undefined : requeueAfter(counts.recheckMs)
}
