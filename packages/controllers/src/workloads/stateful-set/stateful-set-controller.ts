import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { ControllerRevision, StatefulSet } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { nextAvailableMs } from '../pod-state.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import {
  deleteOldRevisions,
  hashOf,
  recordCollision,
  syncRevisions,
  templateOf,
  type SyncedRevisions,
} from '../revisions/controller-revisions.ts'
import { isSameStatus } from '../same-status.ts'
import { hasSpec, isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { planStatefulPods, type StatefulFacts, type StatefulPlan } from './plan-stateful-pods.ts'
import { ordinalOf, statefulPod } from './stateful-pod.ts'
import { statefulSetStatus, type StatefulRevisions } from './stateful-set-status.ts'
import { createVolumeClaims, syncClaimOwners, type ClaimAccess } from './volume-claims.ts'

const kind = { apiVersion: 'apps/v1', kind: 'StatefulSet' } as const
const claimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' } as const
const revisionKind = { apiVersion: 'apps/v1', kind: 'ControllerRevision' } as const

/** Keeps the pods of stateful sets, which have stable names, volume claims and an order. */
// upstream: pkg/controller/statefulset
export const statefulSetController: Controller = {
  name: 'statefulset-controller',
  isDefault: true,
  needs: () => [kind, revisionKind],
  start(context) {
    const { informers } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const revisions = informers.informer<ControllerRevision>(revisionKind)
    const claims = informers.informer<PersistentVolumeClaim>(claimKind)
    return startWorkloadController<StatefulSet>({
      name: 'statefulset-controller',
      context,
      kind,
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch(tools) {
        tools.watchChildren(pods)
        tools.watchChildren(revisions)
      },
      reconcile: (set, tools, signal) => syncStatefulSet(set, { tools, pods, revisions, claims, signal }),
    })
  },
}

/** One reconciliation of a stateful set. */
interface StatefulSetSync {
  readonly tools: WorkloadTools<StatefulSet>
  readonly pods: Informer<Pod>
  readonly revisions: Informer<ControllerRevision>
  readonly claims: Informer<PersistentVolumeClaim>
  readonly signal: AbortSignal
}

// upstream: pkg/controller/statefulset/stateful_set.go, sync
async function syncStatefulSet(set: StatefulSet, sync: StatefulSetSync): Promise<Requeue> {
  const { tools, signal } = sync
  const { client, clock } = tools.context
  const key = objectKey(set)
  if (!hasSpec(set) || isTerminating(set) || !tools.expectations.isMet(key)) return undefined
  const namespace = namespaceOf(set)
  const owners = client.resource<StatefulSet>(kind).namespace(namespace)
  const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
  const revisions = client.resource<ControllerRevision>(revisionKind).namespace(namespace)
  const claimClient = client.resource<PersistentVolumeClaim>(claimKind).namespace(namespace)
  const history = { owner: set, ownerKind: kind, owners, store: sync.revisions.store, revisions, signal }
  const synced = await syncRevisions(history)
  if ('isCollision' in synced) return recordCollision(history).then(() => undefined)
  const { selector, minReadySeconds = 0, revisionHistoryLimit: limit = 10 } = set.spec
  const claimed = await claimChildren({
    owner: set,
    ownerKind: kind,
    owners,
    selector: fromLabelSelector(selector),
    store: sync.pods.store,
    children: podClient,
    signal,
  })
  const stateful = { update: synced.current, current: currentRevision(set, synced) }
  const facts: StatefulFacts = {
    set,
    pods: claimed.filter((pod) => ordinalOf(pod, set) >= 0),
    currentHash: hashOf(stateful.current),
    updateHash: hashOf(stateful.update),
    nowMs: clock.now(),
  }
  const status = statefulSetStatus(facts, stateful)
  if (!isSameStatus(status, set.status)) await owners.updateStatus({ ...set, status }, { signal })
  const access = { store: sync.claims.store, claims: claimClient, signal }
  await syncClaimOwners(set, facts.pods, access)
  await carryOut(planStatefulPods(facts), stateful, { owner: set, key, tools, pods: podClient, signal, access })
  const inUse = new Set([facts.currentHash, facts.updateHash, ...facts.pods.map(hashOf)])
  await deleteOldRevisions({ all: synced.all, inUse, limit, revisions, signal })
  return requeueAfter(nextAvailableMs(facts.pods, minReadySeconds, facts.nowMs))
}

/** The revision that the status names as current; the one of the set's template when it names none. */
function currentRevision(
  { status }: StatefulSet,
  { all, current }: Exclude<SyncedRevisions, { readonly isCollision: true }>,
): ControllerRevision {
  return all.find((revision) => nameOf(revision) === status?.currentRevision) ?? current
}

interface StatefulWrite extends PodWrite<StatefulSet> {
  readonly access: ClaimAccess
}

async function carryOut(plan: StatefulPlan, revisions: StatefulRevisions, write: StatefulWrite): Promise<void> {
  const { owner: set, access, tools } = write
  const { vocabulary } = tools.context
  for (const pod of plan.remove) await deletePod(pod, write)
  for (const { ordinal, hash } of plan.create) {
    await createVolumeClaims(set, ordinal, access)
    const revision = hash === hashOf(revisions.update) ? revisions.update : revisions.current
    await createPod(statefulPod(set, templateOf(revision), { ordinal, hash, vocabulary }), write)
  }
}
