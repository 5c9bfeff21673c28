import type { AuditContext } from '@pinnace/audit'
import type { HttpReply, HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'
import { auditBody, auditReply, beginAudit } from './audit-http.ts'
import type { ServerCore } from '../core.ts'
import { compress } from '../http/compress.ts'
import { countReply } from '../http/count-reply.ts'
import { errorReply } from '../http/error-reply.ts'
import { acquireSeat } from './acquire-seat.ts'
import { authenticate, type Authenticated } from './authenticate.ts'
import { authorize, type Authorized } from './authorize.ts'
import { beforeDeadline } from './before-deadline.ts'
import { dispatch } from './dispatch.ts'
import { impersonate, type ImpersonatedRequest } from './impersonate.ts'
import { receive, type Received } from './receive.ts'

/**
 * The line every request walks. Each stage takes what the one before has made, so a stage out of order does not
 * compile. Every failure, whatever it is, leaves as a Status.
 */
export async function handleRequest(core: ServerCore, request: HttpRequest): Promise<HttpReply> {
  const { onRequest, requests } = core
  if (onRequest === undefined && requests === undefined) return answer(core, request, {})
  const startedMs = core.clock.monotonic()
  const seen: Seen = {}
  const reply = await answer(core, request, seen)
  const { method, target } = request
  onRequest?.({ method, target, status: reply.status, durationMs: core.clock.monotonic() - startedMs })
  return countReply(requests, { request, info: seen.info, reply, startedMs })
}

/** What is known of a request once it has been read. */
interface Seen {
  info?: RequestInfo
}

async function answer(core: ServerCore, request: HttpRequest, seen: Seen): Promise<HttpReply> {
  const warnings: string[] = []
  let received: Received | undefined
  let auditContext: AuditContext | undefined
  let impersonated: ImpersonatedRequest | undefined
  try {
    // order: begin
    received = receive(core, request, warnings)
    seen.info = received.info
    const authenticated = await authenticate(core, received)
    auditContext = beginAudit(core.auditor, authenticated, authenticated.user)
    impersonated = await impersonate(core, audited(authenticated, auditContext))
    using _seat = acquireSeat(core, impersonated)
    const authorized = await authorize(core, impersonated, auditContext)
    const reply = await beforeDeadline(core, authorized, dispatch(core, authorized, auditContext))
    return await compress(core, request, complete(auditContext, reply, authorized))
    // order: end
  } catch (error) {
    const reply = errorReply(core, request, received, error)
    if (core.auditor === undefined || received === undefined) return reply
    // A request that failed before authentication is audited too, without a user.
    auditContext ??= beginAudit(core.auditor, received, unknownUser)
    if (impersonated?.impersonator !== undefined) auditContext?.impersonate(impersonated.user)
    // Forbidden before authorization: the sender may not impersonate the user.
    if (reply.status === 403 && auditContext?.isDecided === false) auditContext.decide('forbid', '')
    return auditReply(auditContext, reply)
  }
}

const unknownUser: UserInfo = Object.freeze({ username: '', groups: Object.freeze([]), extra: Object.freeze({}) })

function audited(authenticated: Authenticated, auditContext: AuditContext | undefined): Authenticated {
  return auditContext === undefined
    ? authenticated
    : { ...authenticated, request: auditBody(authenticated.request, auditContext) }
}

function complete(
  auditContext: AuditContext | undefined,
  reply: HttpReply,
  { impersonator, user }: Authorized,
): HttpReply {
  if (impersonator !== undefined) auditContext?.impersonate(user)
  return auditReply(auditContext, reply)
}
