import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import { compress } from '../reply/compress.ts'
import { errorReply } from '../reply/error-reply.ts'
import { acquireSeat } from './acquire-seat.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { beforeDeadline } from './before-deadline.ts'
import { dispatch } from './dispatch.ts'
import { impersonate } from './impersonate.ts'
import { receive, type Received } from './receive.ts'

/**
 * The line every request walks. Each stage takes what the one before has made, so a stage out of order does not
 * compile. Every failure, whatever it is, leaves as a Status.
 */
export async function walkLine(core: ServerCore, request: HttpRequest): Promise<HttpReply> {
  if (core.onRequest === undefined) return answer(core, request)
  const startedMs = core.clock.monotonic()
  const reply = await answer(core, request)
  const { method, target } = request
  core.onRequest({ method, target, status: reply.status, durationMs: core.clock.monotonic() - startedMs })
  return reply
}

async function answer(core: ServerCore, request: HttpRequest): Promise<HttpReply> {
  const warnings: string[] = []
  let received: Received | undefined
  try {
    // order: begin
    received = receive(core, request, warnings)
    const authenticated = await authenticate(core, received)
    const acting = await impersonate(core, authenticated)
    using _seat = acquireSeat(core, acting)
    const authorized = await authorize(core, acting)
    const reply = await beforeDeadline(core, authorized, dispatch(core, authorized))
    return await compress(request, reply)
    // order: end
  } catch (error) {
    return errorReply(core, request, received, error)
  }
}
