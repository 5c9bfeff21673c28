import { isCertificateError, toReplyStream, type IncomingReply } from '@pinnace/http-client'
import { isReplyStream, parseTime, unclassifiedError, type Clock, type HttpReply, type Logger } from '@pinnace/meta'
import type { ConnectionMetrics } from '@pinnace/metrics'
import { isWebSocketRequest, offeredProtocols, webSocketReply } from '@pinnace/streaming'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { agentFailure } from './agent-failure.ts'
import type { LogHandler, LogRequest } from './connection-handlers.ts'
import type { ConnectionRequest } from './connection-request.ts'
import { toLogOptions, type LogOptions } from './log-options.ts'
import { agentUrl, unreachable, type NodeAgent } from './node-agent.ts'
import { containerOf } from './pod-containers.ts'
import { findTarget, readPod, type PodTargets } from './pod-target.ts'

/** What logs need of the server. */
export interface LogContext extends PodTargets {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: ConnectionMetrics
}

/** Answers the log of a container. */
// upstream: registry/core/pod/rest/log.go and strategy.go, LogLocation
export async function readLog(context: LogContext, connection: ConnectionRequest): Promise<HttpReply> {
  context.metrics.logRequested(connection.options['insecureSkipTLSVerifyBackend'] !== true)
  const options = toLogOptions(connection.options, connection.request.name)
  const pod = await readPod(context, connection)
  const container = containerOf(pod, options.container)
  const target = await findTarget(context, pod, 'log')
  if (target === undefined) {
    // What has no body has no media type.
    const { 'content-type': _none, ...headers } = connection.headers('')
    return { status: 204, headers, body: undefined }
  }
  const reply =
    'agent' in target
      ? await readAgentLog(context, connection, { pod, container, options, agent: target.agent })
      : await runLogHandler(context, connection, target.handler, toLogRequest(connection, { pod, container, options }))
  return overWebSocket(connection, reply)
}

// upstream: streaming/pkg/httpstream/wsstream/stream.go, NewDefaultReaderProtocols
function overWebSocket({ http, vocabulary }: ConnectionRequest, reply: HttpReply): HttpReply {
  const isWebSocket = http.canUpgrade === true && isWebSocketRequest(http)
  if (!isWebSocket || !isReplyStream(reply.body)) return reply
  const isBase64 = offeredProtocols(http).includes(`base64.binary.${vocabulary.groupDomain}`)
  return webSocketReply(http, reply.body, { isBase64 })
}

interface ContainerLog {
  readonly pod: Pod
  readonly container: string
  readonly options: LogOptions
}

function toLogRequest({ http }: ConnectionRequest, { pod, container, options }: ContainerLog): LogRequest {
  const { follow, previous, timestamps, sinceSeconds, sinceTime, tailLines, limitBytes } = options
  return {
    pod,
    container,
    follow,
    previous,
    timestamps,
    ...(sinceSeconds === undefined ? {} : { sinceSeconds }),
    ...(sinceTime === undefined ? {} : { sinceMs: parseTime(sinceTime) ?? 0 }),
    ...(tailLines === undefined ? {} : { tailLines }),
    ...(limitBytes === undefined ? {} : { limitBytes }),
    signal: http.signal,
  }
}

async function runLogHandler(
  { clock, logger }: LogContext,
  { headers }: ConnectionRequest,
  log: LogHandler,
  request: LogRequest,
): Promise<HttpReply> {
  const body = await log(request)
  const iterator = body[Symbol.asyncIterator]()
  const chunks = {
    async next() {
      try {
        const { done, value } = await iterator.next()
        return done === true ? { done, value: undefined } : { done: false as const, value: Buffer.from(value) }
      } catch (error) {
        if (!request.signal.aborted) logger.error({ err: error }, 'a log could not be read')
        throw error
      }
    },
  }
  const onClose = (): void => void Promise.resolve(iterator.return?.()).catch(() => undefined)
  return { status: 200, headers: headers('text/plain'), body: toReplyStream({ chunks, onClose, clock }) }
}

async function readAgentLog(
  { agents, clock, metrics }: LogContext,
  { headers, http, request }: ConnectionRequest,
  { pod, container, options, agent }: ContainerLog & { readonly agent: NodeAgent },
): Promise<HttpReply> {
  const { namespace = '', name = '' } = pod.metadata
  const path = `/containerLogs/${namespace}/${name}/${container}${queryOf(options)}`
  let reply: IncomingReply
  try {
    const { insecureSkipTlsVerify } = options
    reply = await agents.open(agent, { method: 'GET', path, signal: http.signal, insecureSkipTlsVerify })
  } catch (error) {
    if (isCertificateError(error)) metrics.logCertificateRefused()
    throw unreachable(error, `Get "${agentUrl(agent)}${path}": `)
  }
  const { status, headers: replied } = reply
  if (status >= 300 && status < 400 && (replied.location ?? '') !== '') {
    reply.destroy()
    throw unclassifiedError(`Get "${replied.location}": redirects forbidden`)
  }
  if (status < 200 || status > 206) throw await agentFailure(reply, 'pods/log', request.name)
  const chunks = reply.body[Symbol.asyncIterator]()
  const body = toReplyStream({ chunks, onClose: () => reply.destroy(), clock })
  return { status: 200, headers: headers('text/plain'), body }
}

function queryOf(options: LogOptions): string {
  const { follow, previous, timestamps, sinceSeconds, sinceTime, tailLines, limitBytes } = options
  const query = new URLSearchParams()
  if (follow) query.set('follow', 'true')
  if (limitBytes !== undefined) query.set('limitBytes', String(limitBytes))
  if (previous) query.set('previous', 'true')
  if (sinceSeconds !== undefined) query.set('sinceSeconds', String(sinceSeconds))
  if (sinceTime !== undefined) query.set('sinceTime', sinceTime)
  if (tailLines !== undefined) query.set('tailLines', String(tailLines))
  if (timestamps) query.set('timestamps', 'true')
  return query.size === 0 ? '' : `?${query}`
}
