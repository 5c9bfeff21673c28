import type { GroupVersion } from '@pinnace/meta'
import { compareVersions, type LiveRegistry, type Registry, type RegistryVersion } from '@pinnace/resources'
import type { Discovered, DiscoveredGroup, RemoteVersion } from '@pinnace/openapi'
import type { Priority } from './group-priorities.ts'
import { registrationName, type Registration } from './registration.ts'
import type { RegistrationIndex } from './registration-index.ts'
import { staleDiscovery } from './remote-discovery.ts'

/** What groups are put together from. */
export interface MergedDiscoveryOptions {
  readonly registry: LiveRegistry
  readonly index: RegistrationIndex
  /** Where a version stands that nobody has registered. */
  readonly priorityOf: (of: GroupVersion) => Priority
  /** The group of registrations themselves, which comes before all others. */
  readonly firstGroup: string
}

interface Ranked {
  readonly served: RegistryVersion | RemoteVersion
  readonly priority: Priority
}

/** Groups of this server and of registered ones, in the order of their priorities; put together again when they change. */
export function createMergedDiscovery(options: MergedDiscoveryOptions): () => Discovered {
  const { registry, index } = options
  let newest: { readonly registry: Registry; readonly changes: number; readonly discovered: Discovered } | undefined
  return () => {
    const { current } = registry
    const { changes } = index
    if (newest?.registry !== current || newest.changes !== changes) {
      newest = { registry: current, changes, discovered: { groups: mergeGroups(current, options) } }
    }
    return newest.discovered
  }
}

// upstream: apiregistration/v1/helper/helpers.go, SortedByGroupAndVersion
function mergeGroups(
  registry: Registry,
  { index, priorityOf, firstGroup }: MergedDiscoveryOptions,
): readonly DiscoveredGroup[] {
  const groups = new Map<string, Map<string, Ranked>>()
  const add = ({ group, version }: GroupVersion, ranked: Ranked): void => {
    const versions = groups.get(group) ?? new Map<string, Ranked>()
    groups.set(group, versions.set(version, ranked))
  }
  for (const { group, versions } of registry.groups) {
    for (const served of versions) {
      const of = { group, version: served.version }
      const known = index.all.get(registrationName(of))
      const priority = known === undefined ? priorityOf(of) : priorityIn(known)
      add(of, { served, priority })
    }
  }
  for (const registration of index.remotes.values()) {
    add(registration, { served: remoteVersion(registration, index), priority: priorityIn(registration) })
  }
  const rank = (group: string, versions: ReadonlyMap<string, Ranked>): number => {
    if (group === '' || group === firstGroup) return Number.MAX_SAFE_INTEGER - (group === '' ? 0 : 1)
    return Math.max(...[...versions.values()].map(({ priority }) => priority.group))
  }
  return [...groups]
    .map(([group, versions]) => ({ group, versions, rank: rank(group, versions) }))
    .sort((a, b) => b.rank - a.rank || (a.group < b.group ? -1 : 1))
    .map(({ group, versions }): DiscoveredGroup => {
      const sorted = [...versions.values()].sort(compareRanked).map(({ served }) => served)
      return { group, versions: sorted, preferredVersion: sorted[0]!.version }
    })
}

function remoteVersion(
  { name, version, isAvailable }: Registration,
  { discoveries }: RegistrationIndex,
): RemoteVersion {
  const found = discoveries.get(name)
  return { version, remote: isAvailable && found !== undefined ? found : staleDiscovery(version, found) }
}

function compareRanked(a: Ranked, b: Ranked): number {
  return b.priority.version - a.priority.version || compareVersions(a.served.version, b.served.version)
}

function priorityIn({ groupPriority, versionPriority }: Registration): Priority {
  return { group: groupPriority, version: versionPriority }
}
