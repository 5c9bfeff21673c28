import type { IncomingMessage, ServerResponse } from 'node:http'
import { mountPrefix, targetBelow, type HostOptions, type HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Koa's context. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  respond?: boolean
}

/** A Koa middleware. */
export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>

/**
 * Serves `handle` in a Koa application: `app.use(toKoaMiddleware(handle))`, ahead of body parsers. The middleware is
 * done when the reply has been sent. Requests outside the `prefix` are passed to the next middleware.
 */
export function toKoaMiddleware(handle: HttpHandler, options: HostOptions = {}): KoaMiddleware {
  const prefix = mountPrefix(options)
  const targets = new WeakMap<IncomingMessage, string>()
  const listener = toNodeListener(handle, { ...options, targetOf: (incoming) => targets.get(incoming) ?? '/' })
  return async (context, next) => {
    if (targetBelow(prefix, context.originalUrl) === undefined) {
      await next()
      return
    }
    // Otherwise Koa writes a reply of its own.
    context.respond = false
    targets.set(context.req, context.originalUrl)
    const closed = new Promise<void>((resolve) => {
      context.res.once('close', resolve)
    })
    listener(context.req, context.res)
    await closed
  }
}
