import type { Client } from '@pinnace/client'
import type { Clock } from '@pinnace/meta'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'

/** Missing nodes that pods are bound to. */
export interface LostNodes {
  /** The nodes of `missing` that have been missing for 40 seconds and that do not exist on the server. */
  confirm(missing: ReadonlySet<string>, signal: AbortSignal): Promise<ReadonlySet<string>>
}

// upstream: podgc/gc_controller.go, quarantineTime
const quarantineMs = 40_000

/** Remembers since when nodes are missing; one entry per missing node. */
// upstream: podgc/gc_controller.go, discoverDeletedNodes
export function createLostNodes({ client, clock }: { readonly client: Client; readonly clock: Clock }): LostNodes {
  const nodes = client.metadata({ apiVersion: 'v1', kind: 'Node' })
  const missedSince = new Map<string, number>()
  return {
    async confirm(missing, signal) {
      for (const name of missedSince.keys()) if (!missing.has(name)) missedSince.delete(name)
      const lost = new Set<string>()
      for (const name of missing) {
        const since = missedSince.get(name) ?? clock.monotonic()
        missedSince.set(name, since)
        if (clock.monotonic() - since < quarantineMs) continue
        if ((await undefinedIfNotFound(nodes.get(name, { signal }))) === undefined) lost.add(name)
      }
      return lost
    },
  }
}
