import type { Client, DiscoveredResource } from '@pinnace/client'
import { formatGroupVersion, type Clock, type GroupVersion } from '@pinnace/meta'

/** The resources of the last discovery. */
export interface ServedKinds {
  /** Discovers again. */
  refresh(signal: AbortSignal): Promise<readonly DiscoveredResource[]>
  /** Whether the group version was stale in the last discovery: its server could not be reached. */
  isStale(resource: DiscoveredResource): boolean
  /** The resource of a kind. Discovers again for an unknown kind; throws an Error when it is not served. */
  resourceOf(apiVersion: string, kind: string, signal: AbortSignal): Promise<DiscoveredResource>
}

/** Shortest time between two discoveries for unknown kinds. */
const shortestPauseMs = 1000

/** Resources by kind, discovered when first needed. */
// upstream: client-go/restmapper, DeferredDiscoveryRESTMapper
export function createServedKinds({ client, clock }: { readonly client: Client; readonly clock: Clock }): ServedKinds {
  let kinds = new Map<string, DiscoveredResource>()
  let stale: ReadonlySet<string> = new Set()
  let askedAt = Number.NEGATIVE_INFINITY
  const served: ServedKinds = {
    async refresh(signal) {
      askedAt = clock.monotonic()
      const away = new Set<string>()
      const onStale = (version: GroupVersion): void => void away.add(formatGroupVersion(version))
      const discovered = await client.discover({ signal, onStale })
      stale = away
      kinds = new Map(discovered.map((resource) => [`${formatGroupVersion(resource)}/${resource.kind}`, resource]))
      return discovered
    },
    isStale: (resource) => stale.has(formatGroupVersion(resource)),
    async resourceOf(apiVersion, kind, signal) {
      const name = `${apiVersion}/${kind}`
      if (!kinds.has(name) && clock.monotonic() - askedAt >= shortestPauseMs) await served.refresh(signal)
      const found = kinds.get(name)
      // upstream: garbagecollector/errors.go, restMappingError
      if (found === undefined) throw new Error(`unable to get REST mapping for ${name}.`)
      return found
    },
  }
  return served
}
