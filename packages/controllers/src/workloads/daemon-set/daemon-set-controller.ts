import { objectKey } from '@pinnace/client'
import { fromLabelSelector, generateName, isEqualJson } from '@pinnace/meta'
import type { ControllerRevision, DaemonSet, DaemonSetStatus } from '@pinnace/types/apps-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerRef } from '../controller-ref.ts'
import { createPod, deletePod } from '../pod-control.ts'
import { podFromTemplate } from '../pod-from-template.ts'
import { hasEnded, isAvailable, isReady, nextAvailableMs } from '../pod-state.ts'
import { forgetOldRevisions, hashOf, revisionLabel, settleRevisions } from '../revisions/settle-revisions.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload, type WorkloadTools } from '../workload-loop.ts'
import { planPlaces, planUpdate, type DaemonFacts, type DaemonNode } from './daemon-plan.ts'
import { daemonTemplate, fitsNode, nodeOf } from './daemon-pod.ts'

const kind = { apiVersion: 'apps/v1', kind: 'DaemonSet' } as const
const revisionKind = { apiVersion: 'apps/v1', kind: 'ControllerRevision' } as const

// upstream: pkg/controller/daemon, BurstReplicas
const burst = 250

/** Keeps a pod on every node that a daemon set means. */
// upstream: pkg/controller/daemon/daemon_controller.go, syncDaemonSet
export const daemonSetController: Controller = {
  name: 'daemonset-controller',
  isDefault: true,
  needs: () => [kind, revisionKind],
  start(context) {
    const { client, clock, informers, random, vocabulary } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    const revisions = informers.informer<ControllerRevision>(revisionKind)
    return startWorkload<DaemonSet>({
      name: 'daemonset-controller',
      context,
      kind,
      children: [pods as never, revisions as never],
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch({ loop, owners }) {
        const lookAtAll = (): void => {
          for (const set of owners.store.list()) loop.add(objectKey(set))
        }
        nodes.addHandler({
          add: lookAtAll,
          delete: lookAtAll,
          update(live, before) {
            const facts = ({ metadata, spec }: Node): unknown => [metadata.labels ?? {}, spec?.taints ?? []]
            if (!isEqualJson(facts(live), facts(before))) lookAtAll()
          },
        })
      },
      async reconcile(set, tools, signal) {
        const { namespace = '', generation = 0, deletionTimestamp, annotations } = set.metadata
        const { selector, template, minReadySeconds = 0, revisionHistoryLimit = 10 } = set.spec!
        const key = objectKey(set)
        if (deletionTimestamp !== undefined || Object.keys(selector).length === 0) return undefined
        const isSettled = tools.expectations.isMet(key)
        const owners = client.resource<DaemonSet>(kind).namespace(namespace)
        const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
        const revisionClient = client.resource<ControllerRevision>(revisionKind).namespace(namespace)
        const settled = await settleRevisions({
          owner: set,
          ownerKind: kind,
          owners,
          selector,
          template,
          collisionCount: set.status?.collisionCount,
          store: revisions.store,
          revisions: revisionClient,
          signal,
        })
        if ('isCollision' in settled) {
          const collisionCount = (set.status?.collisionCount ?? 0) + 1
          await owners.updateStatus({ ...set, status: { ...set.status!, collisionCount } }, { signal })
          return undefined
        }
        const hash = hashOf(settled.current)
        const claimed = await claimChildren({
          owner: set,
          ownerKind: kind,
          owners,
          selector: fromLabelSelector(selector),
          store: pods.store,
          children: podClient,
          signal,
        })
        const facts: DaemonFacts = { set, nodes: spread(nodes.store.list(), claimed), hash, nowMs: clock.now() }
        if (isSettled) {
          const places = planPlaces(facts)
          const update = places.create.length + places.remove.length === 0 ? planUpdate(facts) : places
          const write = { owner: set, key, tools, pods: podClient, signal }
          const generationLabel = annotations?.['deprecated.daemonset.template.generation']
          const remove = update.remove.slice(0, burst)
          for (const pod of remove) tellEnd(set, pod, tools)
          await runForEach(remove, (pod) => deletePod(pod, write))
          await runInBatches(Math.min(update.create.length, burst), async (index) => {
            const prefix = `${set.metadata.name}-`
            const bound = daemonTemplate(template, update.create[index]!, vocabulary)
            const labels = {
              ...template.metadata?.labels,
              ...(generationLabel === undefined ? {} : { 'pod-template-generation': generationLabel }),
              [revisionLabel]: hash,
            }
            const labelled = { ...bound, metadata: { ...template.metadata, labels } }
            const name = generateName(prefix, random)
            await createPod(
              podFromTemplate(labelled, { name, generateName: prefix, owner: controllerRef(kind, set) }),
              write,
            )
          })
        }
        const inUse = new Set([hash, ...claimed.map(({ metadata }) => metadata.labels?.[revisionLabel] ?? '')])
        await forgetOldRevisions({
          all: settled.all,
          inUse,
          limit: revisionHistoryLimit,
          revisions: revisionClient,
          signal,
        })
        const status = statusOf(facts, generation)
        if (!isSameStatus(status, set.status)) await owners.updateStatus({ ...set, status }, { signal })
        const waitMs = nextAvailableMs(claimed, minReadySeconds, facts.nowMs)
        return waitMs === undefined ? undefined : { requeueAfterMs: waitMs }

        function spread(all: readonly Node[], own: readonly Pod[]): readonly DaemonNode[] {
          const known = new Map(all.map((node) => [node.metadata.name!, node]))
          const there = new Map<string, Pod[]>(Array.from(known.keys(), (name) => [name, []]))
          for (const pod of own) {
            const name = nodeOf(pod)
            const pods = there.get(name)
            if (pods === undefined) there.set(name, [pod])
            else pods.push(pod)
          }
          return Array.from(there, ([name, pods]): DaemonNode => {
            const node = known.get(name)
            const fits =
              node === undefined ? { shouldRun: false, mayStay: false } : fitsNode(template, node, vocabulary)
            return { name, ...fits, pods }
          })
        }
      },
    })
  },
}

// upstream: podsShouldBeOnNode
function tellEnd(set: DaemonSet, pod: Pod, tools: WorkloadTools<DaemonSet>): void {
  if (!hasEnded(pod)) return
  const { name = '', namespace = '' } = pod.metadata
  const what = `daemon pod ${namespace}/${name} on node ${nodeOf(pod)}`
  const related = { apiVersion: 'v1', kind: 'Pod', name, namespace }
  if (pod.status?.phase === 'Failed') {
    tools.tell(set, 'Warning', 'FailedDaemonPod', `Found failed ${what}, will try to kill it`, related)
  } else {
    tools.tell(set, 'Normal', 'SucceededDaemonPod', `Found succeeded ${what}, will try to delete it`, related)
  }
}

// upstream: updateDaemonSetStatus
function statusOf({ set, nodes, hash, nowMs }: DaemonFacts, observedGeneration: number): DaemonSetStatus {
  const { minReadySeconds = 0 } = set.spec!
  const wanted = nodes.filter(({ shouldRun }) => shouldRun)
  const oldest = ({ pods }: DaemonNode): readonly Pod[] => pods.filter((pod) => !hasEnded(pod))
  const count = (holds: (pod: Pod) => boolean): number => wanted.filter((node) => oldest(node).some(holds)).length
  const desiredNumberScheduled = wanted.length
  const numberAvailable = count((pod) => isAvailable(pod, minReadySeconds, nowMs))
  const collisionCount = set.status?.collisionCount
  return {
    currentNumberScheduled: wanted.filter(({ pods }) => pods.length > 0).length,
    numberMisscheduled: nodes.filter(({ shouldRun, pods }) => !shouldRun && pods.length > 0).length,
    desiredNumberScheduled,
    numberReady: count(isReady),
    observedGeneration,
    updatedNumberScheduled: count(({ metadata }) => metadata.labels?.[revisionLabel] === hash),
    numberAvailable,
    numberUnavailable: desiredNumberScheduled - numberAvailable,
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(set.status?.conditions === undefined ? {} : { conditions: set.status.conditions }),
  }
}
