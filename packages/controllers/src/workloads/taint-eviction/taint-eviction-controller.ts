import { objectKey, parseObjectKey, type EventRecorder, type Informer } from '@pinnace/client'
import { isEqualJson } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { disruptPod } from '../disrupt-pod.ts'
import { isFinished } from '../pod-state.ts'
import type { Requeue } from '../requeue.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { createControllerRecorder } from '../workload-loop.ts'
import { tolerationTimeMs } from './toleration-time.ts'

const name = 'taint-eviction-controller'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** Evicts pods from nodes with taints of effect NoExecute, once the time that they tolerate these is over. */
// upstream: pkg/controller/tainteviction
export const taintEvictionController: Controller = {
  name,
  isDefault: true,
  start: (context) => new TaintEviction(context),
}

class TaintEviction implements RunningController {
  readonly #context: ControllerContext
  readonly #pods: Informer<Pod>
  readonly #nodes: Informer<Node>
  readonly #recorder: EventRecorder
  readonly #loop: Loop
  /** Since when a pod waits for its eviction, in monotonic milliseconds, by UID. Bounded by the pods of tainted nodes. */
  readonly #waitingSince = new Map<string, number>()

  constructor(context: ControllerContext) {
    this.#context = context
    this.#pods = context.informers.informer<Pod>(podKind)
    this.#nodes = context.informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    this.#recorder = createControllerRecorder(name, context)
    this.#loop = startLoop({ name, context, reconcile: (key, signal) => this.#reconcile(key, signal) })
    const observe = (pod: Pod): void => {
      const isWaiting = this.#waitingSince.has(uidOf(pod))
      if (isWaiting || evicts(this.#nodes.store.get(pod.spec?.nodeName ?? ''))) this.#loop.add(objectKey(pod))
    }
    this.#pods.addHandler({
      add: observe,
      update: observe,
      delete: (pod) => void this.#waitingSince.delete(uidOf(pod)),
    })
    this.#nodes.addHandler({
      add: (node) => {
        if (evicts(node)) this.#observeNode(node)
      },
      update: (node, before) => {
        const isSame = isEqualJson(node.spec?.taints ?? [], before.spec?.taints ?? [])
        if (!isSame && (evicts(node) || evicts(before))) this.#observeNode(node)
      },
    })
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#recorder.stop()
  }

  #observeNode(node: Node): void {
    for (const pod of this.#pods.store.list()) if (pod.spec?.nodeName === nameOf(node)) this.#loop.add(objectKey(pod))
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<Requeue> {
    const { name: podName, namespace } = parseObjectKey(key)
    const pod = this.#pods.store.get(podName, namespace)
    if (pod === undefined || isTerminating(pod) || isFinished(pod)) return undefined
    const { clock } = this.#context
    const taints = this.#nodes.store.get(pod.spec?.nodeName ?? '')?.spec?.taints ?? []
    const allowedMs = tolerationTimeMs(pod, taints)
    if (allowedMs === undefined) return this.#cancel(pod)
    const since = this.#waitingSince.get(uidOf(pod)) ?? clock.monotonic()
    this.#waitingSince.set(uidOf(pod), since)
    const remainingMs = since + allowedMs - clock.monotonic()
    if (remainingMs > 0) return { requeueAfterMs: remainingMs }
    this.#record(pod, `Marking for deletion Pod ${key}`)
    const { client } = this.#context
    const message = 'Taint manager: deleting due to NoExecute taint'
    await disruptPod(pod, { client, clock, signal, reason: 'DeletionByTaintManager', message })
    return undefined
  }

  #cancel(pod: Pod): undefined {
    if (this.#waitingSince.delete(uidOf(pod))) this.#record(pod, `Cancelling deletion of Pod ${objectKey(pod)}`)
  }

  #record(pod: Pod, note: string): void {
    const regarding = { ...podKind, name: nameOf(pod), namespace: namespaceOf(pod), uid: uidOf(pod) }
    this.#recorder.record({ regarding, type: 'Normal', reason: 'TaintManagerEviction', action: 'Eviction', note })
  }
}

function evicts(node: Node | undefined): boolean {
  return node?.spec?.taints?.some(({ effect }) => effect === 'NoExecute') ?? false
}
