import {
  createHttpClient,
  formatConnectionError,
  type AnyReply,
  type HttpClient,
  type IncomingReply,
  type StreamedBody,
} from '@pinnace/http-client'
import { unclassifiedError, type Clock } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { ObjectFinder } from './find-objects.ts'
import { defaultAddressTypes, type NodeAgentOptions } from './node-agent-options.ts'

// upstream: kubelet's port, where a node does not say another one
const defaultPort = 10_250
/** The most concurrent requests to agents. */
const maxPending = 10_000

/** The agent of a node. */
export interface NodeAgent {
  readonly node: Node
  readonly host: string
  readonly port: number
}

/** A request to an agent. */
export interface AgentRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: Uint8Array | StreamedBody | undefined
  readonly signal: AbortSignal
  readonly insecureSkipTlsVerify?: boolean
}

/** Connects to the agents of nodes. */
export interface NodeAgents extends Disposable {
  /** The agent of a node, by what its Node says. Throws 404, and 500 for a node without a usable address. */
  find(nodeName: string): Promise<NodeAgent>
  open(agent: NodeAgent, request: AgentRequest): Promise<IncomingReply>
  upgrade(agent: NodeAgent, request: AgentRequest): Promise<AnyReply>
}

/** Creates the connections to the agents of nodes, over HTTPS. */
// upstream: pkg/kubelet/client/kubelet_client.go
export function createNodeAgents(finder: ObjectFinder, options: NodeAgentOptions, clock: Clock): NodeAgents {
  const { clientCertificate, clientKey, certificateAuthority, preferredAddressTypes = defaultAddressTypes } = options
  const identity = {
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  }
  const unverified = { ...identity, insecureSkipVerify: true }
  const trusted = certificateAuthority === undefined ? unverified : { ...identity, ca: certificateAuthority }
  const clients = {
    verified: createHttpClient({ tls: trusted, clock, maxPending }),
    unverified: createHttpClient({ tls: unverified, clock, maxPending }),
  }
  const clientOf = ({ insecureSkipTlsVerify = false }: AgentRequest): HttpClient =>
    insecureSkipTlsVerify ? clients.unverified : clients.verified
  return {
    async find(nodeName) {
      const node = await finder.read<Node>({ group: '', resource: 'nodes' }, '', nodeName)
      const port = node.status?.daemonEndpoints?.kubeletEndpoint?.Port ?? 0
      return { node, host: preferredAddress(node, preferredAddressTypes), port: port > 0 ? port : defaultPort }
    },
    open: (agent, request) => clientOf(request).open({ ...request, url: agentUrl(agent) }),
    upgrade: (agent, request) => clientOf(request).upgrade({ ...request, url: agentUrl(agent) }),
    [Symbol.dispose]() {
      clients.verified.destroy()
      clients.unverified.destroy()
    },
  }
}

/** `192.0.2.1:10250` */
export function agentHost({ host, port }: NodeAgent): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** `https://192.0.2.1:10250` */
export function agentUrl(agent: NodeAgent): string {
  return `https://${agentHost(agent)}`
}

/** The error of an agent that cannot be reached, as kube-apiserver words it. */
export function unreachable(error: unknown, what: string): Error {
  return unclassifiedError(`${what}${formatConnectionError(error)}`)
}

// upstream: pkg/util/node, GetPreferredNodeAddress
function preferredAddress({ status }: Node, types: readonly string[]): string {
  const addresses = status?.addresses ?? []
  for (const type of types) {
    const found = addresses.find((address) => address.type === type)
    if (found !== undefined) return found.address
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ')
  throw unclassifiedError(`no preferred addresses found; known addresses: [${known}]`)
}
