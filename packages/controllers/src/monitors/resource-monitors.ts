import {
  createInformer,
  type Client,
  type DiscoveredResource,
  type Informer,
  type PartialObjectMetadata,
} from '@pinnace/client'
import {
  formatGroupResource,
  formatGroupVersion,
  StatusError,
  type Clock,
  type ObjectMeta,
  type Random,
} from '@pinnace/meta'

/** Handles the metadata of monitored objects. */
export interface MonitorHandler {
  observe(resource: DiscoveredResource, object: PartialObjectMetadata): void
  remove(resource: DiscoveredResource, last: PartialObjectMetadata): void
  /** The last known object of a resource that is no longer monitored in this version. */
  forget(resource: DiscoveredResource, last: PartialObjectMetadata): void
}

/** Options for {@link createResourceMonitors}. */
export interface ResourceMonitorsOptions {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly handler: MonitorHandler
  readonly onError: (error: unknown) => void
}

/** Informers of the metadata of all objects of a set of resources. */
export interface ResourceMonitors {
  /** Changes the set: starts monitors of new resources, and stops others unless `isKept`. */
  sync(resources: readonly DiscoveredResource[], isKept?: (resource: DiscoveredResource) => boolean): void
  /** Resolves when the informers of the current set have synced. */
  synced(): Promise<void>
  stop(): Promise<void>
}

/**
 * Consecutive 404s of a list that are not reported. An informer retries at once and then after about a second; until then
 * discovery has removed a resource whose CRD was deleted.
 */
const toleratedMisses = 3

interface Monitor {
  readonly resource: DiscoveredResource
  readonly informer: Informer<PartialObjectMetadata>
}

/** Monitors of no resource, until {@link ResourceMonitors.sync}. */
export function createResourceMonitors(options: ResourceMonitorsOptions): ResourceMonitors {
  const { client, clock, random, handler, onError } = options
  /** By resource, whatever the version. */
  const monitors = new Map<string, Monitor>()
  const ending = new Set<Promise<void>>()
  let isStopped = false

  const begin = (resource: DiscoveredResource): Monitor => {
    const objects = client.metadata(resource)
    let misses = 0
    const report = (error: unknown): void => {
      const isNotFound = error instanceof StatusError && error.reason === 'NotFound'
      if (!isNotFound || ++misses > toleratedMisses) onError(error)
    }
    const informer = createInformer({
      client: objects,
      clock,
      random,
      onError: report,
      transform: trim,
      keepAlive: false,
    })
    informer.addHandler({
      add: (object) => handler.observe(resource, object),
      update: (object) => handler.observe(resource, object),
      delete: (last) => handler.remove(resource, last),
    })
    informer.start()
    return { resource, informer }
  }
  /** Stops a monitor. Its objects are forgotten once the monitor that replaces it has synced. */
  const end = ({ resource, informer }: Monitor, next?: Monitor): void => {
    const ended = (async () => {
      await informer.stop()
      await next?.informer.synced.catch(() => {})
      if (!isStopped) for (const last of informer.store.list()) handler.forget(resource, last)
    })().finally(() => void ending.delete(ended))
    ending.add(ended)
  }
  return {
    sync(resources, isKept = () => false) {
      if (isStopped) return
      const wanted = new Map(resources.map((resource) => [formatGroupResource(resource), resource]))
      for (const [id, monitor] of monitors) {
        if (wanted.has(id) || isKept(monitor.resource)) continue
        monitors.delete(id)
        end(monitor)
      }
      for (const [id, resource] of wanted) {
        const known = monitors.get(id)
        if (known !== undefined && isSame(known.resource, resource)) continue
        const monitor = begin(resource)
        monitors.set(id, monitor)
        if (known !== undefined) end(known, monitor)
      }
    },
    async synced() {
      await Promise.all(Array.from(monitors.values(), ({ informer }) => informer.synced))
    },
    async stop() {
      isStopped = true
      await Promise.all(Array.from(monitors.values(), ({ informer }) => informer.stop()))
      monitors.clear()
      await Promise.all(ending)
    },
  }
}

function isSame(left: DiscoveredResource, right: DiscoveredResource): boolean {
  return (
    formatGroupVersion(left) === formatGroupVersion(right) && left.kind === right.kind && left.scope === right.scope
  )
}

/** Keeps the members of the metadata that the garbage collector uses; managed fields and annotations take most of it. */
function trim({ kind, metadata }: PartialObjectMetadata): PartialObjectMetadata {
  const { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp } = metadata
  // Called for every change of every object: spreads of members that may be absent take ten times as long.
  const kept: { -readonly [Name in keyof ObjectMeta]: ObjectMeta[Name] } = {}
  if (name !== undefined) kept.name = name
  if (namespace !== undefined) kept.namespace = namespace
  if (uid !== undefined) kept.uid = uid
  if (resourceVersion !== undefined) kept.resourceVersion = resourceVersion
  if (ownerReferences !== undefined) kept.ownerReferences = ownerReferences
  if (finalizers !== undefined) kept.finalizers = finalizers
  if (deletionTimestamp !== undefined) kept.deletionTimestamp = deletionTimestamp
  return { kind, metadata: kept }
}
