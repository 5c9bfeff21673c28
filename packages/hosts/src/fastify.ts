import type { IncomingMessage, ServerResponse } from 'node:http'
import { nodeOptions, type MountOptions } from './host-user.ts'
import type { HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'

/** What this adapter needs of a Fastify instance. */
export interface FastifyScope<R extends FastifyRequest = FastifyRequest> {
  removeAllContentTypeParsers(): void
  addContentTypeParser(contentType: string, parser: FastifyBodyParser): unknown
  all(path: string, handler: (request: R, reply: FastifyReply) => unknown): unknown
}

/** A content type parser that does not read the body. */
export type FastifyBodyParser = (
  request: never,
  payload: never,
  done: (error: Error | null, body?: unknown) => void,
) => void

/** What this adapter needs of Fastify's request. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly originalUrl: string
}

/** What this adapter needs of Fastify's reply. */
export interface FastifyReply {
  readonly raw: ServerResponse
  hijack(): unknown
}

/** A Fastify plugin, encapsulated: the application keeps its content type parsers. */
export type FastifyPlugin<R extends FastifyRequest = FastifyRequest> = (scope: FastifyScope<R>) => Promise<void>

/**
 * Serves `handle` in a Fastify application: `app.register(toFastifyPlugin(handle))`. Under a sub-path:
 * `app.register(toFastifyPlugin(handle, { prefix: '/platform' }), { prefix: '/platform' })`.
 */
export function toFastifyPlugin<R extends FastifyRequest = FastifyRequest>(
  handle: HttpHandler,
  options: MountOptions<R> = {},
): FastifyPlugin<R> {
  const requests = new WeakMap<IncomingMessage, R>()
  const listener = toNodeListener(handle, {
    ...nodeOptions(options, requests),
    targetOf: (incoming) => requests.get(incoming)?.originalUrl ?? '/',
  })
  return async (scope) => {
    // The server reads the body itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', (request, reply) => {
      reply.hijack()
      requests.set(request.raw, request)
      listener(request.raw, reply.raw)
    })
  }
}
