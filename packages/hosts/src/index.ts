export { toExpress, type ExpressMiddleware, type ExpressRequest } from './express.ts'
export {
  toFastifyPlugin,
  type FastifyBodyParser,
  type FastifyPlugin,
  type FastifyReply,
  type FastifyRequest,
  type FastifyScope,
} from './fastify.ts'
export type { HostUser, MountOptions } from './host-user.ts'
export { toFetchHandler, type FetchHandler } from './fetch.ts'
export { toHonoHandler, type HonoContext, type HonoHandler } from './hono.ts'
export type { HostOptions, HttpHandler } from './http-handler.ts'
export { createHttpServer, type HttpServerOptions } from './http-server.ts'
export { toHttp2Listener, type Http2Listener } from './http2.ts'
export { toKoaMiddleware, type KoaContext, type KoaMiddleware } from './koa.ts'
export type { ConnectionBounds } from './connection-bounds.ts'
export { listen, type CloseOptions, type Listening, type ListenOptions } from './listen.ts'
export { toNodeListener, type NodeListener, type NodeListenerOptions } from './node.ts'
export type { OpenStreams } from './open-streams.ts'
export type { NamedCertificate, ServingCertificate, ServingTls } from './serving-tls.ts'
export { toUpgradeListener, type UpgradeListener, type UpgradeListenerOptions } from './upgrade.ts'
