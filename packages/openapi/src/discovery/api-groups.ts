import { formatGroupVersion } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import type { Discovered, DiscoveredGroup } from './discovered-groups.ts'

/** A version of a group. */
export interface GroupVersionForDiscovery {
  readonly groupVersion: string
  readonly version: string
}

/** A group of `/apis`. */
export interface ApiGroup {
  readonly name: string
  /** The preferred version first. */
  readonly versions: readonly GroupVersionForDiscovery[]
  readonly preferredVersion: GroupVersionForDiscovery
}

/** The body of `/apis` for clients that do not request aggregated discovery. */
export interface ApiGroupList {
  readonly kind: 'APIGroupList'
  readonly apiVersion: 'v1'
  readonly groups: readonly ApiGroup[]
}

/** The body of `/api` for these clients. */
export interface ApiVersions {
  readonly kind: 'APIVersions'
  readonly versions: readonly string[]
  readonly serverAddressByClientCIDRs: readonly { readonly clientCIDR: string; readonly serverAddress: string }[]
}

/** All groups but the core group, by priority. */
export function toApiGroupList({ groups }: Discovered): ApiGroupList {
  const named = groups.filter(({ group }) => group !== '').map(toApiGroup)
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: named }
}

/** One group, as `/apis` lists it. */
export function toApiGroup({ group, versions, preferredVersion }: DiscoveredGroup): ApiGroup {
  const toVersion = (version: string): GroupVersionForDiscovery => ({
    groupVersion: formatGroupVersion({ group, version }),
    version,
  })
  return {
    name: group,
    versions: versions.map(({ version }) => toVersion(version)),
    preferredVersion: toVersion(preferredVersion),
  }
}

/** The versions of the core group. `serverAddress` is the address for clients of all networks. */
export function toApiVersions(registry: Registry, serverAddress: string): ApiVersions {
  return {
    kind: 'APIVersions',
    versions: registry.group('')?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  }
}
