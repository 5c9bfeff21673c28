import { createEventRecorder, objectKey, parseObjectKey, type RecordedEvent } from '@pinnace/client'
import { formatTime, isEqualJson, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodCondition } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { hasEnded, podCondition } from '../pod-state.ts'
import { findNode, type Cluster } from './find-node.ts'
import { createPlacedPods } from './placed-pods.ts'
import { isChoosy } from './pod-affinity.ts'

const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** Options for {@link schedulerController}. */
export interface SchedulerOptions {
  /** Whose pods it places: those that name it. @default 'default-scheduler' */
  readonly schedulerName?: string
}

/** Gives pods their nodes, one after the other: where they may be, can be, and there are fewest. */
export function schedulerController({ schedulerName = 'default-scheduler' }: SchedulerOptions = {}): Controller {
  return {
    name: 'simulated-scheduler',
    isDefault: true,
    start(context) {
      const { client, clock, informers, random, vocabulary } = context
      const pods = informers.informer<Pod>(podKind)
      const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
      const namespaces = informers.informer<ApiObject>({ apiVersion: 'v1', kind: 'Namespace' })
      const recorder = createEventRecorder({
        events: client.resource<RecordedEvent>({ apiVersion: `${vocabulary.group('events')}/v1`, kind: 'Event' }),
        reportingController: schedulerName,
        clock,
        random,
        onError: (error) => context.onError(error, { controller: 'simulated-scheduler', isGivenUp: true }),
      })
      const placed = createPlacedPods()
      /** Those there was no node for, and which of them mind who else is there. */
      const waiting = new Set<string>()
      const choosy = new Set<string>()
      const settle = (key: string): void => {
        waiting.delete(key)
        choosy.delete(key)
      }
      const tell = (pod: Pod, type: 'Normal' | 'Warning', reason: string, note: string): void => {
        const { name = '', namespace = '', uid = '' } = pod.metadata
        const action = type === 'Normal' ? 'Binding' : 'Scheduling'
        recorder.record({ regarding: { ...podKind, name, namespace, uid }, type, reason, action, note })
      }
      const cluster = (): Cluster => ({
        nodes: nodes.store.list().filter(({ metadata }) => metadata.deletionTimestamp === undefined),
        placed,
        namespace: (name) => namespaces.store.get(name),
        unschedulableTaint: `node.${vocabulary.labelDomain}/unschedulable`,
      })
      const refuse = async (pod: Pod, message: string, signal: AbortSignal): Promise<void> => {
        waiting.add(objectKey(pod))
        if (isChoosy(pod)) choosy.add(objectKey(pod))
        const known = podCondition(pod, 'PodScheduled')
        if (known?.status === 'False' && known.message === message) return
        const next = unschedulable(message, known?.status === 'False' ? known : undefined, clock.now())
        const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled')
        tell(pod, 'Warning', 'FailedScheduling', message)
        const status = { ...pod.status, conditions: [...others, next] }
        if (isEqualJson(status, pod.status)) return
        await client
          .resource<Pod>(podKind)
          .namespace(pod.metadata.namespace!)
          .updateStatus({ ...pod, status }, { signal })
      }
      const loop = startLoop({
        name: 'simulated-scheduler',
        context,
        // One at a time: what is placed counts for the next.
        workers: 1,
        async reconcile(key, signal) {
          const { name, namespace } = parseObjectKey(key)
          const pod = pods.store.get(name, namespace)
          if (pod === undefined || !isWaiting(pod, schedulerName) || placed.has(key)) {
            settle(key)
            return
          }
          const placement = findNode(pod, cluster())
          try {
            if ('problem' in placement) {
              await refuse(pod, placement.problem, signal)
              return
            }
            placed.place(pod, placement.node)
            const target = { apiVersion: 'v1', kind: 'Node', name: placement.node }
            const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, uid: pod.metadata.uid }, target }
            await client.resource(podKind).namespace(namespace).subresource('binding').create(name, binding, { signal })
            settle(key)
            retry(choosy)
            tell(pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${placement.node}`)
          } catch (error) {
            if (pods.store.get(name, namespace)?.spec?.nodeName === undefined) placed.remove(key)
            if (!isOutdated(error)) throw error
          }
        },
      })
      const retry = (keys: ReadonlySet<string>): void => {
        for (const key of keys) loop.add(key)
      }
      const look = (pod: Pod, before?: Pod): void => {
        const { nodeName } = pod.spec ?? {}
        if (nodeName && !hasEnded(pod)) {
          const isNew = placed.place(pod, nodeName)
          if (isNew || !isEqualJson(pod.metadata.labels ?? {}, before?.metadata.labels ?? {})) retry(choosy)
        } else if (nodeName) {
          if (placed.remove(objectKey(pod))) retry(waiting)
        } else if (isWaiting(pod, schedulerName)) loop.add(objectKey(pod))
      }
      pods.addHandler({
        add: (pod) => look(pod),
        update: look,
        delete(pod) {
          settle(objectKey(pod))
          if (placed.remove(objectKey(pod))) retry(waiting)
        },
      })
      nodes.addHandler({
        add: () => retry(waiting),
        delete: () => retry(waiting),
        update(live, before) {
          if (!isEqualJson(placeFacts(live), placeFacts(before))) retry(waiting)
        },
      })
      namespaces.addHandler({
        update({ metadata }, before) {
          if (!isEqualJson(metadata.labels ?? {}, before.metadata.labels ?? {})) retry(choosy)
        },
      })
      return {
        get isHealthy() {
          return loop.isHealthy ?? true
        },
        async stop() {
          await loop.stop()
          await recorder.stop()
        },
      }
    },
  }
}

function isWaiting({ metadata, spec }: Pod, schedulerName: string): boolean {
  return (
    metadata.deletionTimestamp === undefined &&
    !spec?.nodeName &&
    spec?.schedulerName === schedulerName &&
    (spec.schedulingGates ?? []).length === 0
  )
}

/** What of a node says which pods it takes; its heartbeats do not. */
function placeFacts({ metadata, spec, status }: Node): unknown {
  return [metadata.labels ?? {}, spec ?? {}, status?.allocatable ?? {}]
}

function unschedulable(message: string, known: PodCondition | undefined, nowMs: number): PodCondition {
  return {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastTransitionTime: known?.lastTransitionTime ?? formatTime(nowMs),
  }
}
