import type { Client, DiscoveredResource } from '@pinnace/client'
import { formatGroupResource, type Clock, type GroupResource } from '@pinnace/meta'
import { preferredResources } from '../discovery/preferred-resources.ts'

/** The served resources whose objects can be listed and watched in a namespace. */
export interface CountableResources {
  /** A resource of the last discovery; undefined when it is not served. */
  find(resource: GroupResource): DiscoveredResource | undefined
  /** Discovers again, at most once per second. */
  refresh(signal: AbortSignal): Promise<void>
}

const shortestPauseMs = 1000

/** Empty until {@link CountableResources.refresh}. */
export function createCountableResources({
  client,
  clock,
}: {
  readonly client: Client
  readonly clock: Clock
}): CountableResources {
  let known = new Map<string, DiscoveredResource>()
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    find: (resource) => known.get(formatGroupResource(resource)),
    async refresh(signal) {
      if (clock.monotonic() - askedAt < shortestPauseMs) return
      const found = preferredResources(await client.discover({ signal }), ['list', 'watch'])
      askedAt = clock.monotonic()
      known = new Map(found.filter(({ scope }) => scope === 'Namespaced').map((one) => [formatGroupResource(one), one]))
    },
  }
}
