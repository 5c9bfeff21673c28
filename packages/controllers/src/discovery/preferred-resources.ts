import type { DiscoveredResource } from '@pinnace/client'
import { formatGroupResource, type Verb } from '@pinnace/meta'

/** Every resource with these verbs once, in the preferred version of its group or else the first that serves it. */
// upstream: client-go/discovery, ServerPreferredResources and SupportsAllVerbs
export function preferredResources(
  discovered: readonly DiscoveredResource[],
  verbs: readonly Verb[],
): readonly DiscoveredResource[] {
  const chosen = new Map<string, DiscoveredResource>()
  for (const resource of discovered) {
    if (!verbs.every((verb) => resource.verbs.includes(verb))) continue
    const id = formatGroupResource(resource)
    const known = chosen.get(id)
    if (known === undefined || (resource.isPreferred && !known.isPreferred)) chosen.set(id, resource)
  }
  return [...chosen.values()]
}
