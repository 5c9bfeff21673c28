import type { RegistryVersion } from '@pinnace/resources'
import type { VersionDiscovery } from './group-discovery.ts'

/** What a registered server says of a version that it serves. */
export interface RemoteVersion {
  readonly version: string
  readonly remote: VersionDiscovery
}

/** A group as discovery lists it: versions of this server, and of others. */
export interface DiscoveredGroup {
  readonly group: string
  /** The version preferred first. */
  readonly versions: readonly (RegistryVersion | RemoteVersion)[]
  readonly preferredVersion: string
}

/** Everything discovery lists, in its order. */
export interface Discovered {
  readonly groups: readonly DiscoveredGroup[]
}
