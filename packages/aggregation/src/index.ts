export type {
  CrdVersions,
  CreatedObject,
  LoopbackObjects,
  ObjectTarget,
  ProxyCertificates,
} from './aggregation-ports.ts'
export type { ApiServiceInfo, Management, RemoteApiService, ServiceTarget } from './api-service-info.ts'
export {
  createAggregation,
  type Aggregation,
  type AggregationFork,
  type AggregationOptions,
} from './create-aggregation.ts'
export type { IdentityHeaders, ProxiedRequest } from './forward-request.ts'
export { createPeers, peerProxiedHeader, type Peers, type PeersOptions } from './peers/create-peers.ts'
export type { PeerVersion } from './peers/peer-versions.ts'
export { forwardedBody } from './forwarded-body.ts'
export { forwardedLines, headersOf, proxiedHeaders, type ForwardedLines } from './proxy-headers.ts'
export { toUpgradeReply, upgradedIdleMs } from './upgrade-reply.ts'
