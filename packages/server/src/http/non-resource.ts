import type { HttpReply, HttpRequest, RequestInfo } from '@pinnace/meta'

/** Answers a non-resource path; `undefined` for a path that it does not handle. */
export type NonResourceHandler = (
  request: HttpRequest,
  info: RequestInfo,
) => Promise<HttpReply | undefined> | HttpReply | undefined

/** Tries handlers in order. */
export function firstHandler(handlers: readonly NonResourceHandler[]): NonResourceHandler {
  return async (request, info) => {
    for (const handle of handlers) {
      const reply = await handle(request, info)
      if (reply !== undefined) return reply
    }
    return undefined
  }
}
