import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFetchHandler } from './fetch.ts'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  /** On `@hono/node-server`: the Node.js request and response. */
  readonly env?: unknown
}

/** A Hono handler. */
export type HonoHandler = (context: HonoContext) => Promise<Response>

interface NodePair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Serves `handle` in a Hono application: `app.all('*', toHonoHandler(handle))`. On `@hono/node-server` it uses the
 * Node.js request and response; on other runtimes it uses `toFetchHandler`.
 */
export function toHonoHandler(handle: HttpHandler, options: HostOptions = {}): HonoHandler {
  const listener = toNodeListener(handle, options)
  const fetchHandler = toFetchHandler(handle, options)
  return ({ env, req }) => {
    if (!isNodePair(env)) return fetchHandler(req.raw)
    const { incoming, outgoing } = env
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
