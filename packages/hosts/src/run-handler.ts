import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { HttpHandler } from './http-handler.ts'
import { failureReply } from './status-reply.ts'

/**
 * Asks `handle` and passes its reply to `write`; whatever is thrown on the way, `write` included, becomes a failure
 * reply. `write` returns quietly where the client is gone or a reply has begun.
 */
export function runHandler(
  handle: HttpHandler,
  request: HttpRequest,
  onError: ((error: unknown) => void) | undefined,
  write: (reply: HttpReply) => void,
): void {
  let pending: Promise<HttpReply>
  try {
    pending = handle(request)
  } catch (error) {
    write(failureReply(error, onError))
    return
  }
  pending.then(write).catch((error: unknown) => write(failureReply(error, onError)))
}
