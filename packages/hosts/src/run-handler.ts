import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { HttpHandler } from './http-handler.ts'
import { failureReply } from './status-reply.ts'

/**
 * Calls `handle` and passes its reply to `write`. Whatever is thrown, also by `write`, becomes a failure reply. `write`
 * must do nothing if the client is gone or a reply has started.
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
