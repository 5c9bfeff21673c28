import type { Client, DiscoveredResource } from '@pinnace/client'
import { formatGroupResource, type Clock, type GroupResource } from '@pinnace/meta'
import { preferredResources } from '../discovery/preferred-resources.ts'

/** The resources whose objects can be counted. */
export interface CountableResources {
  /** As the server last said; `undefined` for one that is not served. */
  find(resource: GroupResource): DiscoveredResource | undefined
  /** Asks the server again, unless it has been asked just now. */
  refresh(signal: AbortSignal): Promise<void>
}

const shortestPauseMs = 1000

/** None, until the server is asked. */
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
