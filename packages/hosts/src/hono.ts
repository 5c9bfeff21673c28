import type { IncomingMessage, ServerResponse } from 'node:http'
import { toFetchHandler } from './fetch.ts'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  /** On `@hono/node-server`: node's own pair. */
  readonly env?: unknown
}

/** A handler of Hono. */
export type HonoHandler = (context: HonoContext) => Promise<Response>

interface NodePair {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Serves `handle` in a Hono application: `app.all('*', toHonoHandler(handle))`. On `@hono/node-server` it works on
 * node's own request and response, past the web objects; elsewhere through `toFetchHandler`.
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

/** What `@hono/node-server` knows as RESPONSE_ALREADY_SENT. */
function alreadySent(): Response {
  const response = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  // Its own Response looks for that header only once it has become a real one, which reading the body makes it.
  void response.body
  return response
}
