import type { GroupVersion } from '@pinnace/meta'
import type { Discovered, DiscoveredGroup, DiscoveredVersion, RemoteVersion } from '@pinnace/openapi'
import { compareVersions, type LiveRegistry, type Registry } from '@pinnace/resources'
import type { ApiServiceIndex } from './api-service-index.ts'
import { apiServiceName, type ApiServiceInfo } from './api-service-info.ts'
import type { Priority } from './group-priorities.ts'
import type { PeerVersion } from './peers/peer-versions.ts'
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
  readonly served: DiscoveredVersion
  readonly priority: Priority
}

interface Merged {
  readonly registry: Registry
  readonly changes: number
  readonly peers: readonly PeerVersion[]
  readonly discovered: Discovered
}

const noPeers: readonly PeerVersion[] = []

/** The groups of this and all other servers by priority, merged again when something has changed. */
export function createMergedDiscovery(options: MergedDiscoveryOptions): (peers?: readonly PeerVersion[]) => Discovered {
  const { registry, index } = options
  let merged: Merged | undefined
  return (peers = noPeers) => {
    const { current } = registry
    const { changes } = index
    if (merged?.registry !== current || merged.changes !== changes || merged.peers !== peers) {
      const discovered = { groups: mergeGroups(current, options, peers) }
      merged = { registry: current, changes, peers, discovered }
    }
    return merged.discovered
  }
}

// upstream: apiregistration/v1/helper/helpers.go, SortedByGroupAndVersion
function mergeGroups(
  registry: Registry,
  options: MergedDiscoveryOptions,
  peers: readonly PeerVersion[],
): readonly DiscoveredGroup[] {
  const all = collectVersions(registry, options)
  for (const peer of peers) addPeer(all, peer, options)
  return [...all]
    .map(([group, byName]) => {
      const versions = [...byName.values()]
      return { group, versions, priority: groupPriority(group, versions, options.firstGroup) }
    })
    .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1))
    .map(({ group, versions }): DiscoveredGroup => {
      const sorted = versions.toSorted(compareRanked).map(({ served }) => served)
      return { group, versions: sorted, preferredVersion: sorted[0]?.version ?? '' }
    })
}

type RankedGroups = Map<string, Map<string, RankedVersion>>

// upstream: endpoints/discovery/aggregated/peer_aggregated_handler.go – resources of one version that different servers have
function addPeer(all: RankedGroups, { group, discovery }: PeerVersion, { priorityOf }: MergedDiscoveryOptions): void {
  const { version } = discovery
  const versions = all.get(group) ?? new Map<string, RankedVersion>()
  const known = versions.get(version)
  const served = known === undefined ? { version, remote: discovery } : withResourcesOf(known.served, discovery)
  all.set(group, versions.set(version, { served, priority: known?.priority ?? priorityOf({ group, version }) }))
}

function withResourcesOf(served: DiscoveredVersion, { resources }: PeerVersion['discovery']): DiscoveredVersion {
  const own = 'remote' in served ? served.remote.resources : [...served.resources, ...(served.ofPeers ?? [])]
  const known = new Set(own.map(({ resource }) => resource))
  const further = resources.filter(({ resource }) => !known.has(resource))
  if (further.length === 0) return served
  if ('remote' in served) {
    return { ...served, remote: { ...served.remote, resources: [...served.remote.resources, ...further] } }
  }
  return { ...served, ofPeers: [...(served.ofPeers ?? []), ...further] }
}

function collectVersions(registry: Registry, { index, priorityOf }: MergedDiscoveryOptions): RankedGroups {
  const groups: RankedGroups = new Map()
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
  return groups
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
