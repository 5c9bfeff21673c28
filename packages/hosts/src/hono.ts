import type { IncomingMessage, ServerResponse } from 'node:http'
import { createFetchServing } from './fetch.ts'
import { nodeOptions, hostUserReader, type MountOptions } from './host-user.ts'
import type { HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  /** On `@hono/node-server`: the Node.js request and response. */
  readonly env?: unknown
}

/** A Hono handler. */
export type HonoHandler<C extends HonoContext = HonoContext> = (context: C) => Promise<Response>

interface NodePair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Serves `handle` in a Hono application: `app.all('*', toHonoHandler(handle))`. On `@hono/node-server` it uses the
 * Node.js request and response; on other runtimes it uses `toFetchHandler`.
 */
export function toHonoHandler<C extends HonoContext = HonoContext>(
  handle: HttpHandler,
  options: MountOptions<C> = {},
): HonoHandler<C> {
  const contexts = new WeakMap<IncomingMessage, C>()
  const listener = toNodeListener(handle, nodeOptions(options, contexts))
  const serve = createFetchServing(handle, options)
  const readHostUser = hostUserReader(options)
  return (context) => {
    const { env, req } = context
    if (!isNodePair(env)) return serve(req.raw, readHostUser?.(context))
    const { incoming, outgoing } = env
    contexts.set(incoming, context)
    return new Promise((resolve) => {
      outgoing.once('close', () => resolve(alreadySent()))
      listener(incoming, outgoing)
    })
  }
}

function isNodePair(env: unknown): env is NodePair {
  return typeof env === 'object' && env !== null && 'incoming' in env && 'outgoing' in env
}

/** RESPONSE_ALREADY_SENT of `@hono/node-server`. */
function alreadySent(): Response {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  // Its Response class checks that header only after `body` has been read.
  void response.body
  return response
}
