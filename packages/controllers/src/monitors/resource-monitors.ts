import {
  createInformer,
  type Client,
  type DiscoveredResource,
  type Informer,
  type PartialObjectMetadata,
} from '@pinnace/client'
import { formatGroupResource, formatGroupVersion, StatusError, type Clock, type Random } from '@pinnace/meta'

/** Hears of the metadata of every object that is monitored. */
export interface MonitorHandler {
  observe(resource: DiscoveredResource, object: PartialObjectMetadata): void
  remove(resource: DiscoveredResource, last: PartialObjectMetadata): void
  /** The object was there when its resource was last looked at, which is not looked at in this version any more. */
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

/** Looks at the metadata of all objects of some resources. */
export interface ResourceMonitors {
  /** From now on these: new ones begin, others are let go unless they are to be kept. */
  sync(resources: readonly DiscoveredResource[], isKept?: (resource: DiscoveredResource) => boolean): void
  /** Resolves when all that are looked at now have told what there is. */
  synced(): Promise<void>
  stop(): Promise<void>
}

/** An informer asks again at once, and then in about a second: the next look comes before that. */
const toleratedMisses = 3

interface Monitor {
  readonly resource: DiscoveredResource
  readonly informer: Informer<PartialObjectMetadata>
}

/** No resource is looked at yet. */
export function createResourceMonitors(options: ResourceMonitorsOptions): ResourceMonitors {
  const { client, clock, random, handler, onError } = options
  /** By resource, whatever the version. */
  const monitors = new Map<string, Monitor>()
  const ending = new Set<Promise<void>>()
  let isStopped = false

  const begin = (resource: DiscoveredResource): Monitor => {
    const objects = client.metadata(resource)
    let misses = 0
    const tell = (error: unknown): void => {
      // A resource goes with its definition, and is let go of at the next look: said only where it stays away longer.
      const isGone = error instanceof StatusError && error.reason === 'NotFound'
      if (!isGone || ++misses > toleratedMisses) onError(error)
    }
    const informer = createInformer({ client: objects, clock, random, onError: tell, transform: trim })
    informer.addHandler({
      add: (object) => handler.observe(resource, object),
      update: (object) => handler.observe(resource, object),
      delete: (last) => handler.remove(resource, last),
    })
    informer.start()
    return { resource, informer }
  }
  /** What has not been seen by whoever looks instead is not looked at any more. */
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

/** Most of an object's metadata is what others manage; the graph needs the least of it. */
function trim({ kind, metadata }: PartialObjectMetadata): PartialObjectMetadata {
  const { name, namespace, uid, resourceVersion, ownerReferences, finalizers, deletionTimestamp } = metadata
  return {
    kind,
    metadata: {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(ownerReferences === undefined ? {} : { ownerReferences }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    },
  }
}
