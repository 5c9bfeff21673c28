import { toUpgradeReply, upgradedIdleMs } from '@pinnace/aggregation'
import type { Duplex } from 'node:stream'
import { badRequest, type HttpReply } from '@pinnace/meta'
import {
  acceptHeaders,
  closeWhenIdle,
  createWebSocketTunnel,
  handshakeProblem,
  isWebSocketRequest,
  joinConnections,
  negotiatePortForward,
  offeredProtocols,
  protocolNames,
  type ForwardPort,
} from '@pinnace/streaming'
import type { ConnectionRequest } from './connection-request.ts'
import { agentHost, type NodeAgent } from './node-agent.ts'
import { findTarget, notAssigned, readPod } from './pod-target.ts'
import { assertUpgrade, requestSpdy, speaksWebSocket, upgradeTo, type CommandContext } from './run-command.ts'
import { proxyUpgrade } from './upgrade-proxy.ts'

/** Answers `portforward`. */
// upstream: registry/core/pod/rest/subresources.go, PortForwardREST
export async function forwardPorts(context: CommandContext, connection: ConnectionRequest): Promise<HttpReply> {
  const { http, options, vocabulary, request } = connection
  const pod = await readPod(context, connection)
  const target = await findTarget(context, pod, 'portForward')
  if (target === undefined) throw notAssigned(request.name)
  const ports = (options['ports'] ?? []) as readonly number[]
  const names = protocolNames(vocabulary.groupDomain)
  if ('handler' in target) {
    const gone = new AbortController()
    const forward: ForwardPort = async ({ port, data }) => target.handler(data, { pod, port, signal: gone.signal })
    const negotiated = negotiatePortForward(http, { names, ports, forward, clock: context.clock })
    return upgradeTo(context, connection, withAbort(negotiated, gone), () => Promise.resolve())
  }
  assertUpgrade(connection)
  const { agent } = target
  const query = ports.length === 0 ? '' : `?port=${encodeURIComponent(ports.join(','))}`
  const path = `/portForward/${pod.metadata.namespace}/${pod.metadata.name}${query}`
  const isTunneled =
    isWebSocketRequest(http) && offeredProtocols(http).includes(names.tunnel) && !speaksWebSocket(agent)
  if (!isTunneled) {
    const host = ['Host', agentHost(agent)]
    const { method, signal } = http
    const open = (headers: readonly string[]): ReturnType<typeof context.agents.upgrade> =>
      context.agents.upgrade(agent, { method, path, headers: [...host, ...headers], signal })
    return proxyUpgrade({ http, clock: context.clock, open })
  }
  const problem = handshakeProblem(http)
  if (problem !== undefined) {
    // upstream: apiserver/pkg/util/proxy/streamtunnel.go counts it so
    context.metrics.tunneled(500)
    throw badRequest(problem)
  }
  return tunnel(context, connection, { agent, path })
}

/** Passes on what is inside a WebSocket as SPDY; a refusal of the agent is answered as it is. */
// upstream: apiserver/pkg/util/proxy/streamtunnel.go
async function tunnel(
  context: CommandContext,
  { http, vocabulary }: ConnectionRequest,
  { agent, path }: { readonly agent: NodeAgent; readonly path: string },
): Promise<HttpReply> {
  const names = protocolNames(vocabulary.groupDomain)
  const { signal } = http
  const reply = await requestSpdy(context, { agent, path, protocol: names.portForward, signal })
  context.metrics.tunneled(reply.status)
  if (!('connection' in reply)) return toUpgradeReply(reply, context.clock)
  const agentConnection = reply.connection
  const takeOver = (client: Duplex): void => {
    closeWhenIdle(client, { clock: context.clock, idleMs: upgradedIdleMs })
    void joinConnections(createWebSocketTunnel(client), agentConnection)
  }
  return { status: 101, headers: acceptHeaders(http, names.tunnel), body: undefined, takeOver }
}

type Negotiation = ReturnType<typeof negotiatePortForward>

/** Aborts a controller when the connection is closed. */
function withAbort(negotiated: Negotiation, gone: AbortController): Negotiation {
  if ('status' in negotiated) return negotiated
  const { headers, serve } = negotiated
  return {
    headers,
    async serve(transport) {
      try {
        await serve(transport)
      } finally {
        gone.abort()
      }
    },
  }
}
