import type { VersionDiscovery } from '@pinnace/openapi'

/** A version of a group that a peer serves. */
export interface PeerVersion {
  readonly group: string
  readonly discovery: VersionDiscovery
}

/** The key of a resource among those of a peer. */
export function resourceKey(group: string, version: string, resource: string): string {
  return `${group}/${version}/${resource}`
}

/** The resources of versions, by key. */
export function resourceKeys(versions: readonly PeerVersion[]): ReadonlySet<string> {
  return new Set(
    versions.flatMap(({ group, discovery: { version, resources } }) =>
      resources.map(({ resource }) => resourceKey(group, version, resource)),
    ),
  )
}
