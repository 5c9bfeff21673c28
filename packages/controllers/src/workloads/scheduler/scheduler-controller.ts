import { objectKey, parseObjectKey, type EventRecorder, type Informer } from '@pinnace/client'
import { isEqualJson, type ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { isFinished } from '../pod-state.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { DeviceSearchError } from '../devices/device-search.ts'
import { podClaims } from '../devices/pod-claims.ts'
import { disruptPod } from '../disrupt-pod.ts'
import { createControllerRecorder } from '../workload-loop.ts'
import { createAssignedPods, type AssignedPods } from './assigned-pods.ts'
import { bindClaims, deallocateClaim } from './bind-claims.ts'
import { readBudgets } from './budgeted-pods.ts'
import { watchDefaultSpread, type DefaultSpread } from './default-spread.ts'
import { waitsForClaims } from './device-claims.ts'
import { findNode, type Placement } from './find-node.ts'
import type { Cluster } from './node-problems.ts'
import { createNominatedPods, type NominatedPods } from './nominated-pods.ts'
import { hasPodAffinityTerms } from './pod-affinity.ts'
import { findPreemption, waitsForVictims } from './preempt.ts'
import { needsNode, schedulingFacts, unschedulableConditions, type Unscheduled } from './unschedulable-pods.ts'
import { claimNames } from '../../pod-claims.ts'
import type { VolumeView } from './volume-constraints.ts'
import { watchDevices, type WatchedDevices } from './watched-devices.ts'
import { watchVolumes } from './watched-volumes.ts'

const podKind = { apiVersion: 'v1', kind: 'Pod' } as const
const controllerName = 'simulated-scheduler'

/** Options for {@link schedulerController}. */
export interface SchedulerOptions {
  /** The scheduler name of the pods that it schedules. @default 'default-scheduler' */
  readonly schedulerName?: string
}

/** Assigns pods to nodes, one after the other, and deletes pods of lower priority where no node has room. */
export function schedulerController({ schedulerName = 'default-scheduler' }: SchedulerOptions = {}): Controller {
  return {
    name: controllerName,
    isDefault: true,
    needs: (vocabulary) => [{ apiVersion: `${vocabulary.group('storage')}/v1`, kind: 'StorageClass' }],
    start: (context) => new Scheduler(context, schedulerName),
  }
}

class Scheduler implements RunningController {
  readonly #context: ControllerContext
  readonly #schedulerName: string
  readonly #pods: Informer<Pod>
  readonly #nodes: Informer<Node>
  readonly #namespaces: Informer
  readonly #recorder: EventRecorder
  readonly #loop: Loop
  readonly #assigned: AssignedPods = createAssignedPods()
  readonly #nominated: NominatedPods = createNominatedPods()
  readonly #volumes: VolumeView
  readonly #defaultSpread: DefaultSpread
  /** Keys of pods that no node suited. Bounded by the pods of the cluster. */
  readonly #unschedulable = new Set<string>()
  /** Those of them that other pods can make schedulable. */
  readonly #waitingForPods = new Set<string>()
  /** Pods whose claims are not bound yet. */
  readonly #waitingForVolumes = new Set<string>()
  /** Pods with resource claims. */
  readonly #waitingForDevices = new Set<string>()
  /** Undefined until the first pod with resource claims. */
  #devices: WatchedDevices | undefined

  constructor(context: ControllerContext, schedulerName: string) {
    const { informers } = context
    this.#context = context
    this.#schedulerName = schedulerName
    this.#pods = informers.informer<Pod>(podKind)
    this.#nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    this.#namespaces = informers.informer<ApiObject>({ apiVersion: 'v1', kind: 'Namespace' })
    this.#defaultSpread = watchDefaultSpread(context)
    this.#volumes = watchVolumes(context, () => this.#retry(this.#waitingForVolumes))
    this.#recorder = createControllerRecorder(schedulerName, context)
    this.#loop = startLoop({
      name: controllerName,
      context,
      // One at a time: each assignment counts for the next pod.
      workers: 1,
      reconcile: (key, signal) => this.#schedule(key, signal),
    })
    this.#watch()
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#recorder.stop()
  }

  #watch(): void {
    this.#pods.addHandler({
      add: (pod) => this.#observePod(pod),
      update: (pod, before) => this.#observePod(pod, before),
      delete: (pod) => {
        this.#settle(objectKey(pod))
        this.#release(objectKey(pod))
      },
    })
    this.#nodes.addHandler({
      add: () => this.#retry(this.#unschedulable),
      delete: () => this.#retry(this.#unschedulable),
      update: (live, before) => {
        if (!isEqualJson(schedulingFacts(live), schedulingFacts(before))) this.#retry(this.#unschedulable)
      },
    })
    this.#namespaces.addHandler({
      update: (live, before) => {
        if (!hasSameLabels(live, before)) this.#retry(this.#waitingForPods)
      },
    })
  }

  #observePod(pod: Pod, before?: Pod): void {
    const { nodeName } = pod.spec ?? {}
    if (nodeName && !isFinished(pod)) {
      const isNew = this.#assigned.assign(pod, nodeName)
      const isRelabeled = before !== undefined && !hasSameLabels(pod, before)
      if (isNew || isRelabeled) this.#retry(this.#waitingForPods)
    } else if (nodeName) this.#release(objectKey(pod))
    else if (needsNode(pod, this.#schedulerName)) this.#loop.add(objectKey(pod))
  }

  async #schedule(key: string, signal: AbortSignal): Promise<void> {
    const { name, namespace } = parseObjectKey(key)
    const pod = this.#pods.store.get(name, namespace)
    if (pod === undefined || !needsNode(pod, this.#schedulerName) || this.#assigned.has(key)) {
      this.#settle(key)
      return
    }
    if (claimNames(pod).length > 0) this.#waitingForVolumes.add(key)
    if (!(await this.#hasClaims(pod, signal))) return
    const cluster = this.#clusterFor(pod)
    try {
      const placement = findNode(pod, cluster)
      if ('problem' in placement) await this.#refuse(pod, placement, cluster, signal)
      else if (placement.waiting.length > 0) await this.#selectNode(placement, signal)
      else await this.#bind(pod, placement, signal)
    } catch (error) {
      if (error instanceof DeviceSearchError) return this.#reportFailure(pod, error, signal)
      if (this.#pods.store.get(name, namespace)?.spec?.nodeName === undefined) this.#assigned.remove(key)
      if (!isOutdated(error)) throw error
    }
  }

  /** Whether the resource claims of a pod are there, so that it can be tried. */
  async #hasClaims(pod: Pod, signal: AbortSignal): Promise<boolean> {
    if (podClaims(pod).length === 0) return true
    this.#waitingForDevices.add(objectKey(pod))
    this.#devices ??= await watchDevices(this.#context, signal, () => this.#retry(this.#waitingForDevices))
    return this.#devices === undefined || !waitsForClaims(pod, this.#devices)
  }

  #clusterFor(pod: Pod): Cluster {
    return {
      nodes: this.#nodes.store.list().filter((node) => !isTerminating(node)),
      assigned: this.#nominated.beside(pod, this.#assigned),
      namespace: (name) => this.#namespaces.store.get(name),
      unschedulableTaint: `node.${this.#context.vocabulary.labelDomain}/unschedulable`,
      volumes: this.#volumes,
      devices: this.#devices,
      defaultSpread: this.#defaultSpread,
    }
  }

  /** Marks a pod that no node suits, and makes room for it where pods of lower priority can be deleted. */
  async #refuse(pod: Pod, placement: Refusal, cluster: Cluster, signal: AbortSignal): Promise<void> {
    await this.#markUnschedulable(pod, { reason: 'Unschedulable', message: placement.problem }, signal)
    const [released] = placement.releasable
    // It is better to free devices that no pod uses than to delete pods.
    if (released !== undefined) return deallocateClaim(released, this.#context, { devices: this.#devices, signal })
    if (waitsForVictims(pod, cluster)) return
    if (placement.resolvable.length === 0) return
    const budgets = await readBudgets(this.#context.client, signal)
    const preemption = findPreemption(pod, placement.resolvable, cluster, budgets)
    if (preemption === undefined) return
    const { node, victims } = preemption
    const pods = this.#context.client.resource<Pod>(podKind).namespace(namespaceOf(pod))
    await pods.patchStatus(
      nameOf(pod),
      { metadata: { uid: uidOf(pod) }, status: { nominatedNodeName: node } },
      { signal },
    )
    this.#nominated.set(pod, node)
    const { client, clock } = this.#context
    // upstream: pkg/scheduler/framework/preemption/preemption.go, PreemptPod
    const message = `${this.#schedulerName}: preempting to accommodate a higher priority pod`
    for (const victim of victims) {
      this.#recordPreemption(victim, `Preempted by pod ${uidOf(pod)} on node ${node}`)
      await disruptPod(victim, { client, clock, signal, reason: 'PreemptionByScheduler', message })
    }
  }

  /** Names the node for claims that wait for it. The pod is tried again when they are bound. */
  async #selectNode({ node, waiting }: Selection, signal: AbortSignal): Promise<void> {
    const annotation = `volume.${this.#context.vocabulary.labelDomain}/selected-node`
    for (const claim of waiting) {
      if (claim.metadata.annotations?.[annotation] === node) continue
      const claims = this.#context.client.resource({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' })
      const { uid, resourceVersion, name = '', namespace = '' } = claim.metadata
      const annotations = { [annotation]: node }
      await claims.namespace(namespace).patch(name, { metadata: { uid, resourceVersion, annotations } }, { signal })
    }
  }

  // upstream: pkg/scheduler/schedule_one.go, handleSchedulingFailure
  #reportFailure(pod: Pod, { message }: Error, signal: AbortSignal): Promise<void> {
    const text = `running "DynamicResources" filter plugin: ${message}`
    return this.#markUnschedulable(pod, { reason: 'SchedulerError', message: text }, signal)
  }

  async #bind(pod: Pod, { node, claims }: Selection, signal: AbortSignal): Promise<void> {
    const name = nameOf(pod)
    this.#assigned.assign(pod, node)
    await bindClaims(pod, claims, this.#context, { devices: this.#devices, signal })
    const target = { apiVersion: 'v1', kind: 'Node', name: node }
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, uid: uidOf(pod) }, target }
    const pods = this.#context.client.resource(podKind).namespace(namespaceOf(pod))
    await pods.subresource('binding').create(name, binding, { signal })
    this.#settle(objectKey(pod))
    this.#retry(this.#waitingForPods)
    this.#recordEvent(pod, 'Normal', `Successfully assigned ${objectKey(pod)} to ${node}`)
  }

  async #markUnschedulable(pod: Pod, why: Unscheduled, signal: AbortSignal): Promise<void> {
    this.#unschedulable.add(objectKey(pod))
    if (dependsOnPods(pod)) this.#waitingForPods.add(objectKey(pod))
    const conditions = unschedulableConditions(pod, why, this.#context.clock.now())
    if (conditions === undefined) return
    this.#recordEvent(pod, 'Warning', why.message)
    const pods = this.#context.client.resource<Pod>(podKind).namespace(namespaceOf(pod))
    await pods.updateStatus({ ...pod, status: { ...pod.status, conditions } }, { signal })
  }

  /** The pod no longer waits for a node. */
  #settle(key: string): void {
    this.#unschedulable.delete(key)
    this.#waitingForPods.delete(key)
    this.#waitingForVolumes.delete(key)
    this.#waitingForDevices.delete(key)
    this.#nominated.delete(key)
  }

  /** Frees what the pod used on its node. */
  #release(key: string): void {
    if (this.#assigned.remove(key)) this.#retry(this.#unschedulable)
  }

  #retry(keys: ReadonlySet<string>): void {
    for (const key of keys) this.#loop.add(key)
  }

  #recordPreemption(victim: Pod, note: string): void {
    const regarding = { ...podKind, name: nameOf(victim), namespace: namespaceOf(victim), uid: uidOf(victim) }
    this.#recorder.record({ regarding, type: 'Normal', reason: 'Preempted', action: 'Preempting', note })
  }

  #recordEvent(pod: Pod, type: 'Normal' | 'Warning', note: string): void {
    const regarding = { ...podKind, name: nameOf(pod), namespace: namespaceOf(pod), uid: uidOf(pod) }
    const [reason, action] = type === 'Normal' ? ['Scheduled', 'Binding'] : ['FailedScheduling', 'Scheduling']
    this.#recorder.record({ regarding, type, reason, action, note })
  }
}

type Refusal = Extract<Placement, { readonly problem: string }>
type Selection = Extract<Placement, { readonly node: string }>

/** Whether other pods decide where a pod may run. */
function dependsOnPods(pod: Pod): boolean {
  return hasPodAffinityTerms(pod) || (pod.spec?.topologySpreadConstraints ?? []).length > 0
}

function hasSameLabels(a: ApiObject, b: ApiObject): boolean {
  return isEqualJson(a.metadata.labels ?? {}, b.metadata.labels ?? {})
}
