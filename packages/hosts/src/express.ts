import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeOptions, type MountOptions } from './host-user.ts'
import { mountPrefix, targetBelow, type HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Express' request. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string
}

/** An Express or Connect middleware. */
export type ExpressMiddleware<R extends ExpressRequest = ExpressRequest> = (
  request: R,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Serves `handle` in an Express application: `app.use(toExpress(handle))`, ahead of body parsers. Under a sub-path,
 * `prefix` is the part of the path to remove: `app.use('/platform', toExpress(handle, { prefix: '/platform' }))`.
 * Without it the whole original path is used: `app.use('/api', toExpress(handle))` serves `/api/…`. Requests outside the
 * prefix are passed to the next middleware.
 */
export function toExpress<R extends ExpressRequest = ExpressRequest>(
  handle: HttpHandler,
  options: MountOptions<R> = {},
): ExpressMiddleware<R> {
  const prefix = mountPrefix(options)
  const requests = new WeakMap<IncomingMessage, R>()
  const listener = toNodeListener(handle, { ...nodeOptions(options, requests), targetOf: originalUrl })
  return (request, response, next) => {
    if (targetBelow(prefix, originalUrl(request)) === undefined) {
      next()
      return
    }
    requests.set(request, request)
    listener(request, response)
  }
}

// Express removes the mount path from `url` and keeps the original here.
function originalUrl(request: ExpressRequest): string {
  return request.originalUrl ?? request.url ?? '/'
}
