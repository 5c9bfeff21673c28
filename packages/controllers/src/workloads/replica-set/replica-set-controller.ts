import { objectKey } from '@pinnace/client'
import { fromLabelSelector, generateName, toStatusError, type ApiObject, type LabelSelector } from '@pinnace/meta'
import type { ReplicaSetStatus } from '@pinnace/types/apps-v1'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { childrenOf } from '../child-index.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerOf, controllerRef, type OwnerKind } from '../controller-ref.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { podFromTemplate } from '../pod-from-template.ts'
import { isActive, nextAvailableMs } from '../pod-state.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload, type WorkloadTools } from '../workload-loop.ts'
import { rankForDeletion } from './rank-pods.ts'
import { replicaSetStatus } from './replica-set-status.ts'

// upstream: pkg/controller/replicaset, BurstReplicas
const burst = 500

/** Keeps as many pods of a template as a replica set wants. */
export const replicaSetController: Controller = replicasController({
  name: 'replicaset-controller',
  kind: { apiVersion: 'apps/v1', kind: 'ReplicaSet' },
  selectorOf: ({ spec }) => spec?.selector as LabelSelector | undefined,
})

/** Keeps as many pods of a template as a replication controller wants. */
export const replicationController: Controller = replicasController({
  name: 'replicationcontroller-controller',
  kind: { apiVersion: 'v1', kind: 'ReplicationController' },
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector as Readonly<Record<string, string>> }),
})

/** A replica set or a replication controller; they differ in how they select. */
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

// upstream: pkg/controller/replicaset/replica_set.go, syncReplicaSet
function replicasController({ name, kind, selectorOf }: ReplicasOptions): Controller {
  return {
    name,
    isDefault: true,
    needs: () => [kind],
    start(context) {
      const { client, clock, informers } = context
      const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
      return startWorkload<Replicas>({
        name,
        context,
        kind,
        children: [pods as never],
        selectorOf: (object) => fromLabelSelector(selectorOf(object)),
        async reconcile(object, tools, signal) {
          const { namespace = '', generation = 0, deletionTimestamp } = object.metadata
          const { replicas = 1, minReadySeconds = 0, template = {} } = object.spec ?? {}
          const key = objectKey(object)
          const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
          const owners = client.resource<Replicas>(kind).namespace(namespace)
          const isSettled = tools.expectations.isMet(key)
          const claimed = await claimChildren({
            owner: object,
            ownerKind: kind,
            owners,
            selector: fromLabelSelector(selectorOf(object)),
            store: pods.store,
            children: podClient,
            signal,
          })
          const active = claimed.filter(isActive)
          let failure: unknown
          if (isSettled && deletionTimestamp === undefined) {
            const write = { owner: object, key, tools, pods: podClient, signal }
            const related = (): readonly Pod[] => relatedPods(object, tools, pods.store)
            failure = await manage(active, related, write).then(
              () => undefined,
              (error: unknown) => error,
            )
          }
          const nowMs = clock.now()
          const status = replicaSetStatus({
            generation,
            replicas,
            template,
            minReadySeconds,
            pods: active,
            stored: object.status,
            failure: failure === undefined ? undefined : toStatusError(failure).message,
            nowMs,
          })
          if (!signal.aborted && !isSameStatus(status, object.status)) {
            await owners.updateStatus({ ...object, status } as Replicas, { signal })
          }
          if (failure !== undefined) throw failure
          const waitMs = nextAvailableMs(active, minReadySeconds, nowMs)
          return waitMs === undefined ? undefined : { requeueAfterMs: waitMs }
        },
      })
    },
  }
}

/** Makes what is missing, deletes what is too much. */
async function manage(active: readonly Pod[], related: () => readonly Pod[], write: PodWrite<Replicas>): Promise<void> {
  const { owner, tools } = write
  const { replicas = 1, template = {} } = owner.spec ?? {}
  const missing = Math.min(replicas - active.length, burst)
  const { random, vocabulary } = tools.context
  if (missing > 0) {
    const prefix = `${owner.metadata.name}-`
    await runInBatches(missing, async () => {
      const name = generateName(prefix, random)
      const pod = podFromTemplate(template, { name, generateName: prefix, owner: controllerRef(tools.kind, owner) })
      await createPod(pod, write)
    })
    return
  }
  const surplus = Math.min(-missing, burst)
  if (surplus <= 0) return
  const costAnnotation = `controller.${vocabulary.labelDomain}/pod-deletion-cost`
  const ranked = rankForDeletion(active, { costAnnotation, related: related() })
  await runForEach(ranked.slice(0, surplus), (pod) => deletePod(pod, write))
}

/** Pods of the same deployment: where there are many on a node, one there goes first. */
function relatedPods(
  object: Replicas,
  { owners }: WorkloadTools<Replicas>,
  store: Parameters<typeof childrenOf<Pod>>[0],
): readonly Pod[] {
  const owner = controllerOf(object)
  const siblings =
    owner === undefined
      ? [object]
      : owners.store.list(object.metadata.namespace ?? '').filter((one) => controllerOf(one)?.uid === owner.uid)
  return siblings.flatMap((one) => childrenOf(store, one)).filter(isActive)
}
