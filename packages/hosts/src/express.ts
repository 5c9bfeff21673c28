import type { IncomingMessage, ServerResponse } from 'node:http'
import { mountPrefix, targetBelow, type HostOptions, type HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Express' request. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string
}

/** An Express or Connect middleware. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Serves `handle` in an Express application: `app.use(toExpress(handle))`, ahead of body parsers. Under a sub-path,
 * `prefix` is the part of the path to remove: `app.use('/platform', toExpress(handle, { prefix: '/platform' }))`.
 * Without it the whole original path is used: `app.use('/api', toExpress(handle))` serves `/api/…`. Requests outside the
 * prefix are passed to the next middleware.
 */
export function toExpress(handle: HttpHandler, options: HostOptions = {}): ExpressMiddleware {
  const prefix = mountPrefix(options)
  const listener = toNodeListener(handle, { ...options, targetOf: originalUrl })
  return (request, response, next) => {
    if (targetBelow(prefix, originalUrl(request)) === undefined) next()
    else listener(request, response)
  }
}

// Express removes the mount path from `url` and keeps the original here.
function originalUrl(request: ExpressRequest): string {
  return request.originalUrl ?? request.url ?? '/'
}
