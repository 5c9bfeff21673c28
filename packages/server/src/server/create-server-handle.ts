import { isIP } from 'node:net'
import { createClientOver, createResourceClient, type KindReference, type ResourceIdentity } from '@pinnace/client'
import type { HttpHandler } from '@pinnace/hosts'
import {
  parseGroupVersion,
  serviceUnavailable,
  withErrorCode,
  withErrorCodes,
  type Awaitable,
  type HttpReply,
  type HttpRequest,
} from '@pinnace/meta'
import type { Registry, ResourceDefinition } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import { serverUser } from '../request/loopback-scope.ts'
import type { PlacedInterceptor, RequestInterceptor } from '../pipeline/interceptor.ts'
import { createInProcessTransport } from '../in-process/in-process-transport.ts'
import type { RunningFacilities } from './facilities/run-facilities.ts'
import type { ServerState } from './facilities/server-state.ts'
import { advertisedAddress } from './bootstrap/advertised-address.ts'
import { publishAddress, type PublishedAddress } from './bootstrap/publish-address.ts'
import { createMounts } from './create-mounts.ts'
import { handleHttp } from '../http/handle-http.ts'
import { drainPorts, retryAfterReply } from './graceful-shutdown.ts'
import { listenSecurely, type ServerListening } from './listen-securely.ts'
import type { ServerOptions } from './server-options.ts'
import { errorReply, type FailedRequest } from '../http/error-reply.ts'
import type { ClientOptions, Server } from './server.ts'
import { migrateStorage, storedAs } from '../storage/migrate-storage.ts'

interface RunningServer {
  readonly options: ServerOptions
  readonly facilities: RunningFacilities
}

const running = new WeakMap<object, RunningServer>()

/** What runs a server. Throws a TypeError that says what `name` must be. */
export function runningServer(server: object, name: string): RunningServer {
  const found = running.get(server)
  if (found === undefined) throw withErrorCode(new TypeError(`${name} must be a server`), 'server-use')
  return found
}

const unparsed = (request: HttpRequest): FailedRequest => ({ request, answer: undefined, query: undefined })

/** Creates the server handle. */
export function createServerHandle(options: ServerOptions, facilities: RunningFacilities): Server {
  const { state } = facilities
  const { vocabulary, clock, access } = state
  const ports = new Set<ServerListening>()
  const closing = new AbortController()
  let published: PublishedAddress | undefined
  let rejects: ((request: HttpRequest) => Awaitable<HttpReply> | undefined) | undefined
  const rejectClosed = (request: HttpRequest): Awaitable<HttpReply> =>
    errorReply(state, unparsed(request), serviceUnavailable('the server has been closed'))
  const handle: HttpHandler = (request) => {
    const rejected = rejects?.(request)
    return rejected === undefined ? handleHttp(state, request) : Promise.resolve(rejected)
  }
  const onError = (err: unknown): void => state.logger.error({ err }, 'a request failed in the host adapter')
  const server: Server = {
    vocabulary,
    get registry() {
      return state.registry
    },
    clock,
    events: state.events,
    get pods() {
      return state.connections.pods
    },
    handle,
    client: (kind: KindName, client: ClientOptions = {}): never =>
      // The kind determines the type of its objects.
      createResourceClient(createTransport(state, client), definitionOf(state.registry, kind)) as never,
    connect: (client = {}) =>
      createClientOver({
        transport: createTransport(state, client),
        vocabulary,
        find: (gvk) => state.registry.byGvk(gvk),
      }),
    migrateStorage: async (resource, migration) => migrateStorage(storedAs(state, resource), migration),
    intercept: (interceptor) => withErrorCodes('server-use', () => setInterceptor(state, interceptor, ports)),
    fork: () =>
      createServerHandle(
        options,
        withErrorCodes('server-use', () => facilities.fork()),
      ),
    restore: (snapshot) => withErrorCodes('server-use', () => restoreFrom(facilities, snapshot, options.store)),
    ...createMounts(handle, onError),
    async listen(settings) {
      assertAddress(settings?.advertiseAddress)
      const listening = await listenSecurely({ ...state, handle, onError }, settings)
      const { url, address, port } = listening
      const advertised = settings?.advertiseAddress ?? advertisedAddress(address)
      if (ports.size === 0 && advertised !== undefined) {
        state.externalAddress.current = joinHostPort(advertised, port)
        const own = { address: advertised, port }
        const { hostname, peers } = options
        const peer = { address: peers?.advertiseAddress ?? advertised, port: peers?.advertisePort ?? port }
        published = await publishAddress(state, { own, peer, hostname }, closing.signal)
      }
      ports.add(listening)
      state.loopMeter.start()
      state.events.emit('listening', { url, address, port })
      return listening
    },
    issueClientCertificate: (request) => access.issueClientCertificate(request),
    clientAuthority: () => access.authority(),
    signLegacyToken: (request) => state.tokens.signLegacy(request),
    async close(settings = {}) {
      closing.abort()
      await published?.withdraw()
      const { health, seats } = state
      await drainPorts({ health, seats, ports, clock, rejectRequests: () => (rejects = retryAfterReply) }, settings)
      rejects = rejectClosed
      await facilities.close()
      state.events.emit('closed')
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
  running.set(server, { options, facilities })
  return server
}

/** True for a store whose forks are in memory although it is on disk. */
function isDurable(store: Store | undefined): boolean {
  return store !== undefined && 'fork' in store && 'backup' in store
}

/** Replaces the state of a server. Its ports stay open. */
function restoreFrom(facilities: RunningFacilities, snapshot: Server, store: Store | undefined): void {
  const from = running.get(snapshot)?.facilities
  if (from === undefined) throw new TypeError('snapshot must be a fork of a server')
  const { externalAddress } = facilities.state
  const { current } = externalAddress
  facilities.restore(from)
  facilities.state.externalAddress.current = current
  if (!isDurable(store)) return
  facilities.state.logger.warn({}, 'the server continues in memory: its writes are not stored any more')
}

/**
 * Turns the inspector on for a running server that was created without the option `inspector`, and for the forks that it
 * has from then on. Requests are recorded from now on.
 */
export async function enableInspector(server: Server): Promise<void> {
  const { state } = runningServer(server, 'server').facilities
  await state.enableInspection(state)
}

function setInterceptor(
  { interception }: ServerState,
  interceptor: RequestInterceptor,
  ports: ReadonlySet<ServerListening>,
): PlacedInterceptor {
  if (interception.current !== undefined) throw new TypeError('the server has an interceptor already')
  interception.current = interceptor
  interception.contextOf = (other) => runningServer(other, 'servedBy').facilities.state
  return {
    endConnections() {
      for (const port of ports) port.endConnections()
    },
    [Symbol.dispose]() {
      if (interception.current === interceptor) interception.current = undefined
    },
  }
}

function createTransport(
  server: ServerState,
  { user = serverUser, userAgent = 'pinnace', onWarning }: ClientOptions,
): ReturnType<typeof createInProcessTransport> {
  return createInProcessTransport({ server, user, userAgent, ...(onWarning === undefined ? {} : { onWarning }) })
}

function assertAddress(address: string | undefined): void {
  if (address !== undefined && isIP(address) === 0)
    throw new TypeError(`advertiseAddress must be an IP address, not ${JSON.stringify(address)}`)
}

/** `192.0.2.1:6443`, `[2001:db8::1]:6443` */
function joinHostPort(host: string, port: number): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

type KindName = ResourceIdentity | KindReference

function definitionOf(registry: Registry, kind: KindName): ResourceDefinition {
  const gvk = 'apiVersion' in kind ? { ...parseGroupVersion(kind.apiVersion), kind: kind.kind } : kind
  const found = registry.byGvk({ group: gvk.group ?? '', version: gvk.version ?? '', kind: gvk.kind })
  if (found === undefined) {
    const error = new TypeError(`this server does not serve ${gvk.kind} of ${gvk.group ?? ''}/${gvk.version ?? ''}`)
    throw withErrorCode(error, 'unknown-kind')
  }
  return found
}
