import { isIP } from 'node:net'
import type { FeatureGates } from '@pinnace/versioning'
import type { PeerSettings } from './server-options.ts'

/** The feature gate of requests that are forwarded to peers. */
export const peersGate = 'UnknownVersionInteroperabilityProxy'

/** Throws a TypeError for settings without their feature gate, and for an address that is no IP address. */
// upstream: controlplane/apiserver/options/validation.go, validateUnknownVersionInteroperabilityProxyFlags
export function assertPeers(settings: PeerSettings | undefined, features: Pick<FeatureGates, 'isEnabled'>): void {
  if (settings === undefined) return
  if (!features.isEnabled(peersGate)) throw new TypeError(`peers requires the feature gate ${peersGate}`)
  const { advertiseAddress } = settings
  if (advertiseAddress !== undefined && isIP(advertiseAddress) === 0) {
    throw new TypeError(`peers.advertiseAddress must be an IP address, not ${JSON.stringify(advertiseAddress)}`)
  }
}
