import { objectKey } from '@pinnace/client'
import { fromLabelSelector, StatusError } from '@pinnace/meta'
import type { ControllerRevision, StatefulSet, StatefulSetStatus } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { createPod, deletePod } from '../pod-control.ts'
import { isAvailable, isReady, nextAvailableMs } from '../pod-state.ts'
import {
  forgetOldRevisions,
  hashOf,
  revisionLabel,
  settleRevisions,
  templateOf,
} from '../revisions/settle-revisions.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload } from '../workload-loop.ts'
import { settleClaimOwners } from './claim-retention.ts'
import { ordinals, planSet, type SetFacts } from './set-plan.ts'
import { claimsOf, ordinalOf, setPod } from './set-pod.ts'

const kind = { apiVersion: 'apps/v1', kind: 'StatefulSet' } as const
const claimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' } as const
const revisionKind = { apiVersion: 'apps/v1', kind: 'ControllerRevision' } as const

/** Keeps pods that have names, claims of their own, and an order. */
// upstream: pkg/controller/statefulset
export const statefulSetController: Controller = {
  name: 'statefulset-controller',
  isDefault: true,
  needs: () => [kind, revisionKind],
  start(context) {
    const { client, clock, informers, vocabulary } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const revisions = informers.informer<ControllerRevision>(revisionKind)
    const volumeClaims = informers.informer<PersistentVolumeClaim>(claimKind)
    return startWorkload<StatefulSet>({
      name: 'statefulset-controller',
      context,
      kind,
      children: [pods as never, revisions as never],
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      async reconcile(set, tools, signal) {
        const { namespace = '', deletionTimestamp } = set.metadata
        const { selector, template, minReadySeconds = 0, revisionHistoryLimit = 10 } = set.spec!
        const key = objectKey(set)
        if (deletionTimestamp !== undefined || !tools.expectations.isMet(key)) return undefined
        const owners = client.resource<StatefulSet>(kind).namespace(namespace)
        const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
        const revisionClient = client.resource<ControllerRevision>(revisionKind).namespace(namespace)
        const claimClient = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespace)
        const claim = { owner: set, ownerKind: kind, owners, signal }
        const settled = await settleRevisions({
          ...claim,
          selector,
          template,
          collisionCount: set.status?.collisionCount,
          store: revisions.store,
          revisions: revisionClient,
        })
        if ('isCollision' in settled) {
          const collisionCount = (set.status?.collisionCount ?? 0) + 1
          await owners.updateStatus({ ...set, status: { ...set.status!, collisionCount } }, { signal })
          return undefined
        }
        const update = settled.current
        const before = settled.all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? update
        const claimed = await claimChildren({
          ...claim,
          selector: fromLabelSelector(selector),
          store: pods.store,
          children: podClient,
        })
        const facts: SetFacts = {
          set,
          pods: claimed.filter((pod) => ordinalOf(pod, set) >= 0),
          currentHash: hashOf(before),
          updateHash: hashOf(update),
          nowMs: clock.now(),
        }
        const status = statusOf(facts, before, update)
        if (!isSameStatus(status, set.status)) await owners.updateStatus({ ...set, status }, { signal })
        await settleClaimOwners({ set, pods: facts.pods, store: volumeClaims.store, claims: claimClient, signal })
        const plan = planSet(facts)
        const write = { owner: set, key, tools, pods: podClient, signal }
        for (const pod of plan.remove) await deletePod(pod, write)
        for (const { ordinal, hash } of plan.create) {
          await makeClaims(set, ordinal, signal)
          const revision = hash === facts.updateHash ? update : before
          await createPod(setPod(set, templateOf(revision), hash, ordinal, vocabulary), write)
        }
        const inUse = new Set([facts.currentHash, facts.updateHash, ...facts.pods.map(labelOf)])
        const limit = revisionHistoryLimit
        await forgetOldRevisions({ all: settled.all, inUse, limit, revisions: revisionClient, signal })
        const waitMs = nextAvailableMs(facts.pods, minReadySeconds, facts.nowMs)
        return waitMs === undefined ? undefined : { requeueAfterMs: waitMs }
      },
    })

    /** Claims outlive their pods: what is there already is used again. */
    async function makeClaims(set: StatefulSet, ordinal: number, signal: AbortSignal): Promise<void> {
      const claims = client.resource<PersistentVolumeClaim>(claimKind)
      for (const claim of claimsOf(set, ordinal)) {
        try {
          await claims.namespace(set.metadata.namespace!).create(claim, { signal })
        } catch (error) {
          if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
        }
      }
    }
  },
}

function labelOf({ metadata }: Pod): string {
  return metadata.labels?.[revisionLabel] ?? ''
}

// upstream: stateful_set_control.go, updateReplicaStatusCounts and completeRollingUpdate
function statusOf(facts: SetFacts, before: ControllerRevision, update: ControllerRevision): StatefulSetStatus {
  const { set, pods, currentHash, updateHash, nowMs } = facts
  const { minReadySeconds = 0, updateStrategy } = set.spec!
  const { start, end } = ordinals(set)
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const of = (hash: string): number => staying.filter((pod) => labelOf(pod) === hash).length
  const wanted = end - start
  const readyReplicas = pods.filter(isReady).length
  const updatedReplicas = of(updateHash)
  const isOver =
    updateStrategy?.type !== 'OnDelete' &&
    updatedReplicas === wanted &&
    readyReplicas === wanted &&
    pods.length === wanted
  const { collisionCount, conditions } = set.status ?? {}
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas,
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length,
    currentReplicas: isOver ? updatedReplicas : of(currentHash),
    updatedReplicas,
    currentRevision: (isOver ? update : before).metadata.name!,
    updateRevision: update.metadata.name!,
    collisionCount: collisionCount ?? 0,
    ...(conditions === undefined ? {} : { conditions }),
  }
}
