import { formatConnectionError } from '@pinnace/http-client'
import {
  eitherSignal,
  randomBetween,
  StatusError,
  textReply,
  unclassifiedError,
  type Clock,
  type HttpReply,
  type HttpRequest,
  type Logger,
  type Random,
  type RequestInfo,
  type UserInfo,
} from '@pinnace/meta'
import { isUpgradeRequest } from '@pinnace/streaming'
import type { RemoteApiService } from './api-service-info.ts'
import type { BackendAddress } from './backend.ts'
import { toReply } from './backend-reply.ts'
import type { Backends } from './backends.ts'
import { forwardedHeaders } from './proxy-headers.ts'
import type { ServiceResolver } from './resolve-target.ts'
import { toUpgradeReply } from './upgrade-reply.ts'

/** The headers in which a proxy before this server sends the user; lower case. They are not forwarded. */
export interface IdentityHeaders {
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
}

/** An authorized request that another server answers. */
export interface ProxiedRequest {
  readonly request: HttpRequest
  readonly info: RequestInfo
  readonly user: UserInfo
  readonly auditId: string
  /** When the request must have ended, by the monotonic clock. */
  readonly deadlineMs: number
}

/** Options for {@link proxyRequest}. */
export interface ProxyOptions {
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly backends: Backends
  readonly resolver: ServiceResolver
  readonly identity: IdentityHeaders
  /** Largest request body, bytes. */
  readonly maxBodyBytes: number
  /** True for requests without a deadline: watches and connections. */
  readonly isLongRunning: (info: RequestInfo) => boolean
  /** Aborted when the server is closed. */
  readonly signal: AbortSignal
}

/** The pipeline answers 504 at the deadline; the exchange is aborted shortly after. */
const slackMs = 100

/** Forwards a request to the server of an APIService, with the headers of its user. */
// upstream: aggregator/pkg/apiserver/handler_proxy.go, ServeHTTP
export async function proxyRequest(
  proxied: ProxiedRequest,
  apiService: RemoteApiService,
  options: ProxyOptions,
): Promise<HttpReply> {
  const { request, info, auditId } = proxied
  const answer = (status: number, text: string): HttpReply => textReply(status, text, { 'audit-id': auditId })
  if (!apiService.isAvailable) return answer(503, 'service unavailable\n')
  const { addresses } = await options.resolver.resolve(apiService.target)
  const address = pickOne(addresses, options.random)
  if (address === undefined) return answer(503, 'service unavailable\n')
  if (request.canUpgrade === true && isUpgradeRequest(request))
    return upgradeRequest(proxied, apiService, address, options)
  const isStream = options.isLongRunning(info)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const body = isRead ? undefined : await request.body(options.maxBodyBytes)
  const ending = createEnding(proxied, isStream, options)
  try {
    const reply = await options.backends.trusted(apiService.target).open({
      address,
      method: request.method,
      target: request.target,
      headers: headersOf(proxied, options.identity),
      body,
      signal: ending.signal,
    })
    void reply.closed.then(() => ending[Symbol.dispose]())
    const { status, headers } = reply
    // upstream: apimachinery/pkg/util/proxy/upgradeaware.go, RejectForwardingRedirects
    if (status >= 300 && status < 400 && (headers.location ?? '') !== '') {
      reply.destroy()
      return answer(502, 'the backend attempted to redirect this request, which is not permitted')
    }
    return await toReply(reply, { clock: options.clock, auditId, isStream })
  } catch (error) {
    ending[Symbol.dispose]()
    if (!request.signal.aborted) {
      options.logger.warn({ err: error, target: request.target }, 'a request could not be forwarded')
    }
    return answer(503, `${formatConnectionError(error)}\n`)
  }
}

/** Passes a request to switch protocols on; the connection ends when the server is closed. */
async function upgradeRequest(
  proxied: ProxiedRequest,
  { target }: RemoteApiService,
  address: BackendAddress,
  { backends, identity, clock, signal: closing }: ProxyOptions,
): Promise<HttpReply> {
  const { request } = proxied
  const ending = eitherSignal(request.signal, closing)
  try {
    const reply = await backends.trusted(target).upgrade({
      address,
      method: request.method,
      target: request.target,
      headers: headersOf(proxied, identity, true),
      signal: ending.signal,
    })
    if ('connection' in reply) reply.connection.once('close', () => ending[Symbol.dispose]())
    else void reply.closed.then(() => ending[Symbol.dispose]())
    return toUpgradeReply(reply, clock)
  } catch (error) {
    ending[Symbol.dispose]()
    if (error instanceof StatusError) throw error
    throw unclassifiedError(`error dialing backend: ${formatConnectionError(error)}`)
  }
}

function headersOf({ request, user, auditId }: ProxiedRequest, identity: IdentityHeaders, isUpgrade = false): string[] {
  return forwardedHeaders({
    rawHeaders: request.rawHeaders,
    user,
    auditId,
    remoteAddress: request.remoteAddress,
    isUpgrade,
    identityHeaders: identity.names,
    identityPrefixes: identity.prefixes,
  })
}

/** A signal that aborts when the client is gone, the server is closed, or the deadline has passed. */
function createEnding(
  { request, deadlineMs }: ProxiedRequest,
  isStream: boolean,
  { clock, signal }: ProxyOptions,
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController()
  const waitMs = Math.max(0, deadlineMs - clock.monotonic()) + slackMs
  const timer = isStream ? undefined : clock.after(waitMs, () => late.abort(new Error('out of time')))
  const leaving = eitherSignal(request.signal, signal)
  const ending = eitherSignal(leaving.signal, late.signal)
  return {
    signal: ending.signal,
    [Symbol.dispose]() {
      timer?.cancel()
      ending[Symbol.dispose]()
      leaving[Symbol.dispose]()
    },
  }
}

function pickOne(addresses: readonly BackendAddress[], random: Random): BackendAddress | undefined {
  return addresses.length < 2 ? addresses[0] : addresses[Math.floor(randomBetween(random, 0, addresses.length))]
}
