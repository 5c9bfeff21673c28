import type { Client } from '@pinnace/client'
import { StatusError, type Clock } from '@pinnace/meta'

/** Nodes that pods are bound to and that are not there. */
export interface LostNodes {
  /** Those of the missing nodes that have been missing for long enough, and that the server says are not there. */
  look(missing: ReadonlySet<string>, signal: AbortSignal): Promise<ReadonlySet<string>>
}

// upstream: podgc/gc_controller.go, quarantineTime
const quarantineMs = 40_000

/** No node is missed yet. It remembers as many as are missing. */
// upstream: podgc/gc_controller.go, discoverDeletedNodes
export function createLostNodes({ client, clock }: { readonly client: Client; readonly clock: Clock }): LostNodes {
  const nodes = client.metadata({ apiVersion: 'v1', kind: 'Node' })
  const missedSince = new Map<string, number>()
  return {
    async look(missing, signal) {
      for (const name of missedSince.keys()) if (!missing.has(name)) missedSince.delete(name)
      const lost = new Set<string>()
      for (const name of missing) {
        const since = missedSince.get(name) ?? clock.monotonic()
        missedSince.set(name, since)
        if (clock.monotonic() - since < quarantineMs) continue
        try {
          await nodes.get(name, { signal })
        } catch (error) {
          if (!(error instanceof StatusError) || error.code !== 404) throw error
          lost.add(name)
        }
      }
      return lost
    },
  }
}
