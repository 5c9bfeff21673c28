import {
  createEventRecorder,
  type DiscoveredResource,
  type EventRecorder,
  type PartialObjectMetadata,
} from '@pinnace/client'
import { createTimeSlices, delay, formatGroupVersion, type Clock, type Vocabulary } from '@pinnace/meta'
import type { ControllerContext, RunningController } from '../controller.ts'
import { preferredResources } from '../discovery/preferred-resources.ts'
import { createGrowingDelays } from '../growing-delays.ts'
import { createResourceMonitors, type ResourceMonitors } from '../monitors/resource-monitors.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { createAbsentOwners } from './absent-owners.ts'
import { collectItem, type Collection } from './collect-item.ts'
import { createCollectedObjects, UnreachableOwnerError } from './collected-objects.ts'
import { createDependencyGraph, type DependencyGraph } from './dependency-graph.ts'
import { formatIdentity, type ObjectIdentity } from './object-identity.ts'
import { orphanDependents } from './orphan-dependents.ts'
import { createServedKinds, type ServedKinds } from './served-kinds.ts'

export const garbageCollectorName = 'garbage-collector-controller'

/** How often the served resources are discovered, and how long the first lists may take. */
// upstream: cmd/kube-controller-manager/app/core.go, startGarbageCollectorController
const discoveryPeriodMs = 30_000
/** A resource of a changed CRD may be served, or no longer be served, a little later. */
const rediscoveryDelayMs = 1000
// upstream: --concurrent-gc-syncs
const workers = 20
const lookupDelays = { firstMs: 5, longestMs: 1_000_000 }

/**
 * The garbage collector: monitors the metadata of all objects, keeps the graph of owners and dependents, and works on a
 * queue of objects to delete (`delete/<uid>`) and of owners whose dependents are orphaned (`orphan/<uid>`).
 */
export class GarbageCollector implements RunningController {
  /** Resolves when the existing objects are known, or the time for that is over. */
  readonly ready: Promise<void>
  readonly #graph: DependencyGraph
  readonly #collection: Collection
  readonly #kinds: ServedKinds
  readonly #monitors: ResourceMonitors
  readonly #events: EventRecorder
  /** Delays of lookups of owners that have not been observed, or that have more than one identity. */
  readonly #lookups = createGrowingDelays(lookupDelays)
  readonly #vocabulary: Vocabulary
  readonly #clock: Clock
  readonly #queue: Loop
  readonly #discovery: Loop
  readonly #stopping = new AbortController()
  #finishFirstDiscovery = (): void => {}

  constructor(context: ControllerContext) {
    const { client, clock, random, vocabulary } = context
    const onError = (error: unknown): void =>
      context.onError(error, { controller: garbageCollectorName, isGivenUp: false })
    this.#vocabulary = vocabulary
    this.#clock = clock
    this.#kinds = createServedKinds({ client, clock })
    this.#events = createEventRecorder({
      events: client.resource({ apiVersion: `${vocabulary.group('events')}/v1`, kind: 'Event' }),
      reportingController: garbageCollectorName,
      clock,
      random,
      onError,
    })
    const absentOwners = createAbsentOwners()
    const attemptDelete = (uid: string): void => this.#queue.add(`delete/${uid}`)
    this.#graph = createDependencyGraph({
      absentOwners,
      attemptDelete,
      attemptLater: (uid) => this.#queue.addAfter(`delete/${uid}`, this.#lookups.next(uid)),
      attemptOrphan: (uid) => this.#queue.add(`orphan/${uid}`),
      onInvalidNamespace: (dependent, owner) => this.#recordInvalidNamespace(dependent, owner),
    })
    const objects = createCollectedObjects(client, this.#kinds)
    this.#collection = { graph: this.#graph, objects, absentOwners, attemptDelete }
    this.#monitors = createResourceMonitors({
      client,
      clock,
      random,
      onError,
      handler: {
        observe: (resource, object) => this.#observe(resource, object),
        remove: (resource, last) => this.#remove(resource, last),
        forget: (resource, last) => this.#graph.forget(identityIn(resource, last)),
      },
    })
    this.ready = this.#waitForFirstLists(context, new Promise((resolve) => (this.#finishFirstDiscovery = resolve)))
    this.#queue = startLoop({
      name: garbageCollectorName,
      context,
      workers,
      synced: () => this.ready,
      reconcile: (key, signal) => this.#collect(key, signal),
    })
    this.#discovery = startLoop({
      name: `${garbageCollectorName}-monitors`,
      context,
      workers: 1,
      maxDelayMs: discoveryPeriodMs,
      reconcile: (_, signal) => this.#discover(signal),
    })
    this.#discovery.add('all')
  }

  get isHealthy(): boolean {
    return this.#queue.isHealthy !== false && this.#discovery.isHealthy !== false
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#finishFirstDiscovery()
    await Promise.all([this.#discovery.stop(), this.#queue.stop()])
    await this.#monitors.stop()
    await this.#events.stop()
  }

  /** A resource that cannot be listed now does not keep the others from being collected. */
  async #waitForFirstLists({ clock }: ControllerContext, firstDiscovery: Promise<void>): Promise<void> {
    await firstDiscovery
    const waiting = new AbortController()
    const stop = (): void => waiting.abort()
    this.#stopping.signal.addEventListener('abort', stop, { once: true })
    const limit = delay(clock, discoveryPeriodMs, waiting.signal, { keepAlive: false })
    await Promise.race([this.#monitors.synced(), limit]).catch(() => {})
    this.#stopping.signal.removeEventListener('abort', stop)
    stop()
  }

  #observe(resource: DiscoveredResource, object: PartialObjectMetadata): void {
    const identity = identityIn(resource, object)
    this.#graph.observe(identity, object.metadata)
    this.#lookups.forget(identity.uid)
    this.#discoverAfterChangeOf(resource)
  }

  #remove(resource: DiscoveredResource, last: PartialObjectMetadata): void {
    this.#graph.remove(identityIn(resource, last))
    this.#discoverAfterChangeOf(resource)
  }

  /** CRDs and APIServices change what is served. */
  #discoverAfterChangeOf({ group }: DiscoveredResource): void {
    if (group !== this.#vocabulary.group('apiextensions')) return
    this.#discovery.add('all')
    this.#discovery.addAfter('all', rediscoveryDelayMs)
  }

  async #discover(signal: AbortSignal): Promise<{ readonly requeueAfterMs: number }> {
    // Other work goes first, in particular the deletion of further CRDs: one discovery is enough for all of them.
    await createTimeSlices({ clock: this.#clock }).next()
    const discovered = await this.#kinds.refresh(signal)
    if (discovered.length === 0) throw new Error('discovery returned no resources')
    // upstream: garbagecollector.go, Sync – objects of a group that cannot be discovered now still exist.
    this.#monitors.sync(collectable(discovered, this.#vocabulary), this.#kinds.isStale)
    this.#finishFirstDiscovery()
    return { requeueAfterMs: discoveryPeriodMs }
  }

  async #collect(key: string, signal: AbortSignal): Promise<{ readonly requeueAfterMs: number } | void> {
    const uid = key.slice(key.indexOf('/') + 1)
    const node = this.#graph.get(uid)
    if (node === undefined) {
      this.#lookups.forget(uid)
      return
    }
    if (key.startsWith('orphan/')) return orphanDependents(node, this.#collection, signal)
    try {
      await collectItem(node, this.#collection, signal)
    } catch (error) {
      if (!(error instanceof UnreachableOwnerError)) throw error
      return
    }
    if (this.#graph.get(uid) === undefined) this.#lookups.forget(uid)
    else if (node.seen === undefined) return { requeueAfterMs: this.#lookups.next(uid) }
  }

  #recordInvalidNamespace(dependent: ObjectIdentity, owner: ObjectIdentity): void {
    this.#events.record({
      regarding: dependent,
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      action: 'CheckingOwners',
      note: `ownerRef ${formatIdentity(owner)} does not exist in namespace "${dependent.namespace}"`,
    })
  }
}

/** The resources whose objects are collected: all but events. */
// upstream: graph_builder.go, ignoredResources
export function collectable(
  discovered: readonly DiscoveredResource[],
  vocabulary: Vocabulary,
): readonly DiscoveredResource[] {
  const groups = ['', vocabulary.group('events')]
  return preferredResources(discovered, ['delete', 'list', 'watch']).filter(
    ({ group, resource }) => !(resource === 'events' && groups.includes(group)),
  )
}

function identityIn(resource: DiscoveredResource, { metadata }: PartialObjectMetadata): ObjectIdentity {
  const { name = '', namespace = '', uid = '' } = metadata
  return { apiVersion: formatGroupVersion(resource), kind: resource.kind, name, namespace, uid }
}
