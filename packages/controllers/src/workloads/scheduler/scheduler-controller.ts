import { createEventRecorder, objectKey, parseObjectKey, type RecordedEvent } from '@pinnace/client'
import { formatTime, isEqualJson, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/resources/types/core-v1-nodes'
import type { Pod, PodCondition } from '@pinnace/resources/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { hasEnded, podCondition } from '../pod-state.ts'
import { findNode, type Cluster } from './find-node.ts'

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
      const onNode = new Map<string, Map<string, Pod>>()
      const placeOf = new Map<string, string>()
      const waiting = new Set<string>()
      const remove = (key: string): void => {
        onNode.get(placeOf.get(key) ?? '')?.delete(key)
        placeOf.delete(key)
      }
      const place = (pod: Pod, node: string): void => {
        const key = objectKey(pod)
        remove(key)
        placeOf.set(key, node)
        const there = onNode.get(node) ?? new Map<string, Pod>()
        onNode.set(node, there.set(key, pod))
      }
      const tell = (pod: Pod, type: 'Normal' | 'Warning', reason: string, note: string): void => {
        const { name = '', namespace = '', uid = '' } = pod.metadata
        const action = type === 'Normal' ? 'Binding' : 'Scheduling'
        recorder.record({ regarding: { ...podKind, name, namespace, uid }, type, reason, action, note })
      }
      const cluster = (): Cluster => ({
        nodes: nodes.store.list().filter(({ metadata }) => metadata.deletionTimestamp === undefined),
        podsOn: (node) => [...(onNode.get(node)?.values() ?? [])],
        namespace: (name) => namespaces.store.get(name),
        unschedulableTaint: `node.${vocabulary.labelDomain}/unschedulable`,
      })
      const refuse = async (pod: Pod, message: string, signal: AbortSignal): Promise<void> => {
        waiting.add(objectKey(pod))
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
          if (pod === undefined || !isWaiting(pod, schedulerName) || placeOf.has(key)) {
            waiting.delete(key)
            return
          }
          const placement = findNode(pod, cluster())
          try {
            if ('problem' in placement) {
              await refuse(pod, placement.problem, signal)
              return
            }
            place(pod, placement.node)
            const target = { apiVersion: 'v1', kind: 'Node', name: placement.node }
            const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, uid: pod.metadata.uid }, target }
            await client.resource(podKind).namespace(namespace).subresource('binding').create(name, binding, { signal })
            waiting.delete(key)
            tell(pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${placement.node}`)
          } catch (error) {
            if (pods.store.get(name, namespace)?.spec?.nodeName === undefined) remove(key)
            if (!isOutdated(error)) throw error
          }
        },
      })
      const retryAll = (): void => {
        for (const key of waiting) loop.add(key)
      }
      const look = (pod: Pod): void => {
        const { nodeName } = pod.spec ?? {}
        if (nodeName && !hasEnded(pod)) place(pod, nodeName)
        else if (nodeName) {
          remove(objectKey(pod))
          retryAll()
        } else if (isWaiting(pod, schedulerName)) loop.add(objectKey(pod))
      }
      pods.addHandler({
        add: look,
        update: look,
        delete(pod) {
          remove(objectKey(pod))
          waiting.delete(objectKey(pod))
          retryAll()
        },
      })
      nodes.addHandler({
        add: retryAll,
        delete: retryAll,
        update(live, before) {
          if (!isEqualJson(placeFacts(live), placeFacts(before))) retryAll()
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
