import type { Client, DiscoveredResource } from '@pinnace/client'
import { formatGroupVersion, type Clock, type GroupVersion } from '@pinnace/meta'

/** What the server serves, as it was last asked. */
export interface ServedKinds {
  /** Asks again. */
  refresh(signal: AbortSignal): Promise<readonly DiscoveredResource[]>
  /** Whether the server of a version was away when it was last asked. */
  isStale(resource: DiscoveredResource): boolean
  /** The resource of a kind; asks again where it is not known. Throws where it is not served. */
  resourceOf(apiVersion: string, kind: string, signal: AbortSignal): Promise<DiscoveredResource>
}

/** A kind that is not known now may be known soon, but is not asked for more often than this. */
const shortestPauseMs = 1000

/** Nothing is asked for yet. */
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
