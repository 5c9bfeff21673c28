import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector, generateName, isEqualJson } from '@pinnace/meta'
import type { ControllerRevision, DaemonSet } from '@pinnace/types/apps-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerRef } from '../controller-ref.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { podFromTemplate, type PodToCreate } from '../pod-from-template.ts'
import { isFinished, nextAvailableMs } from '../pod-state.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import {
  deleteOldRevisions,
  hashOf,
  recordCollision,
  revisionLabel,
  syncRevisions,
} from '../revisions/controller-revisions.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { hasSpec, isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { normalEvent, warningEvent, type WorkloadEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import type { DaemonFacts, DaemonNode, DaemonPlan } from './daemon-facts.ts'
import { daemonNodeOf, daemonTemplate, fitsNode } from './daemon-pod.ts'
import { daemonSetStatus } from './daemon-set-status.ts'
import { planDaemonPods } from './plan-daemon-pods.ts'

const kind = { apiVersion: 'apps/v1', kind: 'DaemonSet' } as const
const revisionKind = { apiVersion: 'apps/v1', kind: 'ControllerRevision' } as const

/** Pods created or deleted in one reconciliation. */
// upstream: pkg/controller/daemon, BurstReplicas
const burst = 250

/** Keeps a pod on every node that a daemon set selects. */
export const daemonSetController: Controller = {
  name: 'daemonset-controller',
  isDefault: true,
  needs: () => [kind, revisionKind],
  start(context) {
    const { informers } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    const revisions = informers.informer<ControllerRevision>(revisionKind)
    return startWorkloadController<DaemonSet>({
      name: 'daemonset-controller',
      context,
      kind,
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch(tools) {
        tools.watchChildren(pods)
        tools.watchChildren(revisions)
        watchNodes(tools, nodes)
      },
      reconcile: (set, tools, signal) => syncDaemonSet(set, { tools, pods, nodes, revisions, signal }),
    })
  },
}

/** Wakes all daemon sets when a node comes, goes, or changes its labels or taints. */
function watchNodes({ loop, owners }: WorkloadTools<DaemonSet>, nodes: Informer<Node>): void {
  const enqueueAll = (): void => {
    for (const set of owners.store.list()) loop.add(objectKey(set))
  }
  const placementFacts = ({ metadata, spec }: Node): unknown => [metadata.labels ?? {}, spec?.taints ?? []]
  nodes.addHandler({
    add: enqueueAll,
    delete: enqueueAll,
    update(live, before) {
      if (!isEqualJson(placementFacts(live), placementFacts(before))) enqueueAll()
    },
  })
}

/** One reconciliation of a daemon set. */
interface DaemonSetSync {
  readonly tools: WorkloadTools<DaemonSet>
  readonly pods: Informer<Pod>
  readonly nodes: Informer<Node>
  readonly revisions: Informer<ControllerRevision>
  readonly signal: AbortSignal
}

// upstream: pkg/controller/daemon/daemon_controller.go, syncDaemonSet
async function syncDaemonSet(set: DaemonSet, sync: DaemonSetSync): Promise<Requeue> {
  if (!hasSpec(set) || isTerminating(set) || Object.keys(set.spec.selector).length === 0) return undefined
  const { tools, pods, nodes, signal } = sync
  const { client, clock, vocabulary } = tools.context
  const { selector, template, minReadySeconds = 0, revisionHistoryLimit: limit = 10 } = set.spec
  const namespace = namespaceOf(set)
  const key = objectKey(set)
  const areExpectationsMet = tools.expectations.isMet(key)
  const owners = client.resource<DaemonSet>(kind).namespace(namespace)
  const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
  const revisions = client.resource<ControllerRevision>(revisionKind).namespace(namespace)
  const history = { owner: set, ownerKind: kind, owners, store: sync.revisions.store, revisions, signal }
  const synced = await syncRevisions(history)
  if ('isCollision' in synced) return recordCollision(history).then(() => undefined)
  const hash = hashOf(synced.current)
  const claimed = await claimChildren({
    owner: set,
    ownerKind: kind,
    owners,
    selector: fromLabelSelector(selector),
    store: pods.store,
    children: podClient,
    signal,
  })
  const fits = (node: Node): NodeFit => fitsNode(template, node, vocabulary)
  const facts = { set, nodes: podsByNode(nodes.store.list(), claimed, fits), hash, nowMs: clock.now() }
  if (areExpectationsMet)
    await carryOut(planDaemonPods(facts), facts, { owner: set, key, tools, pods: podClient, signal })
  await deleteOldRevisions({
    all: synced.all,
    inUse: new Set([hash, ...claimed.map(hashOf)]),
    limit,
    revisions,
    signal,
  })
  const status = daemonSetStatus(facts)
  if (!isSameStatus(status, set.status)) await owners.updateStatus({ ...set, status }, { signal })
  return requeueAfter(nextAvailableMs(claimed, minReadySeconds, facts.nowMs))
}

/** Deletes and creates pods as planned, at most {@link burst} of each. */
async function carryOut(plan: DaemonPlan, facts: DaemonFacts, write: PodWrite<DaemonSet>): Promise<void> {
  const { tools, owner } = write
  const remove = plan.remove.slice(0, burst)
  for (const pod of remove.filter(isFinished)) tools.recordEvent(owner, finishedPodEvent(pod))
  await runForEach(remove, (pod) => deletePod(pod, write))
  const create = plan.create.slice(0, burst)
  await runInBatches(create.length, (index) => createPod(daemonPod(facts, create[index] ?? '', tools), write))
}

/** Builds the pod of a daemon set for one node. */
function daemonPod({ set, hash }: DaemonFacts, node: string, { context }: WorkloadTools<DaemonSet>): PodToCreate {
  const { template } = set.spec
  const generation = set.metadata.annotations?.['deprecated.daemonset.template.generation']
  const labels = {
    ...template.metadata?.labels,
    ...(generation === undefined ? {} : { 'pod-template-generation': generation }),
    [revisionLabel]: hash,
  }
  const bound = daemonTemplate(template, node, context.vocabulary)
  const prefix = `${nameOf(set)}-`
  return podFromTemplate(
    { ...bound, metadata: { ...template.metadata, labels } },
    { name: generateName(prefix, context.random), generateName: prefix, owner: controllerRef(kind, set) },
  )
}

type NodeFit = ReturnType<typeof fitsNode>

/** Groups the pods of a daemon set by node. A pod on an unknown node is on one that should not have it. */
export function podsByNode(
  nodes: readonly Node[],
  pods: readonly Pod[],
  fits: (node: Node) => NodeFit,
): readonly DaemonNode[] {
  const byName = new Map(nodes.map((node) => [nameOf(node), { fit: fits(node), pods: [] as Pod[] }]))
  for (const pod of pods) {
    const name = daemonNodeOf(pod)
    const entry = byName.get(name) ?? { fit: { shouldRun: false, mayStay: false }, pods: [] }
    byName.set(name, entry)
    entry.pods.push(pod)
  }
  return Array.from(byName, ([name, { fit, pods: own }]) => ({ name, ...fit, pods: own }))
}

// upstream: podsShouldBeOnNode
function finishedPodEvent(pod: Pod): WorkloadEvent {
  const name = nameOf(pod)
  const namespace = namespaceOf(pod)
  const subject = `daemon pod ${namespace}/${name} on node ${daemonNodeOf(pod)}`
  const related = { apiVersion: 'v1', kind: 'Pod', name, namespace }
  return pod.status?.phase === 'Failed'
    ? warningEvent('FailedDaemonPod', `Found failed ${subject}, will try to kill it`, related)
    : normalEvent('SucceededDaemonPod', `Found succeeded ${subject}, will try to delete it`, related)
}
