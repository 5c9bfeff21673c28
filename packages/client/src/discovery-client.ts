import { formatGroupVersion, systemClock, type Clock } from '@pinnace/meta'
import type { Client } from './client.ts'
import { createSingleFlight } from './single-flight.ts'
import type { DiscoveredResource } from './resource-identity.ts'
import type { CallOptions } from './transport.ts'

/** Discovery of a server, cached. */
export interface DiscoveryClient {
  /** Every resource; read again when the cache is too old. */
  resources(options?: CallOptions): Promise<readonly DiscoveredResource[]>
  /** The resource of a kind as owner references name it; an unknown kind has discovery read again, at a limited rate. */
  find(
    name: { readonly apiVersion: string; readonly kind: string },
    options?: CallOptions,
  ): Promise<DiscoveredResource | undefined>
  /** Drops the cache. */
  forget(): void
}

/** Options for {@link createDiscoveryClient}. */
export interface DiscoveryClientOptions {
  readonly client: Pick<Client, 'discover'>
  /** How long discovery is cached, in milliseconds. @default 30000 */
  readonly maxAgeMs?: number
  /** Shortest time between two reads for unknown kinds, in milliseconds. @default 5000 */
  readonly missIntervalMs?: number
  readonly clock?: Clock
}

/** Caches discovery. Concurrent callers share one read. */
export function createDiscoveryClient(options: DiscoveryClientOptions): DiscoveryClient {
  const { client, maxAgeMs = 30_000, missIntervalMs = 5000, clock = systemClock } = options
  let known: { readonly at: number; readonly all: readonly DiscoveredResource[] } | undefined
  let byKind = new Map<string, DiscoveredResource>()

  const read = createSingleFlight(async () => {
    const all = await client.discover()
    byKind = new Map(all.map((resource) => [`${formatGroupVersion(resource)} ${resource.kind}`, resource]))
    known = { at: clock.monotonic(), all }
    return all
  })
  const isYounger = (ms: number): boolean => known !== undefined && clock.monotonic() - known.at < ms
  const resources = async ({ signal }: CallOptions = {}): Promise<readonly DiscoveredResource[]> =>
    isYounger(maxAgeMs) ? known!.all : read(signal)
  return {
    resources,
    async find({ apiVersion, kind }, call = {}) {
      const key = `${apiVersion} ${kind}`
      await resources(call)
      if (!byKind.has(key) && !isYounger(missIntervalMs)) await read(call.signal)
      return byKind.get(key)
    },
    forget() {
      known = undefined
    },
  }
}
