import { forwardedBody } from '@pinnace/aggregation'
import {
  formatConnectionError,
  type AnyReply,
  type HttpClient,
  type IncomingReply,
  type StreamedBody,
} from '@pinnace/http-client'
import { serviceUnavailable, type Clock, type HttpReply } from '@pinnace/meta'
import { isUpgradeRequest } from '@pinnace/streaming'
import type { ConnectionRequest } from './connection-request.ts'
import { forwardedLines } from './forwarded-lines.ts'
import { toProxiedReply } from './proxied-reply.ts'
import { locateProxy, type ProxyLocation, type ProxyTargets } from './proxy-location.ts'
import { proxyUpgrade } from './upgrade-proxy.ts'

/** What proxies need of the server. */
export interface ProxyContext extends ProxyTargets {
  readonly clock: Clock
  /** Connects to pods and to other ports of nodes, whose certificates are not verified. */
  readonly client: HttpClient
  /** The largest request body of a host without streams, bytes. */
  readonly maxBodyBytes: number
}

/** Answers `proxy` of nodes, pods and services: the request is passed on, and so is its upgrade. */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, ServeHTTP
export async function proxy(context: ProxyContext, connection: ConnectionRequest): Promise<HttpReply> {
  const { http } = connection
  const location = await locateProxy(context, connection)
  const { path, prefix, query } = splitTarget(connection)
  const send = (headers: readonly string[], body?: SentRequest['body']): SentRequest => ({
    method: http.method,
    path: `${path === '' ? '/' : path}${query}`,
    headers: ['Host', http.header('host') ?? hostOf(location), ...headers],
    body,
    signal: http.signal,
  })
  if (http.canUpgrade === true && isUpgradeRequest(http)) {
    const open = (headers: readonly string[]): Promise<AnyReply> => upgrade(context, location, send(headers))
    return proxyUpgrade({ http, clock: context.clock, open })
  }
  if (path === '' && (http.method === 'GET' || http.method === 'HEAD')) {
    const headers = { ...connection.headers('text/plain'), location: `${prefix}/${query}` }
    return { status: 301, headers, body: undefined }
  }
  const body = await forwardedBody(http, context.maxBodyBytes)
  const lines = [...forwardedLines(http, { isUpgrade: false }), 'X-Forwarded-Uri', `${prefix}${path}`]
  const reply = await openReply(context, location, send(lines, body))
  const links = {
    prefix: decodeURIComponent(prefix),
    targetHost: hostOf(location),
    requestedHost: http.header('host') ?? '',
  }
  return toProxiedReply(reply, { connection, links, clock: context.clock })
}

interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
  readonly body: Uint8Array | StreamedBody | undefined
  readonly signal: AbortSignal
}

async function openReply(context: ProxyContext, location: ProxyLocation, request: SentRequest): Promise<IncomingReply> {
  try {
    const { agent } = location
    if (agent !== undefined) return await context.agents.open(agent, request)
    return await context.client.open({ ...request, ...addressOf(location) })
  } catch (error) {
    throw serviceUnavailable(`error trying to reach service: ${formatConnectionError(error)}`)
  }
}

function upgrade(context: ProxyContext, location: ProxyLocation, request: SentRequest): Promise<AnyReply> {
  const { agent } = location
  if (agent !== undefined) return context.agents.upgrade(agent, request)
  return context.client.upgrade({ ...request, ...addressOf(location) })
}

function addressOf(location: ProxyLocation): {
  readonly url: string
  readonly connectTo?: { host: string; port: number }
} {
  const url = `${location.scheme}://${hostOf(location)}`
  const { localPort } = location
  return localPort === undefined ? { url } : { url, connectTo: { host: '127.0.0.1', port: localPort } }
}

function hostOf({ host, port }: ProxyLocation): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === '' ? name : `${name}:${port}`
}

interface SplitTarget {
  /** The path up to `proxy`. */
  readonly prefix: string
  /** What follows, as the client wrote it; empty or with a leading slash. */
  readonly path: string
  /** Empty or with a question mark. */
  readonly query: string
}

function splitTarget({ http, request }: ConnectionRequest): SplitTarget {
  const mark = http.target.indexOf('?')
  const path = mark < 0 ? http.target : http.target.slice(0, mark)
  const segments = path.split('/')
  // `/api/v1/namespaces/<namespace>/pods/<name>/proxy`, and without a namespace for nodes.
  const count = request.namespace === '' ? 6 : 8
  const rest = segments.slice(count)
  return {
    prefix: segments.slice(0, count).join('/'),
    path: rest.length === 0 ? '' : `/${rest.join('/')}`,
    query: mark < 0 ? '' : http.target.slice(mark),
  }
}
