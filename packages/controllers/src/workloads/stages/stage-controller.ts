import {
  createInformer,
  objectKey,
  parseObjectKey,
  type Client,
  type DiscoveredResource,
  type EventRecorder,
  type Informer,
  type ResourceClient,
} from '@pinnace/client'
import { formatGroupVersion, StatusError, type ApiObject } from '@pinnace/meta'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import type { Requeue } from '../requeue.ts'
import { isFinished } from '../pod-state.ts'
import { nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { createControllerRecorder } from '../workload-loop.ts'
import { createPodAddresses, type PodAddresses } from '../node-agent/pod-addresses.ts'
import { applyStage } from './apply-stage.ts'
import type { CompiledStage } from './compile-stages.ts'
import { placementOf } from './pod-placement.ts'
import { chooseStage, delayOf, isMatching } from './match-stage.ts'

const name = 'simulated-stages'

/** How long a stage waits that matches an object again after it has changed it, without a delay. */
const repeatMs = 1000

/** How often the server is asked whether it serves a kind that it did not serve. */
const discoverMs = 5000

/** Options for {@link stageController}. */
export interface StageControllerOptions {
  readonly stages: readonly CompiledStage[]
  readonly podCidr: string
  /** The addresses of simulated nodes by name. Other nodes, and their pods, are left alone. */
  readonly nodeAddresses: ReadonlyMap<string, readonly string[]>
}

/** Changes simulated objects as stages say. */
export function stageController(options: StageControllerOptions): Controller {
  return { name, isDefault: true, start: (context) => new StageRunner(context, options) }
}

/** The stages of one kind, and its objects once the server serves it. */
interface StagedKind {
  readonly apiVersion: string
  readonly kind: string
  readonly stages: readonly CompiledStage[]
  informer?: Informer
  resource?: DiscoveredResource
}

/** What is known of one object. */
interface StagedObject {
  /** The stage that waits, and when it is due on the monotonic clock. */
  pending?: { readonly stage: CompiledStage; readonly dueMs: number }
  /** The last stage, when it was made, and the version of the object before it. */
  last?: { readonly stage: CompiledStage; readonly madeMs: number; readonly version: string | undefined }
}

class StageRunner implements RunningController {
  readonly #context: ControllerContext
  readonly #options: StageControllerOptions
  readonly #kinds: readonly StagedKind[]
  readonly #addresses: PodAddresses
  readonly #recorder: EventRecorder
  readonly #loop: Loop
  readonly #startedMs: number
  /** By UID. Bounded by the objects of the kinds with stages. */
  readonly #objects = new Map<string, StagedObject>()

  constructor(context: ControllerContext, options: StageControllerOptions) {
    this.#context = context
    this.#options = options
    this.#startedMs = context.clock.now()
    this.#addresses = createPodAddresses(options.podCidr)
    this.#kinds = kindsOf(options.stages)
    this.#recorder = createControllerRecorder(name, context)
    this.#loop = startLoop({ name, context, workers: 10, reconcile: (key, signal) => this.#reconcile(key, signal) })
    for (const [index, kind] of this.#kinds.entries()) {
      if (isSimulatedKind(kind)) this.#observeKind(index, kind, context.informers.informer<ApiObject>(kind))
      else this.#loop.add(keyOf(index, ''))
    }
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    await this.#recorder.stop()
    await Promise.all(this.#kinds.map((kind) => (kind.resource === undefined ? undefined : kind.informer?.stop())))
  }

  #observeKind(index: number, kind: StagedKind, informer: Informer): void {
    kind.informer = informer
    const observe = (object: ApiObject): void => {
      if (kind.kind === 'Pod') this.#observeAddress(object)
      this.#loop.add(keyOf(index, objectKey(object)))
    }
    informer.addHandler({
      add: observe,
      update: observe,
      delete: (object) => {
        this.#objects.delete(uidOf(object))
        this.#addresses.release(uidOf(object))
      },
    })
  }

  #observeAddress(pod: ApiObject & { readonly status?: { readonly podIP?: string } }): void {
    if (isFinished(pod)) this.#addresses.release(uidOf(pod))
    else if (pod.status?.podIP) this.#addresses.reserve(uidOf(pod), [pod.status.podIP])
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<Requeue> {
    const [index = '', own = ''] = key.split('|')
    const kind = this.#kinds[Number(index)]
    if (kind === undefined) return undefined
    if (own === '') return this.#discover(Number(index), kind, signal)
    const { name: objectName, namespace } = parseObjectKey(own)
    const object = kind.informer?.store.get(objectName, namespace)
    if (object === undefined || !this.#isSimulated(kind, object)) return undefined
    const known = this.#objects.get(uidOf(object)) ?? {}
    this.#objects.set(uidOf(object), known)
    // The informer has not seen the change yet, or there was none.
    if (known.last !== undefined && known.last.version === object.metadata.resourceVersion) return undefined
    return this.#advance(kind, object, known, signal)
  }

  async #advance(kind: StagedKind, object: ApiObject, known: StagedObject, signal: AbortSignal): Promise<Requeue> {
    const { clock } = this.#context
    const pending = this.#pendingOf(kind, object, known)
    if (pending === undefined) return undefined
    const waitMs = pending.dueMs - clock.monotonic()
    if (waitMs > 0) return { requeueAfterMs: waitMs }
    await this.#make(pending.stage, kind, object, signal)
    delete known.pending
    known.last = { stage: pending.stage, madeMs: clock.monotonic(), version: object.metadata.resourceVersion }
    return undefined
  }

  /** The stage that waits for an object, as long as it matches, or else the one that is chosen now. */
  #pendingOf(kind: StagedKind, object: ApiObject, known: StagedObject): StagedObject['pending'] {
    if (known.pending !== undefined && isMatching(known.pending.stage, object)) return known.pending
    delete known.pending
    const { clock, random } = this.#context
    const stage = chooseStage(kind.stages, object, random)
    if (stage === undefined) return undefined
    const nowMs = clock.monotonic()
    const dueMs = nowMs + delayOf(stage, object, { nowMs: clock.now(), random })
    const earliestMs = known.last?.stage === stage ? known.last.madeMs + repeatMs : dueMs
    known.pending = { stage, dueMs: Math.max(dueMs, earliestMs) }
    return known.pending
  }

  async #make(stage: CompiledStage, kind: StagedKind, object: ApiObject, signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#context
    try {
      const resources = resourcesOf(client, kind, namespaceOf(object))
      await applyStage(stage, object, {
        kind: { apiVersion: kind.apiVersion, kind: kind.kind },
        resources,
        recorder: this.#recorder,
        signal,
        nowMs: clock.now(),
        startedMs: this.#startedMs,
        nodeIp: (node) => this.#options.nodeAddresses.get(node)?.[0] ?? '',
        podIp: (uid, node, isOnHostNetwork) =>
          (isOnHostNetwork ? this.#options.nodeAddresses.get(node) : this.#addresses.addressesOf(uid))?.[0] ?? '',
      })
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
  }

  #isSimulated({ apiVersion, kind }: StagedKind, object: ApiObject): boolean {
    if (!isSimulatedKind({ apiVersion, kind })) return true
    return this.#options.nodeAddresses.has(kind === 'Pod' ? placementOf(object).node : nameOf(object))
  }

  /** Finds a kind that may be that of a CRD, and watches its objects. */
  async #discover(index: number, kind: StagedKind, signal: AbortSignal): Promise<Requeue> {
    if (kind.informer !== undefined) return undefined
    const { client, clock, random, onError } = this.#context
    const found = (await client.discover({ signal })).find(
      (resource) => resource.kind === kind.kind && formatGroupVersion(resource) === kind.apiVersion,
    )
    if (found === undefined) return { requeueAfterMs: discoverMs }
    kind.resource = found
    const informer: Informer = createInformer<ApiObject>({
      client: client.resource<ApiObject>(found),
      clock,
      random,
      keepAlive: false,
      onError(error) {
        // Its CRD may be deleted and created again.
        const isGone = error instanceof StatusError && error.reason === 'NotFound'
        if (!isGone) onError(error, { controller: name, isGivenUp: false })
      },
    })
    this.#observeKind(index, kind, informer)
    informer.start()
    return undefined
  }
}

function kindsOf(stages: readonly CompiledStage[]): readonly StagedKind[] {
  const kinds = new Map<string, CompiledStage[]>()
  for (const stage of stages) {
    const { apiVersion, kind } = stage.stage.resource
    const key = `${apiVersion} ${kind}`
    kinds.set(key, [...(kinds.get(key) ?? []), stage])
  }
  return Array.from(kinds, ([key, own]) => {
    const [apiVersion = '', kind = ''] = key.split(' ')
    return { apiVersion, kind, stages: own }
  })
}

function resourcesOf(client: Client, staged: StagedKind, namespace: string): ResourceClient<ApiObject> {
  const { apiVersion, kind, resource } = staged
  const all =
    resource === undefined ? client.resource<ApiObject>({ apiVersion, kind }) : client.resource<ApiObject>(resource)
  return namespace === '' ? all : all.namespace(namespace)
}

/** Whether only the simulated objects of a kind have stages. */
function isSimulatedKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return apiVersion === 'v1' && (kind === 'Pod' || kind === 'Node')
}

function keyOf(index: number, key: string): string {
  return `${index}|${key}`
}
