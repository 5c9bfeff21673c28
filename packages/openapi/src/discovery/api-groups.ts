import { formatGroupVersion } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import type { Discovered, DiscoveredGroup } from './discovered-groups.ts'

/** A version as groups list it. */
export interface GroupVersionForDiscovery {
  readonly groupVersion: string
  readonly version: string
}

/** A group of `/apis`. */
export interface ApiGroup {
  readonly name: string
  /** The version preferred first. */
  readonly versions: readonly GroupVersionForDiscovery[]
  readonly preferredVersion: GroupVersionForDiscovery
}

/** What `/apis` answers to clients that do not ask for the aggregated form. */
export interface ApiGroupList {
  readonly kind: 'APIGroupList'
  readonly apiVersion: 'v1'
  readonly groups: readonly ApiGroup[]
}

/** What `/api` answers to them. */
export interface ApiVersions {
  readonly kind: 'APIVersions'
  readonly versions: readonly string[]
  readonly serverAddressByClientCIDRs: readonly { readonly clientCIDR: string; readonly serverAddress: string }[]
}

/** Every group but the core one, in order of priority. */
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

/** The versions of the core group. `serverAddress` is where clients of any network reach the server. */
export function toApiVersions(registry: Registry, serverAddress: string): ApiVersions {
  return {
    kind: 'APIVersions',
    versions: registry.group('')?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  }
}
