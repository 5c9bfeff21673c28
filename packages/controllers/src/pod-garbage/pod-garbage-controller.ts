import type { Node, Pod } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { startLoop } from '../reconcile-loop.ts'
import { createLostNodes } from './lost-nodes.ts'
import { removePod, type RemovedCondition } from './remove-pod.ts'
import { isOnOutOfServiceNode, isTerminated, isUnscheduled, oldestFirst } from './removable-pods.ts'

/** Options for {@link podGarbageController}. */
export interface PodGarbageOptions {
  /** Number of terminated pods that are kept; beyond it the oldest are deleted. 0 keeps all. @default 12500 */
  readonly terminatedPodThreshold?: number
}

const name = 'pod-garbage-collector-controller'
// upstream: podgc/gc_controller.go, gcCheckPeriod
const periodMs = 20_000
const nodeIsMissing: RemovedCondition = {
  type: 'DisruptionTarget',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
}

/**
 * Deletes pods of missing nodes and of nodes out of service, deleted pods that were never scheduled, and the oldest
 * terminated pods beyond a threshold.
 */
// upstream: pkg/controller/podgc
export function podGarbageController({ terminatedPodThreshold = 12_500 }: PodGarbageOptions): Controller {
  return {
    name,
    isDefault: true,
    start(context) {
      const { client, informers, clock, vocabulary, onError } = context
      const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
      const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
      const lostNodes = createLostNodes({ client, clock })
      const loop = startLoop({
        name,
        context,
        workers: 1,
        // upstream: gc_controller.go, Run – every period, also after a failure
        maxDelayMs: periodMs,
        async reconcile(_, signal) {
          const removed = new Set<Pod>()
          const remove = async (found: readonly Pod[], condition?: RemovedCondition): Promise<void> => {
            for (const pod of found) {
              if (removed.has(pod)) continue
              removed.add(pod)
              try {
                await removePod({ client, clock, pod, signal, ...(condition === undefined ? {} : { condition }) })
              } catch (error) {
                if (signal.aborted) throw error
                const { namespace, name: podName } = pod.metadata
                onError(error, { controller: name, key: `${namespace}/${podName}`, isGivenUp: false })
              }
            }
          }
          const all = pods.store.list()
          const terminated = all.filter(isTerminated)
          const surplus = terminatedPodThreshold > 0 ? terminated.length - terminatedPodThreshold : 0
          if (surplus > 0) await remove(oldestFirst(terminated).slice(0, surplus))
          await remove(
            oldestFirst(
              all.filter((pod) => isOnOutOfServiceNode(pod, nodes.store.get(pod.spec?.nodeName ?? ''), vocabulary)),
            ),
          )
          const named = all.flatMap(({ spec }) => (spec?.nodeName ? [spec.nodeName] : []))
          const lost = await lostNodes.confirm(
            new Set(named.filter((node) => nodes.store.get(node) === undefined)),
            signal,
          )
          await remove(
            all.filter(({ spec }) => lost.has(spec?.nodeName ?? '')),
            nodeIsMissing,
          )
          await remove(all.filter(isUnscheduled))
          return { requeueAfterMs: periodMs }
        },
      })
      loop.add('all')
      return loop
    },
  }
}
