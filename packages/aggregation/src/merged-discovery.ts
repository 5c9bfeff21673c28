import type { GroupVersion } from '@pinnace/meta'
import type { Discovered, DiscoveredGroup, RemoteVersion } from '@pinnace/openapi'
import { compareVersions, type LiveRegistry, type Registry, type RegistryVersion } from '@pinnace/resources'
import type { ApiServiceIndex } from './api-service-index.ts'
import { apiServiceName, type ApiServiceInfo } from './api-service-info.ts'
import type { Priority } from './group-priorities.ts'
import { staleDiscovery } from './remote-discovery.ts'

/** Options for {@link createMergedDiscovery}. */
export interface MergedDiscoveryOptions {
  readonly registry: LiveRegistry
  readonly index: ApiServiceIndex
  /** The priority of a group version without an APIService. */
  readonly priorityOf: (groupVersion: GroupVersion) => Priority
  /** The group of APIServices, which comes before all named groups. */
  readonly firstGroup: string
}

interface RankedVersion {
  readonly served: RegistryVersion | RemoteVersion
  readonly priority: Priority
}

/** The groups of this and all other servers by priority, merged again when something has changed. */
export function createMergedDiscovery(options: MergedDiscoveryOptions): () => Discovered {
  const { registry, index } = options
  let merged: { readonly registry: Registry; readonly changes: number; readonly discovered: Discovered } | undefined
  return () => {
    const { current } = registry
    const { changes } = index
    if (merged?.registry !== current || merged.changes !== changes) {
      merged = { registry: current, changes, discovered: { groups: mergeGroups(current, options) } }
    }
    return merged.discovered
  }
}

// upstream: apiregistration/v1/helper/helpers.go, SortedByGroupAndVersion
function mergeGroups(registry: Registry, options: MergedDiscoveryOptions): readonly DiscoveredGroup[] {
  return [...collectVersions(registry, options)]
    .map(([group, versions]) => ({ group, versions, priority: groupPriority(group, versions, options.firstGroup) }))
    .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1))
    .map(({ group, versions }): DiscoveredGroup => {
      const sorted = [...versions].sort(compareRanked).map(({ served }) => served)
      return { group, versions: sorted, preferredVersion: sorted[0]?.version ?? '' }
    })
}

function collectVersions(
  registry: Registry,
  { index, priorityOf }: MergedDiscoveryOptions,
): ReadonlyMap<string, readonly RankedVersion[]> {
  const groups = new Map<string, Map<string, RankedVersion>>()
  const add = ({ group, version }: GroupVersion, ranked: RankedVersion): void => {
    const versions = groups.get(group) ?? new Map<string, RankedVersion>()
    groups.set(group, versions.set(version, ranked))
  }
  for (const { group, versions } of registry.groups) {
    for (const served of versions) {
      const groupVersion = { group, version: served.version }
      const info = index.all.get(apiServiceName(groupVersion))
      add(groupVersion, { served, priority: info === undefined ? priorityOf(groupVersion) : priorityIn(info) })
    }
  }
  for (const info of index.remotes.values()) {
    add(info, { served: toRemoteVersion(info, index), priority: priorityIn(info) })
  }
  return new Map([...groups].map(([group, versions]) => [group, [...versions.values()]]))
}

function groupPriority(group: string, versions: readonly RankedVersion[], firstGroup: string): number {
  if (group === '') return Number.MAX_SAFE_INTEGER
  if (group === firstGroup) return Number.MAX_SAFE_INTEGER - 1
  return Math.max(...versions.map(({ priority }) => priority.group))
}

function toRemoteVersion(
  { name, version, isAvailable }: ApiServiceInfo,
  { discoveries }: ApiServiceIndex,
): RemoteVersion {
  const found = discoveries.get(name)
  return { version, remote: isAvailable && found !== undefined ? found : staleDiscovery(version, found) }
}

function compareRanked(a: RankedVersion, b: RankedVersion): number {
  return b.priority.version - a.priority.version || compareVersions(a.served.version, b.served.version)
}

function priorityIn({ groupPriority: group, versionPriority: version }: ApiServiceInfo): Priority {
  return { group, version }
}
