import type { RegistryVersion } from '@pinnace/resources'
import type { VersionDiscovery } from './group-discovery.ts'

/** Discovery of a group version that another server serves. */
export interface RemoteVersion {
  readonly version: string
  readonly remote: VersionDiscovery
}

/** A group in discovery: versions of this server, and of others. */
export interface DiscoveredGroup {
  readonly group: string
  /** The preferred version first. */
  readonly versions: readonly (RegistryVersion | RemoteVersion)[]
  readonly preferredVersion: string
}

/** All groups of discovery, in order. */
export interface Discovered {
  readonly groups: readonly DiscoveredGroup[]
}
