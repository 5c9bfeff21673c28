import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeOptions, type MountOptions } from './host-user.ts'
import { mountPrefix, targetBelow, type HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Koa's context. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly originalUrl: string
  respond?: boolean | undefined
}

/** A Koa middleware. */
export type KoaMiddleware<C extends KoaContext = KoaContext> = (
  context: C,
  next: () => Promise<unknown>,
) => Promise<void>

/**
 * Serves `handle` in a Koa application: `app.use(toKoaMiddleware(handle))`, ahead of body parsers. The middleware is
 * done when the reply has been sent. Requests outside the `prefix` are passed to the next middleware.
 */
export function toKoaMiddleware<C extends KoaContext = KoaContext>(
  handle: HttpHandler,
  options: MountOptions<C> = {},
): KoaMiddleware<C> {
  const prefix = mountPrefix(options)
  const contexts = new WeakMap<IncomingMessage, C>()
  const listener = toNodeListener(handle, {
    ...nodeOptions(options, contexts),
    targetOf: (incoming) => contexts.get(incoming)?.originalUrl ?? '/',
  })
  return async (context, next) => {
    if (targetBelow(prefix, context.originalUrl) === undefined) {
      await next()
      return
    }
    // Otherwise Koa writes a reply of its own.
    context.respond = false
    contexts.set(context.req, context)
    const closed = new Promise<void>((resolve) => {
      context.res.once('close', resolve)
    })
    listener(context.req, context.res)
    await closed
  }
}
