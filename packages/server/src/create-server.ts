import { createAdmissionChain, namespaceLifecycle } from '@pinnace/admission'
import { firstAuthenticator } from '@pinnace/authn'
import { alwaysAllow, firstDecision, openPaths, privilegedGroup } from '@pinnace/authz'
import { createResourceClient, type ResourceClient } from '@pinnace/client'
import { parseGroupVersion, systemClock, systemRandom, type ApiObject, type Clock, type HttpReply, type HttpRequest, type UserInfo, type Vocabulary } from '@pinnace/meta'
import { builtInResources, createRegistry, type Registry, type ResourceDefinition } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { createObjectCache } from '@pinnace/watch-cache'
import { bootstrap, serverUser } from './bootstrap.ts'
import { createInProcessTransport } from './client/in-process-transport.ts'
import type { ServerCore } from './core.ts'
import { toExpress, type ExpressMiddleware } from './hosts/express.ts'
import { toFastifyPlugin, type FastifyPlugin } from './hosts/fastify.ts'
import { toFetchHandler } from './hosts/fetch.ts'
import { toHonoHandler, type HonoHandler } from './hosts/hono.ts'
import type { HostOptions, HttpHandler } from './hosts/http-handler.ts'
import { toKoaMiddleware, type KoaMiddleware } from './hosts/koa.ts'
import { toNodeListener, type NodeListener } from './hosts/node.ts'
import { createHealth } from './health/create-health.ts'
import { listenSecurely, type ServerListening, type ServerListenOptions } from './listen-securely.ts'
import { createNonResourceHandlers } from './line/create-non-resource-handlers.ts'
import { walkLine } from './line/line.ts'
import { silentLogger } from './logger.ts'
import { assertServerOptions, vocabularyOf, type ServerOptions } from './options/server-options.ts'
import type { CertificateAndKey, ClientCertificateRequest } from './tls/serving-certificates.ts'
import { createNegotiators } from './reply/representation.ts'
import { createServerAccess, type ServerAccess } from './server-access.ts'
import { createServedResources, type ServedResources } from './served-resources.ts'

/** How a client in process presents itself. */
export interface ClientOptions {
  /** @default the server itself, which may do everything */
  readonly user?: UserInfo
  /** The field manager of calls that do not say. @default 'pinnace' */
  readonly userAgent?: string
  /** Hears what a remote client gets as Warning headers. */
  readonly onWarning?: (text: string) => void
}

/** An API server in this process. */
export interface Server {
  readonly vocabulary: Vocabulary
  readonly registry: Registry
  readonly clock: Clock
  /** Answers one request. Every host adapter ends here. */
  handle(request: HttpRequest): Promise<HttpReply>
  /** A typed client of one kind, without sockets. */
  client<T extends ApiObject>(definition: ResourceDefinition<T>, options?: ClientOptions): ResourceClient<T>
  /** A client of a served kind by its name: `client({ apiVersion: 'v1', kind: 'ConfigMap' })`. */
  client<T extends ApiObject = ApiObject>(kind: { readonly apiVersion: string; readonly kind: string }, options?: ClientOptions): ResourceClient<T>
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
  /** Stops listening and ends every watch. The store stays as it is. */
  close(): Promise<void>
}

/** What anybody may read: health and version. */
const openToAll = ['/healthz', '/healthz/*', '/livez', '/livez/*', '/readyz', '/readyz/*', '/version', '/version/']

/**
 * A complete API server in this process. It binds no port and starts no timer before it is asked to. Without options it
 * is secure: requests nobody has named may read health and version, and only members of `system:masters` may do more.
 *
 * @example
 * const server = await createServer({ preset: 'testing' })
 * const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
 * await configMaps.create({ metadata: { name: 'settings' }, data: { color: 'blue' } })
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  assertServerOptions(options)
  const vocabulary = vocabularyOf(options.vocabulary)
  const { clock = systemClock, random = systemRandom } = options
  const store = options.store ?? createMemoryStore({ clock })
  const builtIn = builtInResources(vocabulary, options.serviceCidr === undefined ? {} : { serviceCidr: options.serviceCidr })
  // Reviews are answered by whoever authenticates and authorizes; none of them is served before there is one.
  const definitions = [...builtIn.filter(({ virtual }) => virtual !== true), ...(options.resources ?? [])]
  const registry = createRegistry(definitions, vocabulary)
  const resources = createServedResources({ registry, store, vocabulary, clock, random, objectCache: createObjectCache(4096) })
  const access = createServerAccess({ vocabulary, clock, random })
  const parts: Parts = { vocabulary, clock, random, store, registry, resources, access }
  const core = createCore(options, parts)
  await bootstrap(core, options.serviceCidr)
  return createFace(options, { parts, core })
}

interface Parts {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: ServerCore['random']
  readonly store: Store
  readonly registry: Registry
  readonly resources: ServedResources
  readonly access: ServerAccess
}

/** What a server stands on now; `restore` puts another in its place while everything that holds the server stays. */
interface Cell {
  parts: Parts
  core: ServerCore
}

const cells = new WeakMap<Server, Cell>()

function createFace(options: ServerOptions, cell: Cell): Server {
  const { vocabulary, clock, registry, access } = cell.parts
  const ports = new Set<ServerListening>()
  const handle: HttpHandler = (request) => walkLine(cell.core, request)
  const onError = (err: unknown): void => cell.core.logger.error({ err }, 'a request failed in its host')
  const forkCell = (): Cell => {
    const { parts } = cell
    if (!('fork' in parts.store)) throw new TypeError('the store of this server cannot fork')
    const store = (parts.store as MemoryStore).fork()
    const forked = { ...parts, store, resources: parts.resources.fork(store) }
    return { parts: forked, core: createCore(options, forked) }
  }
  const face: Server = {
    vocabulary,
    registry,
    clock,
    handle,
    client: (kind: KindName, client: ClientOptions = {}) =>
      createResourceClient(createTransport(() => cell.core, client), definitionOf(registry, kind)) as never,
    fork: () => createFace(options, forkCell()),
    restore(snapshot) {
      const from = cells.get(snapshot)
      if (from === undefined) throw new TypeError('a snapshot is a fork of a server')
      const copy = cells.get(snapshot.fork())!
      cell.parts.resources.close()
      cell.parts = copy.parts
      cell.core = copy.core
    },
    node: (host) => toNodeListener(handle, { onError, ...host }),
    express: (host) => toExpress(handle, { onError, ...host }),
    fastify: (host) => toFastifyPlugin(handle, { onError, ...host }),
    hono: (host) => toHonoHandler(handle, { onError, ...host }),
    koa: (host) => toKoaMiddleware(handle, { onError, ...host }),
    fetch: (request, host) => toFetchHandler(handle, { onError, ...host })(request),
    async listen(settings) {
      const serving = { handle, access, vocabulary, clock, onError }
      const listening = await listenSecurely(serving, settings)
      ports.add(listening)
      return listening
    },
    issueClientCertificate: (request) => access.issueClientCertificate(request),
    async close() {
      cell.core.health.beginShutdown()
      await Promise.all([...ports].map((port) => port.close()))
      cell.parts.resources.close()
    },
  }
  cells.set(face, cell)
  return face
}

function createCore(options: ServerOptions, parts: Parts): ServerCore {
  const { vocabulary, clock, random, store, registry, resources } = parts
  const logger = options.logger ?? silentLogger
  const health = createHealth({ clock, onFailure: (endpoint, check, err) => logger.warn({ err, endpoint, check }, 'health check failed') })
  const lifecycle = namespaceLifecycle({ vocabulary, namespace: (name) => findNamespace(resources, name) })
  return {
    vocabulary,
    clock,
    random,
    logger,
    onRequest: options.onRequest,
    store,
    registry,
    health,
    authenticate: firstAuthenticator([parts.access.authenticate, ...(options.authenticators ?? [])]),
    authorize:
      options.preset === 'testing'
        ? alwaysAllow
        : firstDecision([privilegedGroup(), openPaths(openToAll), ...(options.authorizers ?? [])]),
    admission: createAdmissionChain([lifecycle, ...(options.admission ?? [])]),
    anonymous: true,
    nonResource: createNonResourceHandlers({ vocabulary, clock, registry, health, serverAddress: () => '' }),
    negotiators: createNegotiators({ vocabulary }),
    find: resources.find,
    bodyResource: resources.bodyResource,
  }
}

function createTransport(core: () => ServerCore, { user = serverUser, userAgent = 'pinnace', onWarning }: ClientOptions): ReturnType<typeof createInProcessTransport> {
  return createInProcessTransport({ core, user, userAgent, ...(onWarning === undefined ? {} : { onWarning }) })
}

type KindName = ResourceDefinition<never> | { readonly apiVersion: string; readonly kind: string }

function definitionOf(registry: Registry, kind: KindName): ResourceDefinition {
  const gvk = 'apiVersion' in kind ? { ...parseGroupVersion(kind.apiVersion), kind: kind.kind } : kind
  const found = registry.byGvk({ group: gvk.group ?? '', version: gvk.version ?? '', kind: gvk.kind })
  if (found === undefined) throw new TypeError(`this server serves no ${gvk.kind} in ${gvk.group ?? ''}/${gvk.version ?? ''}`)
  return found
}

function findNamespace(resources: ServedResources, name: string): Promise<ApiObject | undefined> | ApiObject | undefined {
  const storage = resources.find('', 'v1', 'namespaces')!.storage!
  const entry = storage.readNewest(storage.key('', name))
  return entry instanceof Promise ? entry.then((found) => found?.object()) : entry?.object()
}
