import { formatConnectionError } from '@pinnace/http-client'
import {
  eitherSignal,
  StatusError,
  textReply,
  unclassifiedError,
  type Clock,
  type HttpReply,
  type HttpRequest,
  type Logger,
  type RequestInfo,
  type UserInfo,
} from '@pinnace/meta'
import { isUpgradeRequest } from '@pinnace/streaming'
import type { Backend, BackendAddress } from './backend.ts'
import { toReply } from './backend-reply.ts'
import { forwardedBody } from './forwarded-body.ts'
import { forwardedHeaders, type HeaderLines } from './proxy-headers.ts'
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

/** The server that a request is forwarded to. */
export interface Destination {
  readonly backend: Backend
  readonly address: BackendAddress
  /** Headers beside those of the client and the user. @default none */
  readonly headers?: HeaderLines
}

/** Options for {@link forwardRequest}. */
export interface ForwardOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly identity: IdentityHeaders
  /** Largest request body of a host without streams, bytes. */
  readonly maxBodyBytes: number
  /** True for requests without a deadline: watches and connections. */
  readonly isLongRunning: (info: RequestInfo) => boolean
  /** Aborted when the server is closed. */
  readonly signal: AbortSignal
}

/** The pipeline answers 504 at the deadline; the exchange is aborted shortly after. */
const slackMs = 100

/** Forwards a request to another server, with the headers of its user. Answers 503 if that server cannot be reached. */
export async function forwardRequest(
  proxied: ProxiedRequest,
  destination: Destination,
  options: ForwardOptions,
): Promise<HttpReply> {
  const { request, info, auditId } = proxied
  const answer = (status: number, text: string): HttpReply => textReply(status, text, { 'audit-id': auditId })
  if (request.canUpgrade === true && isUpgradeRequest(request)) return upgradeRequest(proxied, destination, options)
  const isStream = options.isLongRunning(info)
  const body = await forwardedBody(request, options.maxBodyBytes)
  const ending = createEnding(proxied, isStream, options)
  const { backend, address } = destination
  try {
    const reply = await backend.open({
      address,
      method: request.method,
      target: request.target,
      headers: headersOf(proxied, destination, options),
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
  destination: Destination,
  options: ForwardOptions,
): Promise<HttpReply> {
  const { request } = proxied
  const { backend, address } = destination
  const ending = eitherSignal(request.signal, options.signal)
  try {
    const reply = await backend.upgrade({
      address,
      method: request.method,
      target: request.target,
      headers: headersOf(proxied, destination, options, true),
      signal: ending.signal,
    })
    if ('connection' in reply) reply.connection.once('close', () => ending[Symbol.dispose]())
    else void reply.closed.then(() => ending[Symbol.dispose]())
    return toUpgradeReply(reply, options.clock)
  } catch (error) {
    ending[Symbol.dispose]()
    if (error instanceof StatusError) throw error
    throw unclassifiedError(`error dialing backend: ${formatConnectionError(error)}`)
  }
}

function headersOf(
  { request, user, auditId }: ProxiedRequest,
  { headers = [] }: Destination,
  { identity }: ForwardOptions,
  isUpgrade = false,
): string[] {
  const names = headers.filter((_, index) => index % 2 === 0)
  const forwarded = forwardedHeaders({
    rawHeaders: request.rawHeaders,
    user,
    auditId,
    remoteAddress: request.remoteAddress,
    isUpgrade,
    identityHeaders: [...identity.names, ...names],
    identityPrefixes: identity.prefixes,
  })
  return [...forwarded, ...headers]
}

/** A signal that aborts when the client is gone, the server is closed, or the deadline has passed. */
function createEnding(
  { request, deadlineMs }: ProxiedRequest,
  isStream: boolean,
  { clock, signal }: ForwardOptions,
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
