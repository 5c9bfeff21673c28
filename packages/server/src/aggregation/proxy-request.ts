import type { ResolveService } from '@pinnace/admission'
import { formatConnectionError } from '@pinnace/http-client'
import { badRequest, eitherSignal, type HttpReply, randomBetween, textReply } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import { maxBodyBytes } from '../http/read-body.ts'
import { isLongRunning } from '../pipeline/acquire-seat.ts'
import { toReply } from './backend-reply.ts'
import type { Backends } from './backends.ts'
import { passedOnHeaders } from './proxy-headers.ts'
import type { RemoteRegistration } from './registration-index.ts'
import type { ProxiedRequest } from './proxied-request.ts'
import { resolveTarget } from './service-address.ts'

/** Names and beginnings of names, lower case, in which a proxy before this server says who is asking. */
export interface IdentityNames {
  readonly headers: readonly string[]
  readonly prefixes: readonly string[]
}

/** What requests are passed on with. */
export interface ProxyParts {
  readonly backends: Backends
  readonly resolveService: ResolveService | undefined
  readonly identity: IdentityNames
  /** Aborted when the server is closed. */
  readonly signal: AbortSignal
}

/** The line answers 504 when the time is over; then what is still under way is let go of. */
const slackMs = 100

/** Passes a request on to the server that is registered for it, as the user who sent it. */
// upstream: aggregator/pkg/apiserver/handler_proxy.go, ServeHTTP
export async function proxyRequest(
  core: ServerCore,
  authorized: ProxiedRequest,
  { isAvailable, target }: RemoteRegistration,
  parts: ProxyParts,
): Promise<HttpReply> {
  const { request, info, user, auditId, deadlineMs } = authorized
  const answer = (status: number, text: string): HttpReply => textReply(status, text, { 'audit-id': auditId })
  if (!isAvailable) return answer(503, 'service unavailable\n')
  const upgrade = request.header('upgrade')
  if (upgrade !== undefined && (request.header('connection') ?? '').toLowerCase().includes('upgrade')) {
    throw badRequest(
      `a connection that is upgraded to ${JSON.stringify(upgrade)} cannot be passed on to another server`,
    )
  }
  const { addresses } = await resolveTarget(core, target, parts.resolveService)
  if (addresses.length === 0) return answer(503, 'service unavailable\n')
  const address = addresses[pick(core, addresses.length)]!
  const isStream = isLongRunning(info.verb, info.subresource)
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.body(maxBodyBytes)
  const late = new AbortController()
  const timer = isStream
    ? undefined
    : core.clock.after(Math.max(0, deadlineMs - core.clock.monotonic()) + slackMs, () =>
        late.abort(new Error('out of time')),
      )
  const leaving = eitherSignal(request.signal, parts.signal)
  const ending = eitherSignal(leaving.signal, late.signal)
  const release = (): void => {
    timer?.cancel()
    ending[Symbol.dispose]()
    leaving[Symbol.dispose]()
  }
  try {
    const reply = await parts.backends.trusted(target).open({
      address,
      method: request.method,
      target: request.target,
      headers: passedOnHeaders({
        rawHeaders: request.rawHeaders,
        user,
        auditId,
        remoteAddress: request.remoteAddress,
        identityHeaders: parts.identity.headers,
        identityPrefixes: parts.identity.prefixes,
      }),
      body,
      signal: ending.signal,
    })
    void reply.closed.then(release)
    const { status, headers } = reply
    // upstream: apimachinery/pkg/util/proxy/upgradeaware.go, RejectForwardingRedirects
    if (status >= 300 && status < 400 && (headers.location ?? '') !== '') {
      reply.destroy()
      return answer(502, 'the backend attempted to redirect this request, which is not permitted')
    }
    return await toReply(reply, { clock: core.clock, auditId, isStream })
  } catch (error) {
    release()
    if (!request.signal.aborted) {
      core.logger.warn({ err: error, target: request.target }, 'a request could not be passed on')
    }
    return answer(503, `${formatConnectionError(error)}\n`)
  }
}

function pick({ random }: ServerCore, count: number): number {
  return count === 1 ? 0 : Math.floor(randomBetween(random, 0, count))
}
