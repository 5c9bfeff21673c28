import { upgradedIdleMs } from '@pinnace/aggregation'
import type { Duplex } from 'node:stream'
import type { AnyReply } from '@pinnace/http-client'
import { badRequest, unclassifiedError, type Clock, type HttpReply, type Logger } from '@pinnace/meta'
import {
  closeWhenIdle,
  isWebSocketRequest,
  negotiateCommand,
  offeredProtocols,
  protocolNames,
  translateCommand,
  type CommandStreams,
  type Negotiated,
} from '@pinnace/streaming'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ConnectionMetrics } from '@pinnace/metrics'
import type { CommandHandler } from './connection-handlers.ts'
import type { ConnectionRequest } from './connection-request.ts'
import { agentQuery, streamOptions } from './command-options.ts'
import { agentHost, agentUrl, type NodeAgent } from './node-agent.ts'
import { containerOf } from './pod-containers.ts'
import { findTarget, notAssigned, readPod, type PodTargets } from './pod-target.ts'
import { openUpgrade, proxyUpgrade } from './upgrade-proxy.ts'

/** What commands need of the server. */
export interface CommandContext extends PodTargets {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: ConnectionMetrics
}

/** Answers `exec` and `attach`. */
// upstream: registry/core/pod/rest/subresources.go, ExecREST and AttachREST
export async function runCommand(
  context: CommandContext,
  connection: ConnectionRequest,
  kind: 'exec' | 'attach',
): Promise<HttpReply> {
  const { options, http, vocabulary } = connection
  const pod = await readPod(context, connection)
  const container = containerOf(pod, typeof options['container'] === 'string' ? options['container'] : '')
  const target = await findTarget(context, pod, kind)
  if (target === undefined) throw notAssigned(connection.request.name)
  const streams = streamOptions(options)
  const command = kind === 'exec' ? ((options['command'] ?? []) as readonly string[]) : []
  const names = protocolNames(vocabulary.groupDomain)
  const negotiate = (): Negotiated<Promise<CommandStreams>> =>
    negotiateCommand(http, { names, options: streams, clock: context.clock })
  if ('handler' in target) {
    return upgradeTo(context, connection, negotiate(), (opened, signal) =>
      runHandler(context, opened, target.handler, { pod, container, command, tty: streams.tty, signal }),
    )
  }
  assertUpgrade(connection)
  const { agent } = target
  const path = `/${kind}/${pod.metadata.namespace}/${pod.metadata.name}/${container}${agentQuery(streams, command)}`
  const isTranslated =
    isWebSocketRequest(http) && offeredProtocols(http).includes(`v5.${names.channel}`) && !speaksWebSocket(agent)
  if (!isTranslated) {
    const open = (headers: readonly string[]): ReturnType<typeof context.agents.upgrade> =>
      context.agents.upgrade(agent, {
        method: http.method,
        path,
        headers: ['Host', agentHost(agent), ...headers],
        signal: http.signal,
      })
    return proxyUpgrade({ http, clock: context.clock, open })
  }
  const negotiated = negotiate()
  if ('status' in negotiated) context.metrics.translated(negotiated.status)
  return upgradeTo(context, connection, negotiated, async (opened, signal) => {
    // The client has its WebSocket before the agent is asked: refusals of the agent are sent on it.
    const open = (): Promise<Duplex> =>
      openAgent(context, { agent, path, protocol: `v4.${names.channel}`, signal, errorPrefix: postPrefix(agent, path) })
    context.metrics.translated(await translateCommand(opened, { open, options: streams }))
  })
}

// upstream: client-go/transport/spdy, Negotiate
function postPrefix(agent: NodeAgent, path: string): string {
  return `error sending request: Post "${agentUrl(agent)}${path}": `
}

/** Throws 400 for a request that cannot be upgraded. */
export function assertUpgrade({ http }: ConnectionRequest): void {
  if (http.canUpgrade !== true) throw badRequest('Upgrade request required')
}

/** Whether an agent speaks every WebSocket protocol itself. */
// upstream: the feature ExtendWebSocketsToKubelet, which the Node declares
export function speaksWebSocket({ node }: NodeAgent): boolean {
  return node.status?.declaredFeatures?.some((feature) => feature.startsWith('ExtendWebSocketsTo')) === true
}

/** The reply that upgrades a connection, or refuses to. */
export function upgradeTo<T>(
  { clock, logger }: CommandContext,
  connection: ConnectionRequest,
  negotiated: Negotiated<Promise<T>>,
  run: (opened: T, signal: AbortSignal) => Promise<void>,
): HttpReply {
  if ('status' in negotiated) {
    const { status, message, headers } = negotiated
    if (status === 400) throw badRequest(message)
    const text = { ...connection.headers('text/plain; charset=utf-8'), ...headers }
    return { status, headers: text, body: Buffer.from(`${message}\n`) }
  }
  assertUpgrade(connection)
  const takeOver = (client: Duplex): void => {
    const gone = new AbortController()
    client.once('close', () => gone.abort())
    if (client.destroyed) gone.abort()
    closeWhenIdle(client, { clock, idleMs: upgradedIdleMs })
    negotiated
      .serve(client)
      .then((opened) => run(opened, gone.signal))
      .catch((error: unknown) => {
        if (!gone.signal.aborted) logger.warn({ err: error }, 'a connection to a container has failed')
        client.destroy()
      })
  }
  return { status: 101, headers: negotiated.headers, body: undefined, takeOver }
}

interface RunningCommand {
  readonly pod: Pod
  readonly container: string
  readonly command: readonly string[]
  readonly tty: boolean
  readonly signal: AbortSignal
}

async function runHandler(
  { logger }: CommandContext,
  streams: CommandStreams,
  handler: CommandHandler,
  command: RunningCommand,
): Promise<void> {
  const { stdin, stdout, stderr, sizes } = streams
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  try {
    const exitCode = await handler(stdin, stdout, { ...command, stderr, sizes })
    await streams.finish({ exitCode: exitCode ?? 0 })
  } catch (error) {
    if (command.signal.aborted) return
    logger.debug({ err: error }, 'a command of a pod has failed')
    await streams.finish({ error: error instanceof Error ? error.message : String(error) })
  }
}

/** Where a command or forwarded ports are opened at an agent. */
export interface AgentStreams {
  readonly agent: NodeAgent
  readonly path: string
  /** The protocol of the streams over SPDY. */
  readonly protocol: string
  readonly signal: AbortSignal
  /** What begins the message about an agent that cannot be reached. */
  readonly errorPrefix?: string
}

/** Opens SPDY to an agent. Throws 500 if it does not switch protocols. */
async function openAgent(context: CommandContext, streams: AgentStreams): Promise<Duplex> {
  const reply = await requestSpdy(context, streams)
  if ('connection' in reply) return reply.connection
  const { status } = reply
  const text = await reply.readBody({ maxBytes: 50_000, timeoutMs: 30_000 }).catch(() => Buffer.alloc(0))
  const reason = text.length === 0 ? `status code ${status}` : text.toString().trim()
  throw unclassifiedError(`unable to upgrade connection: ${reason}`)
}

/** Asks an agent for SPDY. Throws 500 if it cannot be reached. */
export function requestSpdy(
  { agents }: CommandContext,
  { agent, path, protocol, signal, errorPrefix }: AgentStreams,
): Promise<AnyReply> {
  const headers = [
    ['Host', agentHost(agent)],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'SPDY/3.1'],
    ['X-Stream-Protocol-Version', protocol],
  ].flat()
  return openUpgrade(() => agents.upgrade(agent, { method: 'POST', path, headers, signal }), errorPrefix)
}
