import { formatGroupVersion, systemClock, type Clock } from '@pinnace/meta'
import type { Client } from './client.ts'
import { createSingleFlight } from './single-flight.ts'
import type { DiscoveredResource } from './resource-identity.ts'
import type { CallOptions } from './transport.ts'

/** What a server serves, remembered. */
export interface DiscoveryClient {
  /** Every resource; read anew when what is remembered is too old. */
  resources(options?: CallOptions): Promise<readonly DiscoveredResource[]>
  /** A kind as owner references name it; read anew, within bounds, where it is not known. */
  find(
    name: { readonly apiVersion: string; readonly kind: string },
    options?: CallOptions,
  ): Promise<DiscoveredResource | undefined>
  /** The next who asks reads anew. */
  forget(): void
}

/** Options for {@link createDiscoveryClient}. */
export interface DiscoveryClientOptions {
  readonly client: Pick<Client, 'discover'>
  /** How long an answer is good for. @default 30000 */
  readonly maxAgeMs?: number
  /** Between two readings for the sake of kinds nobody knows. @default 5000 */
  readonly missIntervalMs?: number
  readonly clock?: Clock
}

/** Remembers what discovery says: one reading serves all who ask meanwhile. */
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
