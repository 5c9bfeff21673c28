import type { IncomingMessage } from 'node:http'
import type { Client, ClientOfKind } from '@pinnace/client'
import type {
  ExpressMiddleware,
  ExpressRequest,
  FastifyPlugin,
  FastifyRequest,
  HonoContext,
  HonoHandler,
  KoaContext,
  KoaMiddleware,
  MountOptions,
  NodeListener,
  UpgradeListener,
  UpgradeListenerOptions,
} from '@pinnace/hosts'
import type { Clock, GroupResource, HttpReply, HttpRequest, UserInfo, Vocabulary } from '@pinnace/meta'
import type { LegacyTokenToSign, Registry } from '@pinnace/resources'
import type { PlacedInterceptor, RequestInterceptor } from '../pipeline/interceptor.ts'
import type { ServerEmitter } from '../pipeline/server-events.ts'
import type { ServerPods } from '../connections/index.ts'
import type { ServerListening, ServerListenOptions } from './listen-securely.ts'
import type { MigrateStorageOptions, StorageMigration } from '../storage/migrate-storage.ts'
import type { CertificateAndKey, ClientCertificateRequest } from '../tls/serving-certificates.ts'

/** Options of an in-process client. */
export interface ClientOptions {
  /** The user of the client. @default the server itself, which is unrestricted */
  readonly user?: UserInfo
  /** The default field manager. @default 'pinnace' */
  readonly userAgent?: string
  /** Called with each warning that a remote client would receive as a Warning header. */
  readonly onWarning?: (text: string) => void
}

/** Options of `server.close`. */
export interface ServerCloseOptions {
  /** How long requests are still served after `/readyz` fails, milliseconds. @default 0 */
  readonly shutdownDelayMs?: number
  /** How long requests in flight may still take, milliseconds. @default 5000 */
  readonly graceMs?: number
  /**
   * Whether, after the delay, ports stay open until the requests in flight have been answered, and reject new requests with
   * 429 and Retry-After, so that clients turn to another server. Health checks and metrics are still answered. @default false
   */
  readonly sendRetryAfter?: boolean
}

/** An API server in this process. */
export interface Server extends AsyncDisposable {
  readonly vocabulary: Vocabulary
  readonly registry: Registry
  readonly clock: Clock
  /** Logs and handlers of pods that no node runs, for tests and simulated workloads. */
  readonly pods: ServerPods
  /** The events of the server, with typed arguments: `server.events.on('request', ({ target, status }) => …)`. */
  readonly events: ServerEmitter
  /** Answers one request. All host adapters call it. */
  handle(request: HttpRequest): Promise<HttpReply>
  /**
   * A typed client of one kind, without sockets: by its definition, or by its name,
   * `client({ apiVersion: 'v1', kind: 'ConfigMap' })`.
   */
  readonly client: ClientOfKind<[options?: ClientOptions]>
  /** A client of every served kind, without sockets, for informers, controllers and discovery. */
  connect(options?: ClientOptions): Client
  /**
   * Rewrites the objects that are not stored in the current storage version, like an update without changes. Watchers
   * receive an event for each. All versions stay readable meanwhile.
   */
  migrateStorage(resource: GroupResource, options?: MigrateStorageOptions): Promise<StorageMigration>
  /**
   * Puts an interceptor before every request, for test suites; a fork has none. Throws a TypeError if there is one
   * already. Disposing of the result removes it.
   */
  intercept(interceptor: RequestInterceptor): PlacedInterceptor
  /** An independent copy of the server, in constant time. Throws a TypeError if the store cannot fork. */
  fork(): Server
  /**
   * Restores the state of a fork, in constant time. Watches end; clients, host adapters and ports continue with the
   * restored state. A fork is in memory, also over a durable store: later writes do not reach that store.
   */
  restore(snapshot: Server): void
  /** A listener for node:http, node:https and http2 servers: `http.createServer(server.node())`. */
  node(options?: MountOptions<IncomingMessage>): NodeListener
  /**
   * A listener for the `upgrade` event of node:http and node:https servers, which `exec`, `attach`, `portforward` and
   * watches over WebSocket need: `httpServer.on('upgrade', server.upgrade())`. `listen` has it already.
   */
  upgrade(options?: UpgradeListenerOptions): UpgradeListener
  /** Middleware: `app.use(server.express())`. */
  express<R extends ExpressRequest = ExpressRequest>(options?: MountOptions<R>): ExpressMiddleware<R>
  /** A plugin: `await app.register(server.fastify())`. */
  fastify<R extends FastifyRequest = FastifyRequest>(options?: MountOptions<R>): FastifyPlugin<R>
  /** A handler: `app.all('*', server.hono())`. */
  hono<C extends HonoContext = HonoContext>(options?: MountOptions<C>): HonoHandler<C>
  /** Middleware: `app.use(server.koa())`. */
  koa<C extends KoaContext = KoaContext>(options?: MountOptions<C>): KoaMiddleware<C>
  /** Answers a web Request: `await server.fetch(new Request('http://server/version'))`. */
  fetch(request: Request, options?: MountOptions<Request>): Promise<Response>
  /** Serves HTTPS with the server's own certificate authority, and returns a kubeconfig of the administrator. */
  listen(options?: ServerListenOptions): Promise<ServerListening>
  /** Signs a client certificate for a user and groups with the server's own certificate authority. */
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
  /**
   * The server's certificate authority, PEM, for a signer of certificate requests in this process. Keep the key secret:
   * its holder can issue certificates for any user.
   */
  clientAuthority(): CertificateAndKey
  /** Signs the token of a service account token secret, for a controller in this process that fills such secrets. */
  signLegacyToken(request: LegacyTokenToSign): Promise<string>
  /**
   * Shuts down: `/readyz` fails immediately, requests are served for the delay, then ports are closed, watches ended,
   * and requests in flight finished within the grace period. Later requests are rejected with 503. The store stays as it
   * is. `await using server = await createServer()` closes it at the end of the block.
   */
  close(options?: ServerCloseOptions): Promise<void>
}
