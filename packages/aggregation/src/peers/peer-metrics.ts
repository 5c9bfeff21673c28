import type { Metrics, RequestInfo } from '@pinnace/meta'

/** Counts what peers are asked. */
export interface PeerMetrics {
  /** A request was answered by a peer. */
  rerouted(code: number, request: Pick<RequestInfo, 'group' | 'version' | 'resource'>): void
  /** No peer that serves a request has an address. */
  unresolved(request: Pick<RequestInfo, 'group' | 'version' | 'resource'>): void
  /** What a peer serves could not be found out. */
  discoveryFailed(reason: 'hostport_resolution' | 'fetch_discovery'): void
}

/** The request of discovery among {@link PeerMetrics.rerouted} ones. */
export const discoveryRequest = { group: '', version: '', resource: '' }

/** Creates the metrics. */
// upstream: apiserver/pkg/util/peerproxy/metrics
export function createPeerMetrics(metrics: Metrics): PeerMetrics {
  const request = ['group', 'version', 'resource']
  const rerouted = metrics.counter({
    name: 'apiserver_rerouted_request_total',
    help: "Total number of requests that were proxied to a peer server because the local server was not capable of serving it, broken down by 'group', 'version', and 'resource'. If all three are empty, the request is a discovery request.",
    labelNames: ['code', ...request],
  })
  const failed = metrics.counter({
    name: 'apiserver_peer_proxy_errors_total',
    help: 'Total number of errors encountered while proxying requests to a peer server',
    labelNames: ['type', ...request],
  })
  const discovery = metrics.counter({
    name: 'apiserver_peer_discovery_sync_errors_total',
    help: 'Total number of errors encountered while syncing discovery information from a peer server',
    labelNames: ['type'],
  })
  return {
    rerouted: (code, { group, version, resource }) => rerouted.add([String(code), group, version, resource]),
    unresolved: ({ group, version, resource }) => failed.add(['endpoint_resolution', group, version, resource]),
    discoveryFailed: (reason) => discovery.add([reason]),
  }
}
