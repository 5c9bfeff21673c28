import type { HttpReply, HttpRequest, RequestInfo } from '@pinnace/meta'

/** Answers a path outside the resources, or `undefined` where the path is not its own. */
export type NonResourceHandler = (
  request: HttpRequest,
  info: RequestInfo,
) => Promise<HttpReply | undefined> | HttpReply | undefined

/** Asks handlers in order. */
export function firstHandler(handlers: readonly NonResourceHandler[]): NonResourceHandler {
  return async (request, info) => {
    for (const handle of handlers) {
      const reply = await handle(request, info)
      if (reply !== undefined) return reply
    }
    return undefined
  }
}
