import type { Aggregation } from '@pinnace/aggregation'
import { createClientOver, createResourceClient } from '@pinnace/client'
import {
  toExpress,
  toFastifyPlugin,
  toFetchHandler,
  toHonoHandler,
  toKoaMiddleware,
  toNodeListener,
  type HttpHandler,
} from '@pinnace/hosts'
import { delay, parseGroupVersion, serviceUnavailable } from '@pinnace/meta'
import type { Registry, ResourceDefinition } from '@pinnace/resources'
import type { MemoryStore } from '@pinnace/store/memory'
import { serverUser } from './write/loopback-scope.ts'
import { aggregationForkOf } from './aggregation-facility.ts'
import { createInProcessTransport } from './in-process/in-process-transport.ts'
import type { ServerCore } from './core.ts'
import { createCore, type ServerComponents } from './create-core.ts'
import { customResourcesForkOf } from './custom-resources-facility.ts'
import type { CustomResources } from './custom-resources/index.ts'
import { handleHttp } from './http/handle-http.ts'
import { listenSecurely, type ServerListening } from './listen-securely.ts'
import type { ServerOptions } from './options/server-options.ts'
import { errorReply } from './http/error-reply.ts'
import type { ClientOptions, Server } from './server.ts'
import { migrateStorage, storedAs } from './storage/migrate-storage.ts'

/** What a server stands on now; `restore` puts another in its place while everything that holds the server stays. */
export interface ServerState {
  parts: ServerComponents
  core: ServerCore
}

const states = new WeakMap<Server, ServerState>()

/** The server as a host holds it. */
export function createServerHandle(options: ServerOptions, state: ServerState): Server {
  const { vocabulary, clock, access } = state.parts
  const ports = new Set<ServerListening>()
  let isClosed = false
  const handle: HttpHandler = (request) =>
    isClosed
      ? Promise.resolve(errorReply(request, undefined, serviceUnavailable('the server has been closed')))
      : handleHttp(state.core, request)
  const onError = (err: unknown): void => state.core.logger.error({ err }, 'a request failed in its host')
  const forkState = (): ServerState => {
    const { parts } = state
    if (!('fork' in parts.store)) throw new TypeError('the store of this server cannot fork')
    const store = (parts.store as MemoryStore).fork()
    const registry = parts.registry.fork()
    const resources = parts.resources.fork(store, registry)
    let core: ServerCore | undefined
    const onGroup = (group: string): void => core?.aggregation.crdsChanged(group)
    const stored = { ...parts, store, registry, resources, onGroup }
    // A store that forks is in this process, and answers at once.
    const customResources = parts.customResources.fork(
      customResourcesForkOf(stored, vocabulary, () => core!),
    ) as CustomResources
    const beside = { ...stored, customResources }
    const forked: ServerComponents = {
      ...parts,
      store,
      registry,
      resources,
      customResources,
      aggregation: parts.aggregation.fork(aggregationForkOf(beside, () => core!)) as Aggregation,
      authorization: parts.authorization.fork(store),
    }
    core = createCore(options, forked)
    return { parts: forked, core }
  }
  const server: Server = {
    vocabulary,
    get registry() {
      return state.parts.registry
    },
    clock,
    handle,
    client: (kind: KindName, client: ClientOptions = {}) =>
      createResourceClient(
        createTransport(() => state.core, client),
        definitionOf(state.parts.registry, kind),
      ) as never,
    connect: (client = {}) =>
      createClientOver({
        transport: createTransport(() => state.core, client),
        vocabulary,
        find: (gvk) => state.core.registry.byGvk(gvk),
      }),
    migrateStorage: async (resource, migration) => migrateStorage(storedAs(state.core, resource), migration),
    fork: () => createServerHandle(options, forkState()),
    restore(snapshot) {
      const from = states.get(snapshot)
      if (from === undefined) throw new TypeError('a snapshot is a fork of a server')
      const copy = states.get(snapshot.fork())!
      state.parts.aggregation[Symbol.dispose]()
      state.parts.customResources[Symbol.dispose]()
      state.parts.resources.close()
      state.parts.authorization[Symbol.dispose]()
      state.core.admission[Symbol.dispose]()
      state.parts = copy.parts
      state.core = copy.core
    },
    node: (host) => toNodeListener(handle, { onError, ...host }),
    express: (host) => toExpress(handle, { onError, ...host }),
    fastify: (host) => toFastifyPlugin(handle, { onError, ...host }),
    hono: (host) => toHonoHandler(handle, { onError, ...host }),
    koa: (host) => toKoaMiddleware(handle, { onError, ...host }),
    fetch: (request, host) => toFetchHandler(handle, { onError, ...host })(request),
    async listen(settings) {
      const { clientCa, requestHeader } = options.authentication ?? {}
      const clientAuthorities = [clientCa, requestHeader?.clientCa].filter((pem) => pem !== undefined)
      const serving = { handle, access, vocabulary, clock, onError, clientAuthorities }
      const listening = await listenSecurely(serving, settings)
      ports.add(listening)
      return listening
    },
    issueClientCertificate: (request) => access.issueClientCertificate(request),
    clientAuthority: () => access.authority(),
    signLegacyToken: (request) => state.core.tokens.signLegacy(request),
    async close({ shutdownDelayMs = 0, graceMs } = {}) {
      state.core.health.beginShutdown()
      if (shutdownDelayMs > 0) await delay(clock, shutdownDelayMs)
      await Promise.all([...ports].map((port) => port.close(graceMs === undefined ? {} : { graceMs })))
      isClosed = true
      state.parts.aggregation[Symbol.dispose]()
      state.parts.customResources[Symbol.dispose]()
      state.parts.customResourceTools.conversions[Symbol.dispose]()
      state.parts.resources.close()
      state.parts.authorization[Symbol.dispose]()
      state.core.admission[Symbol.dispose]()
      await state.core.auditor?.close()
    },
  }
  states.set(server, state)
  return server
}

function createTransport(
  core: () => ServerCore,
  { user = serverUser, userAgent = 'pinnace', onWarning }: ClientOptions,
): ReturnType<typeof createInProcessTransport> {
  return createInProcessTransport({ server: core, user, userAgent, ...(onWarning === undefined ? {} : { onWarning }) })
}

type KindName = ResourceDefinition<never> | { readonly apiVersion: string; readonly kind: string }

function definitionOf(registry: Registry, kind: KindName): ResourceDefinition {
  const gvk = 'apiVersion' in kind ? { ...parseGroupVersion(kind.apiVersion), kind: kind.kind } : kind
  const found = registry.byGvk({ group: gvk.group ?? '', version: gvk.version ?? '', kind: gvk.kind })
  if (found === undefined)
    throw new TypeError(`this server serves no ${gvk.kind} in ${gvk.group ?? ''}/${gvk.version ?? ''}`)
  return found
}
