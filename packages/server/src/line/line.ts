import type { HttpReply, HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'
import type { AuditTrail } from '../audit/auditor.ts'
import type { ServerCore } from '../core.ts'
import { compress } from '../reply/compress.ts'
import { errorReply } from '../reply/error-reply.ts'
import { acquireSeat } from './acquire-seat.ts'
import { authenticate, type Authenticated } from './authenticate.ts'
import { authorize, type Authorized } from './authorize.ts'
import { beforeDeadline } from './before-deadline.ts'
import { dispatch } from './dispatch.ts'
import { impersonate, type Acting } from './impersonate.ts'
import { receive, type Received } from './receive.ts'

/**
 * The line every request walks. Each stage takes what the one before has made, so a stage out of order does not
 * compile. Every failure, whatever it is, leaves as a Status.
 */
export async function walkLine(core: ServerCore, request: HttpRequest): Promise<HttpReply> {
  const { onRequest, requests } = core
  if (onRequest === undefined && requests === undefined) return answer(core, request, {})
  const startedMs = core.clock.monotonic()
  const seen: Seen = {}
  const reply = await answer(core, request, seen)
  const { method, target } = request
  onRequest?.({ method, target, status: reply.status, durationMs: core.clock.monotonic() - startedMs })
  return requests?.answered(request, seen.info, reply, startedMs) ?? reply
}

/** What is known of a request once it has been read. */
interface Seen {
  info?: RequestInfo
}

async function answer(core: ServerCore, request: HttpRequest, seen: Seen): Promise<HttpReply> {
  const warnings: string[] = []
  let received: Received | undefined
  let trail: AuditTrail | undefined
  let acting: Acting | undefined
  try {
    // order: begin
    received = receive(core, request, warnings)
    seen.info = received.info
    const authenticated = await authenticate(core, received)
    trail = core.auditor?.begin(authenticated)
    acting = await impersonate(core, audited(authenticated, trail))
    using _seat = acquireSeat(core, acting)
    const authorized = await authorize(core, acting, trail)
    const reply = await beforeDeadline(core, authorized, dispatch(core, authorized, trail))
    return await compress(core, request, complete(trail, reply, authorized))
    // order: end
  } catch (error) {
    const reply = errorReply(core, request, received, error)
    if (core.auditor === undefined || received === undefined) return reply
    // Nobody was named: what they asked for is written down all the same.
    trail ??= core.auditor.begin({ ...received, user: nobody })
    if (acting?.impersonator !== undefined) trail?.impersonate(acting.user)
    // Refused before it came to be decided: who may not act as another.
    if (reply.status === 403 && trail?.isDecided === false) trail.decide('forbid', '')
    return trail?.complete(reply) ?? reply
  }
}

const nobody: UserInfo = Object.freeze({ username: '', groups: Object.freeze([]), extra: Object.freeze({}) })

function audited(authenticated: Authenticated, trail: AuditTrail | undefined): Authenticated {
  return trail === undefined ? authenticated : { ...authenticated, request: trail.request }
}

function complete(trail: AuditTrail | undefined, reply: HttpReply, { impersonator, user }: Authorized): HttpReply {
  if (trail === undefined) return reply
  if (impersonator !== undefined) trail.impersonate(user)
  return trail.complete(reply)
}
