import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { HttpHandler } from './http-handler.ts'
import type { ReplyBatch } from './reply-batch.ts'
import { failureReply } from './status-reply.ts'

/** How a request is answered. */
export interface HandlerRun {
  readonly onError: ((error: unknown) => void) | undefined
  readonly write: (reply: HttpReply) => void
  readonly batch?: ReplyBatch | undefined
}

/**
 * Calls `handle` and passes its reply to `write`. Whatever is thrown, also by `write`, becomes a failure reply. `write`
 * must do nothing if the client is gone or a reply has started. With a batch, the reply is written with others of this turn.
 */
export function runHandler(handle: HttpHandler, request: HttpRequest, { onError, batch, write }: HandlerRun): void {
  const send = (reply: HttpReply): void => {
    try {
      write(reply)
    } catch (error) {
      write(failureReply(error, onError))
    }
  }
  const fail = (error: unknown): void => send(failureReply(error, onError))
  let pending: Promise<HttpReply>
  try {
    pending = handle(request)
  } catch (error) {
    fail(error)
    return
  }
  pending.then(batch === undefined ? send : (reply) => batch.add(() => send(reply)), fail)
}
