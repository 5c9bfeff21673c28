import { toExpress, type ExpressMiddleware } from './express.ts'
import { toFastifyPlugin, type FastifyPlugin } from './fastify.ts'
import { toFetchHandler } from './fetch.ts'
import { toHonoHandler, type HonoHandler } from './hono.ts'
import type { HttpHandler } from './http-handler.ts'
import { toKoaMiddleware, type KoaMiddleware } from './koa.ts'
import { toNodeListener, type NodeListener } from './node.ts'

/** Where in a host application a server is mounted. */
export interface MountOptions {
  /** The path it is mounted under, without a trailing slash. @default '' – the root */
  readonly prefix?: string
}

/** A server as other HTTP frameworks take it. Each is a thin adapter over `handle`; none binds a port. */
export interface HostMounts {
  /** `app.use(server.express())`, ahead of body parsers. */
  express(options?: MountOptions): ExpressMiddleware
  /** `app.register(server.fastify())` */
  fastify(options?: MountOptions): FastifyPlugin
  /** `app.all('*', server.hono())` */
  hono(options?: MountOptions): HonoHandler
  /** `app.use(server.koa())`, ahead of body parsers. */
  koa(options?: MountOptions): KoaMiddleware
  /** `http.createServer(server.node())` */
  node(options?: MountOptions): NodeListener
  /** Answers a web Request: for runtimes of the fetch shape, and for tests. */
  fetch(request: Request): Promise<Response>
}

/** The mounts of one handler. `onError` is told what a handler threw that is not a refusal. */
export function createHostMounts(handle: HttpHandler, onError: (error: unknown) => void): HostMounts {
  return {
    express: (options) => toExpress(handle, { ...options, onError }),
    fastify: (options) => toFastifyPlugin(handle, { ...options, onError }),
    hono: (options) => toHonoHandler(handle, { ...options, onError }),
    koa: (options) => toKoaMiddleware(handle, { ...options, onError }),
    node: (options) => toNodeListener(handle, { ...options, onError }),
    fetch: toFetchHandler(handle, { onError }),
  }
}
