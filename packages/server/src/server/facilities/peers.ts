import { createPeers, type Peers } from '@pinnace/aggregation'
import { proxyCertificatesOf } from '../proxy-certificates.ts'
import { loadClientAuthorities } from '@pinnace/authn'
import { maxBodyBytes } from '../../http/read-body.ts'
import { isLongRunning } from '../../pipeline/long-running.ts'
import { serverUser } from '../../request/loopback-scope.ts'
import { createIdentity } from '../bootstrap/identity-lease.ts'
import { findPeerAddress } from '../bootstrap/peer-addresses.ts'
import { createReadAddress } from '../bootstrap/read-address.ts'
import { assertPeers } from '../assert-peers.ts'
import { identityHeadersOf } from './aggregation.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** The other servers over the store, for requests that only they can answer. */
export const peers: CreateFacility = (server, options) => {
  const { vocabulary, clock, random, metrics, logger, access, store, features, aggregation, customResources } = server
  assertPeers(options.peers, features)
  const { ca } = options.peers ?? {}
  if (ca === undefined) return peersFacility(undefined)
  loadClientAuthorities(ca)
  const readAddress = createReadAddress(server.registry)
  const created = createPeers({
    vocabulary,
    clock,
    random,
    metrics,
    logger,
    store,
    ca,
    certificates: proxyCertificatesOf(options, access),
    serverId: createIdentity(random, options.hostname).leaseName,
    user: serverUser,
    identity: identityHeadersOf(options),
    maxBodyBytes,
    isLongRunning: ({ verb, subresource }) => isLongRunning(verb, subresource),
    addressOf: (serverId) => findPeerAddress({ store, readAddress }, serverId),
    async isShared(group, version) {
      await server.catchUp()
      return aggregation.remote(group, version) !== undefined || customResources.established(group).includes(version)
    },
  })
  return { ...peersFacility(created), start: () => created.start() }
}

// A fork does not listen, and its store is in memory: it has no peers.
function peersFacility(created: Peers | undefined): Facility {
  return {
    provides: { peers: created },
    fork: () => peersFacility(undefined),
    dispose: () => created?.[Symbol.dispose](),
  }
}
