import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector, generateName, toStatusError, type ApiObject, type LabelSelector } from '@pinnace/meta'
import type { ReplicaSetStatus } from '@pinnace/types/apps-v1'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { childrenOf } from '../child-index.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerOf, controllerRef, type OwnerKind } from '../controller-ref.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { podFromTemplate } from '../pod-from-template.ts'
import { isActive, isFinished, nextAvailableMs } from '../pod-state.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { podDeletionOrder } from '../pod-deletion-order.ts'
import { replicaSetStatus } from './replica-set-status.ts'

/** Pods created or deleted in one reconciliation. */
// upstream: pkg/controller/replicaset, BurstReplicas
const burst = 500

/** Keeps the number of pods that a replica set asks for. */
export const replicaSetController: Controller = replicasController({
  name: 'replicaset-controller',
  kind: { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  selectorOf: ({ spec }) => spec?.selector as LabelSelector | undefined,
})

/** Keeps the number of pods that a replication controller asks for. */
export const replicationController: Controller = replicasController({
  name: 'replicationcontroller-controller',
  kind: { apiVersion: 'v1', kind: 'ReplicationController' },
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector as Readonly<Record<string, string>> }),
})

/** A replica set or a replication controller. They differ in the form of their selector. */
interface Replicas extends ApiObject {
  readonly spec?: {
    readonly replicas?: number
    readonly minReadySeconds?: number
    readonly selector?: unknown
    readonly template?: PodTemplateSpec
  }
  readonly status?: ReplicaSetStatus
}

interface ReplicasOptions {
  readonly name: string
  readonly kind: OwnerKind
  readonly selectorOf: (object: Replicas) => LabelSelector | undefined
}

/** One reconciliation of a replica set. */
interface ReplicasSync extends PodWrite<Replicas> {
  readonly active: readonly Pod[]
  /** The number of pods that are being deleted; undefined if they are not counted. */
  readonly terminating: number | undefined
  readonly podStore: Informer<Pod>['store']
}

function replicasController({ name, kind, selectorOf }: ReplicasOptions): Controller {
  return {
    name,
    isDefault: true,
    needs: () => [kind],
    start(context) {
      const pods = context.informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
      return startWorkloadController<Replicas>({
        name,
        context,
        kind,
        selectorOf: (object) => fromLabelSelector(selectorOf(object)),
        watch: (tools) => tools.watchChildren(pods),
        reconcile: (object, tools, signal) => syncReplicas(object, { tools, pods, selectorOf, signal }),
      })
    },
  }
}

// upstream: pkg/controller/replicaset/replica_set.go, syncReplicaSet
async function syncReplicas(
  object: Replicas,
  options: {
    readonly tools: WorkloadTools<Replicas>
    readonly pods: Informer<Pod>
    readonly selectorOf: ReplicasOptions['selectorOf']
    readonly signal: AbortSignal
  },
): Promise<Requeue> {
  const { tools, pods, selectorOf, signal } = options
  const { client, clock } = tools.context
  const key = objectKey(object)
  const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespaceOf(object))
  const areExpectationsMet = tools.expectations.isMet(key)
  const claimed = await claimChildren({
    owner: object,
    ownerKind: tools.kind,
    owners: client.resource(tools.kind).namespace(namespaceOf(object)),
    selector: fromLabelSelector(selectorOf(object)),
    store: pods.store,
    children: podClient,
    signal,
  })
  const active = claimed.filter(isActive)
  // upstream: EnableStatusTerminatingReplicas is off for replication controllers
  const isCounted = tools.kind.kind === 'ReplicaSet'
  const terminating = isCounted ? claimed.filter((pod) => isTerminating(pod) && !isFinished(pod)).length : undefined
  const sync = { owner: object, key, tools, pods: podClient, signal, active, terminating, podStore: pods.store }
  const failure = areExpectationsMet && !isTerminating(object) ? await managePods(sync) : undefined
  const nowMs = clock.now()
  await writeReplicasStatus(sync, failure, nowMs)
  if (failure !== undefined) throw failure.error
  return requeueAfter(nextAvailableMs(active, object.spec?.minReadySeconds ?? 0, nowMs))
}

async function writeReplicasStatus(sync: ReplicasSync, failure: Failure | undefined, nowMs: number): Promise<void> {
  const { owner, active, terminating, tools, signal } = sync
  const { replicas = 1, minReadySeconds = 0, template = {} } = owner.spec ?? {}
  const status = replicaSetStatus({
    generation: owner.metadata.generation ?? 0,
    replicas,
    template,
    minReadySeconds,
    pods: active,
    terminating,
    stored: owner.status,
    failure: failure && toStatusError(failure.error).message,
    nowMs,
  })
  if (signal.aborted || isSameStatus(status, owner.status)) return
  const client = tools.context.client.resource<Replicas>(tools.kind).namespace(namespaceOf(owner))
  await client.updateStatus({ ...owner, status }, { signal })
}

interface Failure {
  readonly error: unknown
}

/** Creates missing pods or deletes surplus ones. Returns the failure, so that the status can report it. */
async function managePods(sync: ReplicasSync): Promise<Failure | undefined> {
  try {
    const surplus = sync.active.length - (sync.owner.spec?.replicas ?? 1)
    if (surplus < 0) await createPods(sync, Math.min(-surplus, burst))
    else if (surplus > 0) await deletePods(sync, Math.min(surplus, burst))
    return undefined
  } catch (error) {
    return { error }
  }
}

async function createPods(sync: ReplicasSync, count: number): Promise<void> {
  const { owner, tools } = sync
  const template = owner.spec?.template ?? {}
  const prefix = `${nameOf(owner)}-`
  await runInBatches(count, async () => {
    const name = generateName(prefix, tools.context.random)
    const identity = { name, generateName: prefix, owner: controllerRef(tools.kind, owner) }
    await createPod(podFromTemplate(template, identity), sync)
  })
}

async function deletePods(sync: ReplicasSync, count: number): Promise<void> {
  const { active, tools } = sync
  const costAnnotation = `controller.${tools.context.vocabulary.labelDomain}/pod-deletion-cost`
  const ordered = podDeletionOrder(active, { costAnnotation, related: relatedPods(sync) })
  await runForEach(ordered.slice(0, count), (pod) => deletePod(pod, sync))
}

/** The active pods of all replica sets with the same controller. */
// upstream: replica_set.go, getIndirectlyRelatedPods
function relatedPods({ owner: object, tools, podStore }: ReplicasSync): readonly Pod[] {
  const owner = controllerOf(object)
  const siblings =
    owner === undefined
      ? [object]
      : tools.owners.store.list(namespaceOf(object)).filter((one) => controllerOf(one)?.uid === owner.uid)
  return siblings.flatMap((one) => childrenOf(podStore, one)).filter(isActive)
}
