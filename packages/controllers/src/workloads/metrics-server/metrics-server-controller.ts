import { objectKey, parseObjectKey, type Informer, type ResourceClient } from '@pinnace/client'
import { formatTime, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { undefinedIfNotFound } from '../../undefined-if-not-found.ts'
import { nameOf, uidOf } from '../stored-object.ts'
import { createMetricsDefinitions, definitionKind, metricsKinds } from './metrics-definitions.ts'
import { podUsage, sumOfUsage } from './pod-usage.ts'

/** The name of the controller. */
const name = 'simulated-metrics-server'

const byMeteredNode = 'metered node'

/** The time over which a metrics server measures. */
const window = '15s'

/**
 * Serves metrics of pods and nodes as custom resources, from annotations of pods: nothing is created before a pod has one.
 * A group that another server has registered is left to it.
 */
export const metricsServerController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [definitionKind(vocabulary)],
  start: (context) => new MetricsServer(context),
}

class MetricsServer implements RunningController {
  readonly #context: ControllerContext
  readonly #pods: Informer<Pod>
  readonly #nodes: Informer<Node>
  readonly #loop
  /** What is written, by key. Bounded by the pods with annotations and the nodes. */
  readonly #written = new Map<string, string>()
  /** Undefined until a pod has an annotation. */
  #isServing: Promise<boolean> | undefined

  constructor(context: ControllerContext) {
    this.#context = context
    const { informers } = context
    this.#pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    this.#nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    this.#pods.store.addIndex(byMeteredNode, ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []))
    this.#loop = startLoop({ name, context, reconcile: (key, signal) => this.#reconcile(key, signal) })
    const onPod = (pod: Pod): void => this.#onPod(pod)
    this.#pods.addHandler({ add: onPod, update: onPod, delete: onPod })
    const onNode = (node: Node): void => {
      if (this.#isServing !== undefined) this.#loop.add(nodeKey(nameOf(node)))
    }
    this.#nodes.addHandler({ add: onNode, delete: onNode })
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #onPod(pod: Pod): void {
    const key = podKey(objectKey(pod))
    if (podUsage(pod) === undefined && !this.#written.has(key)) return
    this.#loop.add(key)
    if (pod.spec?.nodeName) this.#loop.add(nodeKey(pod.spec.nodeName))
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<void> {
    this.#isServing ??= this.#begin(signal)
    if (!(await this.#isServing)) return
    const [kind = '', objectKey = ''] = splitKey(key)
    if (kind === 'pod') await this.#writePod(key, objectKey, signal)
    else await this.#writeNode(key, objectKey, signal)
  }

  async #begin(signal: AbortSignal): Promise<boolean> {
    const { client, vocabulary } = this.#context
    try {
      const isServing = await createMetricsDefinitions(client, vocabulary, signal)
      if (isServing) for (const node of this.#nodes.store.list()) this.#loop.add(nodeKey(nameOf(node)))
      return isServing
    } catch (error) {
      this.#isServing = undefined
      throw error
    }
  }

  async #writePod(key: string, podName: string, signal: AbortSignal): Promise<void> {
    const { name: own, namespace } = parseObjectKey(podName)
    const pod = this.#pods.store.get(own, namespace)
    const containers = pod === undefined ? undefined : podUsage(pod)
    const { client, vocabulary } = this.#context
    const metrics = client.resource(metricsKinds(vocabulary).pods).namespace(namespace)
    if (pod === undefined || containers === undefined) {
      await undefinedIfNotFound(metrics.delete(own, { signal }))
      this.#written.delete(key)
      return
    }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: own, uid: uidOf(pod) }]
    const labels = pod.metadata.labels ?? {}
    await this.#write(key, metrics, { metadata: { name: own, labels, ownerReferences }, containers }, signal)
  }

  async #writeNode(key: string, own: string, signal: AbortSignal): Promise<void> {
    const { client, vocabulary } = this.#context
    const metrics = client.resource(metricsKinds(vocabulary).nodes)
    const node = this.#nodes.store.get(own)
    if (node === undefined) {
      await undefinedIfNotFound(metrics.delete(own, { signal }))
      this.#written.delete(key)
      return
    }
    const used = this.#pods.store.byIndex(byMeteredNode, own).flatMap((pod) => {
      const usage = podUsage(pod)
      return usage === undefined ? [] : [usage]
    })
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: own, uid: uidOf(node) }]
    const labels = node.metadata.labels ?? {}
    const object = { metadata: { name: own, labels, ownerReferences }, usage: sumOfUsage(used) }
    await this.#write(key, metrics, object, signal)
  }

  /** Writes metrics that have changed; their time is that of the change. */
  async #write(
    key: string,
    metrics: ResourceClient<ApiObject>,
    object: { readonly metadata: ApiObject['metadata']; readonly [field: string]: unknown },
    signal: AbortSignal,
  ): Promise<void> {
    const text = JSON.stringify(object)
    if (this.#written.get(key) === text) return
    const { clock } = this.#context
    const { name: own = '' } = object.metadata
    const full = { ...object, timestamp: formatTime(clock.now()), window }
    const stored = await undefinedIfNotFound(metrics.get(own, { signal }))
    if (stored === undefined) await metrics.create(full, { signal })
    else {
      const { resourceVersion } = stored.metadata
      const metadata = { ...full.metadata, ...(resourceVersion === undefined ? {} : { resourceVersion }) }
      await metrics.update({ ...full, metadata }, { signal })
    }
    this.#written.set(key, text)
  }
}

function podKey(key: string): string {
  return `pod:${key}`
}

function nodeKey(own: string): string {
  return `node:${own}`
}

function splitKey(key: string): readonly string[] {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}
