import type { RegistryVersion } from '@pinnace/resources'
import type { ResourceDiscovery, VersionDiscovery } from './group-discovery.ts'

/** Discovery of a group version that another server serves. */
export interface RemoteVersion {
  readonly version: string
  readonly remote: VersionDiscovery
}

/** Discovery of a group version that this server serves, alone or with others. */
export interface OwnVersion extends RegistryVersion {
  /** Resources of the version that only other servers serve. @default none */
  readonly ofPeers?: readonly ResourceDiscovery[]
}

/** A group version in discovery. */
export type DiscoveredVersion = OwnVersion | RemoteVersion

/** A group in discovery: versions of this server, and of others. */
export interface DiscoveredGroup {
  readonly group: string
  /** The preferred version first. */
  readonly versions: readonly DiscoveredVersion[]
  readonly preferredVersion: string
}

/** All groups of discovery, in order. */
export interface Discovered {
  readonly groups: readonly DiscoveredGroup[]
}
