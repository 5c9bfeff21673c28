import type { Client, ResourceClient } from '@pinnace/client'
import type {
  ExpressMiddleware,
  FastifyPlugin,
  HonoHandler,
  HostOptions,
  KoaMiddleware,
  NodeListener,
} from '@pinnace/hosts'
import type { ApiObject, Clock, GroupResource, HttpReply, HttpRequest, UserInfo, Vocabulary } from '@pinnace/meta'
import type { LegacyTokenToSign, Registry, ResourceDefinition } from '@pinnace/resources'
import type { ServerEmitter } from '../pipeline/server-events.ts'
import type { ServerListening, ServerListenOptions } from './listen-securely.ts'
import type { MigrateStorageOptions, StorageMigration } from '../storage/migrate-storage.ts'
import type { CertificateAndKey, ClientCertificateRequest } from '../tls/serving-certificates.ts'

/** How a client in process presents itself. */
export interface ClientOptions {
  /** @default the server itself, which may do everything */
  readonly user?: UserInfo
  /** The field manager of calls that do not say. @default 'pinnace' */
  readonly userAgent?: string
  /** Hears what a remote client gets as Warning headers. */
  readonly onWarning?: (text: string) => void
}

/** How a server shuts down. */
export interface ServerCloseOptions {
  /** How long it is served on after it has said that it is not ready. @default 0 */
  readonly shutdownDelayMs?: number
  /** How long requests that are under way may still take. @default 5000 */
  readonly graceMs?: number
}

/** An API server in this process. */
export interface Server {
  readonly vocabulary: Vocabulary
  readonly registry: Registry
  readonly clock: Clock
  /** Emits what the server does, with typed arguments: `server.events.on('request', ({ target, status }) => …)`. */
  readonly events: ServerEmitter
  /** Answers one request. Every host adapter ends here. */
  handle(request: HttpRequest): Promise<HttpReply>
  /** A typed client of one kind, without sockets. */
  client<T extends ApiObject>(definition: ResourceDefinition<T>, options?: ClientOptions): ResourceClient<T>
  /** A client of a served kind by its name: `client({ apiVersion: 'v1', kind: 'ConfigMap' })`. */
  client<T extends ApiObject = ApiObject>(
    kind: { readonly apiVersion: string; readonly kind: string },
    options?: ClientOptions,
  ): ResourceClient<T>
  /** A client of every served kind, without sockets: what informers, controllers and discovery stand on. */
  connect(options?: ClientOptions): Client
  /**
   * Rewrites what is stored in another version of a kind than the one that is written now, as an update of nothing would;
   * watchers hear of each. Nobody has to wait for it: every version stays readable all the while.
   */
  migrateStorage(resource: GroupResource, options?: MigrateStorageOptions): Promise<StorageMigration>
  /** A server of its own that begins with everything this one holds, in constant time. Needs a store that forks. */
  fork(): Server
  /**
   * Goes back to what a fork holds, in constant time. Watches end; clients, mounts and ports that use this server go on
   * with the restored state.
   */
  restore(snapshot: Server): void
  /** A listener for node:http, node:https and http2 servers: `http.createServer(server.node())`. */
  node(options?: HostOptions): NodeListener
  /** Middleware: `app.use(server.express())`. */
  express(options?: HostOptions): ExpressMiddleware
  /** A plugin: `await app.register(server.fastify())`. */
  fastify(options?: HostOptions): FastifyPlugin
  /** A handler: `app.all('*', server.hono())`. */
  hono(options?: HostOptions): HonoHandler
  /** Middleware: `app.use(server.koa())`. */
  koa(options?: HostOptions): KoaMiddleware
  /** Answers a web Request: `await server.fetch(new Request('http://server/version'))`. */
  fetch(request: Request, options?: HostOptions): Promise<Response>
  /** Serves HTTPS on a port of this process, with an authority of its own, and writes a kubeconfig of the administrator. */
  listen(options?: ServerListenOptions): Promise<ServerListening>
  /** Signs a client certificate with the server's own authority; its holder is that user, in those groups. */
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
  /**
   * The authority of those certificates, PEM: for what signs certificate requests in this process. Whoever has its key
   * can be anybody.
   */
  clientAuthority(): CertificateAndKey
  /** Signs the token that a secret of a service account keeps; for what fills such secrets in this process. */
  signLegacyToken(request: LegacyTokenToSign): Promise<string>
  /**
   * Shuts down: `/readyz` fails at once, requests are served for the delay, then ports are closed, watches ended and
   * what is under way finished within the grace. Requests after that are 503. The store stays as it is.
   */
  close(options?: ServerCloseOptions): Promise<void>
}
