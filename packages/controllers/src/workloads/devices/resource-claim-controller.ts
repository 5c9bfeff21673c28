import { objectKey, parseObjectKey, type EventRecorder, type Informer, type KindReference } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceClaim, ResourceClaimTemplate } from '@pinnace/types/resource-v1'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { unlessOutdated } from '../../is-outdated.ts'
import { isNamespaceGone } from '../../is-namespace-gone.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { isControlledBy } from '../controller-ref.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { createControllerRecorder } from '../workload-loop.ts'
import { claimOfTemplate } from './claim-of-template.ts'
import { deviceNames, type DeviceNames } from './device-names.ts'
import { claimNameOf, isDone, isReservedFor, podClaims, type PodClaim } from './pod-claims.ts'
import { releaseClaim, unusedBy } from './release-claim.ts'

const name = 'resourceclaim-controller'
// upstream: pkg/controller/resourceclaim/controller.go, fieldManager
const fieldManager = 'ResourceClaimController'
const podKind = { apiVersion: 'v1', kind: 'Pod' } as const
const byClaim = 'resource claim'

/** Creates the claims of pods from templates, reserves claims for pods on nodes, and frees claims that no pod uses. */
// upstream: pkg/controller/resourceclaim/controller.go
export const resourceClaimController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) =>
    ['ResourceClaim', 'ResourceClaimTemplate'].map((kind) => ({
      apiVersion: deviceNames(vocabulary).apiVersion,
      kind,
    })),
  // Emulated releases before 1.34 do not serve them.
  reportsMissingKinds: false,
  start: (context) => new ResourceClaims(context),
}

class ResourceClaims implements RunningController {
  readonly #context: ControllerContext
  readonly #names: DeviceNames
  readonly #pods: Informer<Pod>
  readonly #claims: Informer<ResourceClaim>
  readonly #templates: Informer<ResourceClaimTemplate>
  readonly #recorder: EventRecorder
  readonly #podLoop: Loop
  readonly #claimLoop: Loop
  /** Claims that were created and may not be in the informer yet, by pod and entry. Bounded by the pods of the cluster. */
  readonly #created = new Map<string, Map<string, string>>()
  /** Keys of pods whose template is missing or was refused. */
  readonly #waiting = new Set<string>()

  constructor(context: ControllerContext) {
    const { informers, vocabulary } = context
    this.#context = context
    this.#names = deviceNames(vocabulary)
    const { apiVersion } = this.#names
    this.#pods = informers.informer<Pod>(podKind)
    this.#claims = informers.informer<ResourceClaim>({ apiVersion, kind: 'ResourceClaim' })
    this.#templates = informers.informer<ResourceClaimTemplate>({ apiVersion, kind: 'ResourceClaimTemplate' })
    this.#recorder = createControllerRecorder('resource_claim', context)
    this.#podLoop = startLoop({ name, context, reconcile: (key, signal) => this.#reconcilePod(key, signal) })
    this.#claimLoop = startLoop({
      name,
      queue: `${name}-claims`,
      context,
      reconcile: (key, signal) => this.#reconcileClaim(key, signal),
    })
    this.#watch()
  }

  get isHealthy(): boolean {
    return (this.#podLoop.isHealthy ?? true) && (this.#claimLoop.isHealthy ?? true)
  }

  async stop(): Promise<void> {
    await Promise.all([this.#podLoop.stop(), this.#claimLoop.stop()])
    await this.#recorder.stop()
  }

  #watch(): void {
    this.#pods.store.addIndex(byClaim, (pod) =>
      podClaims(pod).flatMap((entry) => {
        const claim = claimNameOf(pod, entry)
        return claim ? [`${namespaceOf(pod)}/${claim}`] : []
      }),
    )
    const observe = (pod: Pod): void => {
      if (podClaims(pod).length === 0) return
      if (isDone(pod)) this.#queueClaims(pod)
      else if (!isTerminating(pod)) this.#podLoop.add(objectKey(pod))
    }
    this.#pods.addHandler({
      add: observe,
      update: observe,
      delete: (pod) => {
        this.#created.delete(uidOf(pod))
        this.#waiting.delete(objectKey(pod))
        this.#queueClaims(pod)
      },
    })
    const observeClaim = (claim: ResourceClaim): void => {
      this.#claimLoop.add(objectKey(claim))
      for (const pod of this.#pods.store.byIndex(byClaim, objectKey(claim))) observe(pod)
    }
    this.#claims.addHandler({ add: observeClaim, update: observeClaim, delete: observeClaim })
    this.#templates.addHandler({
      add: () => {
        for (const key of this.#waiting) this.#podLoop.add(key)
      },
    })
  }

  #queueClaims(pod: Pod): void {
    for (const entry of podClaims(pod)) {
      const claim = claimNameOf(pod, entry)
      if (claim) this.#claimLoop.add(`${namespaceOf(pod)}/${claim}`)
    }
  }

  async #reconcilePod(key: string, signal: AbortSignal): Promise<void> {
    const { name: podName, namespace } = parseObjectKey(key)
    const pod = this.#pods.store.get(podName, namespace)
    this.#waiting.delete(key)
    if (pod === undefined || isTerminating(pod)) return
    const created: { readonly name: string; readonly resourceClaimName: string }[] = []
    for (const entry of podClaims(pod)) {
      const claim = await this.#claimFor(pod, entry, signal)
      if (claim !== undefined) created.push({ name: entry.name, resourceClaimName: claim })
    }
    if (created.length > 0) {
      const patch = { metadata: { uid: uidOf(pod) }, status: { resourceClaimStatuses: created } }
      const pods = this.#context.client.resource<Pod>(podKind).namespace(namespace)
      await unlessOutdated(pods.patchStatus(podName, patch, { type: 'strategic', fieldManager, signal }))
      return
    }
    // The scheduler reserves claims for the pods that it assigns.
    if (pod.spec?.nodeName) await this.#reserveFor(pod, signal)
  }

  /** The name of the claim that an entry needs in the status of the pod; `undefined` if nothing changes. */
  async #claimFor(pod: Pod, entry: PodClaim, signal: AbortSignal): Promise<string | undefined> {
    const { resourceClaimTemplateName } = entry
    if (resourceClaimTemplateName === undefined) return undefined
    const known = claimNameOf(pod, entry)
    if (known === null) return undefined
    const isOwn = (claim: ResourceClaim | undefined): boolean => claim !== undefined && isControlledBy(claim, pod)
    if (known !== undefined && isOwn(this.#claims.store.get(known, namespaceOf(pod)))) return undefined
    const created = this.#created.get(uidOf(pod)) ?? new Map<string, string>()
    const recent = created.get(entry.name)
    if (recent !== undefined) {
      if (recent !== known) return recent
      // The informer does not have it yet, or it was deleted.
      const live = await this.#get(namespaceOf(pod), recent, signal)
      if (isOwn(live)) return undefined
    }
    const orphan = this.#claims.store
      .list(namespaceOf(pod))
      .find((claim) => isOwn(claim) && claim.metadata.annotations?.[this.#names.podClaimAnnotation] === entry.name)
    const found = orphan === undefined ? await this.#create(pod, entry, signal) : nameOf(orphan)
    if (found !== undefined) this.#created.set(uidOf(pod), created.set(entry.name, found))
    return found
  }

  async #get(namespace: string, claim: string, signal: AbortSignal): Promise<ResourceClaim | undefined> {
    const claims = this.#context.client.resource<ResourceClaim>(this.#claimKind).namespace(namespace)
    const { items } = await claims.list({ fieldSelector: `metadata.name=${claim}`, signal })
    return items[0]
  }

  get #claimKind(): KindReference<DeviceNames['apiVersion'], 'ResourceClaim'> {
    return { apiVersion: this.#names.apiVersion, kind: 'ResourceClaim' }
  }

  /** Creates a claim from its template. A failure is an Event, and the pod waits for another template. */
  async #create(pod: Pod, entry: PodClaim, signal: AbortSignal): Promise<string | undefined> {
    const { resourceClaimTemplateName: templateName = '' } = entry
    const template = this.#templates.store.get(templateName, namespaceOf(pod))
    const resource = `resourceclaimtemplate.${this.#context.vocabulary.group('resource')}`
    const missing = `resource claim template "${templateName}": ${resource} "${templateName}" not found`
    if (template === undefined) return this.#refuse(pod, entry, missing)
    const claims = this.#context.client.resource<ResourceClaim>(this.#claimKind).namespace(namespaceOf(pod))
    try {
      return nameOf(await claims.create(claimOfTemplate(pod, { entry, template, names: this.#names }), { signal }))
    } catch (error) {
      if (signal.aborted || isNamespaceGone(error)) throw error
      this.#refuse(pod, entry, `create ResourceClaim : ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }

  #refuse(pod: Pod, { name: entry }: PodClaim, reason: string): undefined {
    this.#waiting.add(objectKey(pod))
    const regarding = { ...podKind, name: nameOf(pod), namespace: namespaceOf(pod), uid: uidOf(pod) }
    const note = `PodResourceClaim ${entry}: ${reason}`
    this.#recorder.record({
      regarding,
      type: 'Warning',
      reason: 'FailedResourceClaimCreation',
      action: 'CreatingResourceClaim',
      note,
    })
  }

  /** Reserves the claims of a pod that a client has assigned to a node. */
  async #reserveFor(pod: Pod, signal: AbortSignal): Promise<void> {
    const claims = this.#context.client.resource<ResourceClaim>(this.#claimKind).namespace(namespaceOf(pod))
    for (const entry of podClaims(pod)) {
      const claim = this.#claims.store.get(claimNameOf(pod, entry) ?? '', namespaceOf(pod))
      if (claim?.status?.allocation === undefined || isReservedFor(claim, pod)) continue
      if (entry.resourceClaimTemplateName !== undefined && !isControlledBy(claim, pod)) continue
      const reservedFor = [
        ...(claim.status.reservedFor ?? []),
        { resource: 'pods', name: nameOf(pod), uid: uidOf(pod) },
      ]
      await unlessOutdated(claims.updateStatus({ ...claim, status: { ...claim.status, reservedFor } }, { signal }))
    }
  }

  async #reconcileClaim(key: string, signal: AbortSignal): Promise<void> {
    const { name: claimName, namespace } = parseObjectKey(key)
    const claim = this.#claims.store.get(claimName, namespace)
    if (claim === undefined) return
    const { client } = this.#context
    const pods = client.resource<Pod>(podKind).namespace(namespace)
    const unused = await unusedBy(claim, this.#pods.store, pods, signal)
    const claims = client.resource<ResourceClaim>(this.#claimKind).namespace(namespace)
    await unlessOutdated(releaseClaim(claim, { unused, claims, pods: this.#pods.store, names: this.#names, signal }))
  }
}
