import {
  serviceUnavailable,
  type Awaitable,
  type HttpReply,
  type Metrics,
  type Random,
  type RequestInfo,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { ProxyCertificates } from '../aggregation-ports.ts'
import type { Backend, BackendAddress } from '../backend.ts'
import { createBackends } from '../backends.ts'
import { fetchDocument } from '../fetch-document.ts'
import { forwardRequest, type ForwardOptions, type ProxiedRequest } from '../forward-request.ts'
import { pickOne } from '../proxy-request.ts'
import { aggregatedForm } from '../remote-discovery.ts'
import { PeerDiscovery } from './peer-discovery.ts'
import { createPeerMetrics, discoveryRequest } from './peer-metrics.ts'
import { resourceKey, type PeerVersion } from './peer-versions.ts'

/** Options for {@link createPeers}. */
export interface PeersOptions extends Omit<ForwardOptions, 'signal'> {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly random: Random
  readonly metrics: Metrics
  readonly certificates: ProxyCertificates
  /** The authorities of the serving certificates of peers, PEM. */
  readonly ca: string
  /** The name of the identity lease of this server. */
  readonly serverId: string
  /** The user that asks peers what they serve. */
  readonly user: UserInfo
  /** Where a server is, by its identity lease; undefined if it has no address. */
  readonly addressOf: (serverId: string) => Awaitable<BackendAddress | undefined>
  /** True for group versions that every server over the store serves: those of CRDs and APIServices. */
  readonly isShared: (group: string, version: string) => Awaitable<boolean>
}

/** The other servers over the store, and what they serve. */
export interface Peers extends Disposable {
  /** Begins to follow the identity leases of other servers. */
  start(): Promise<void>
  /** The servers that serve the resource of a request. */
  serversOf(request: Pick<RequestInfo, 'group' | 'version' | 'resource'>): readonly string[]
  /** Forwards a request to one of these servers. Throws 503 if none of them has an address. */
  proxy(request: ProxiedRequest, servers: readonly string[]): Promise<HttpReply>
  /** What peers serve; another list after every change. */
  versions(): readonly PeerVersion[]
}

/** The header of requests that a peer has forwarded, which are not forwarded again; lower case. */
// upstream: apiserver/pkg/util/peerproxy, PeerProxiedHeader
export function peerProxiedHeader({ product }: Vocabulary): string {
  return `x-${product}-peer-proxied`
}

/** The longest wait for what a peer serves. */
const discoveryMs = 10_000

/** Creates the proxy for requests that only other servers over the store can answer. */
// upstream: apiserver/pkg/util/peerproxy
export function createPeers(options: PeersOptions): Peers {
  const { vocabulary, clock, random, certificates, ca, addressOf, user } = options
  const stop = new AbortController()
  const { signal } = stop
  const metrics = createPeerMetrics(options.metrics)
  const backends = createBackends({ certificates, clock })
  const headers = [peerProxiedHeader(vocabulary), 'true']
  const trusted = (): Backend =>
    backends.trusted({
      namespace: 'default',
      service: vocabulary.product,
      port: 443,
      authorities: ca,
      isInsecure: false,
    })
  const discovery = new PeerDiscovery({
    ...options,
    metrics,
    async read(address, path) {
      const accept = aggregatedForm(vocabulary)
      const document = { address, path, accept, timeoutMs: discoveryMs, signal, user, headers }
      const reply = await fetchDocument(trusted(), document, { clock, vocabulary })
      metrics.rerouted(reply.status, discoveryRequest)
      return reply
    },
  })
  return {
    start: () => discovery.start(),
    serversOf: ({ group, version, resource }) => discovery.serversOf(resourceKey(group, version, resource)),
    async proxy(request, servers) {
      const found = await Promise.all(servers.map((server) => addressOf(server)))
      const address = pickOne(found.filter(isDefined), random)
      if (address === undefined) {
        metrics.unresolved(request.info)
        throw serviceUnavailable('Error getting ip and port info of the remote server while proxying')
      }
      const reply = await forwardRequest(request, { backend: trusted(), address, headers }, { ...options, signal })
      metrics.rerouted(reply.status, request.info)
      return reply
    },
    versions: () => discovery.versions,
    [Symbol.dispose]() {
      stop.abort()
      discovery[Symbol.dispose]()
      backends[Symbol.dispose]()
    },
  }
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined
}
