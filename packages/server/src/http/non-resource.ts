import type { HttpReply, HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'

/** Answers a non-resource path; `undefined` for a path that it does not handle. */
export type NonResourceHandler = (
  request: HttpRequest,
  info: RequestInfo,
  user: UserInfo,
) => Promise<HttpReply | undefined> | HttpReply | undefined

/** Tries handlers in order. */
export function firstHandler(handlers: readonly NonResourceHandler[]): NonResourceHandler {
  return async (request, info, user) => {
    for (const handle of handlers) {
      const reply = await handle(request, info, user)
      if (reply !== undefined) return reply
    }
    return undefined
  }
}
