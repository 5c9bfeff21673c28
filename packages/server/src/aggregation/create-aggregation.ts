import type { ResolveService } from '@pinnace/admission'
import { thenMaybe, type Awaitable, type Clock, type HttpReply, type Vocabulary } from '@pinnace/meta'
import { storagePrefix, type LiveRegistry } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ServerCore } from '../core.ts'
import type { CustomResources } from '../custom-resources/custom-resources.ts'
import type { Discovered, DocumentCache, OpenApiDocuments } from '@pinnace/openapi'
import type { Logger } from '../logger.ts'
import { decodeStored } from '../storage/outcome.ts'
import type { ServerAccess } from '../server-access.ts'
import { createDocumentReader } from './document-reader.ts'
import { publishAuthentication } from './authentication-config.ts'
import { createAvailabilityChecks } from './availability-checks.ts'
import { createBackends } from './backends.ts'
import { followObjects, type ObjectFollower } from './follow-objects.ts'
import { followServices } from './follow-services.ts'
import { createPriorities } from './group-priorities.ts'
import { createLocalRegistrations } from './local-registrations.ts'
import { createMergedDiscovery } from './merge-groups.ts'
import { createMergedOpenApi } from './merged-open-api.ts'
import { createOwnRegistrations } from './own-registrations.ts'
import type { ProxiedRequest } from './proxied-request.ts'
import { proxyRequest, type IdentityNames } from './proxy-request.ts'
import { toRegistration } from './registration.ts'
import { createRegistrationIndex, versionKey, type KnownIndex, type RemoteRegistration } from './registration-index.ts'
import { createRemoteOpenApi } from './remote-open-api.ts'

/** The other servers that are registered with this one. */
export interface Aggregation extends Disposable {
  /** Who answers for a version of a group, where that is not this server. */
  remote(group: string, version: string): RemoteRegistration | undefined
  /** As {@link remote}, for the path of the version itself: `/apis/example.dev/v1`. */
  remoteOfPath(path: string): RemoteRegistration | undefined
  /** Waits until every registration is known that the store holds; nothing where it is so already. */
  catchUp(): Promise<void> | undefined
  /** Passes a request on. */
  proxy(request: ProxiedRequest, registration: RemoteRegistration): Promise<HttpReply>
  /** What discovery lists. */
  discovered(): Discovered
  /** OpenAPI documents of all servers; nothing where this one is alone. */
  openApi(own: DocumentCache): OpenApiDocuments | undefined
  /** Once, when a new server starts: registers what it serves itself, and tells others how to know its users. */
  start(): Promise<void>
  /** The definitions of a group have changed. */
  definitionsChanged(group: string): void
  /** What is known, for a server that is a fork of this one. */
  readonly known: KnownRegistrations
}

/** What one server knows of the others. */
export interface KnownRegistrations {
  readonly follower: Pick<ObjectFollower, 'names' | 'revision'>
  readonly index: KnownIndex
}

/** Options for {@link createAggregation}. */
export interface AggregationOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly logger: Logger
  readonly registry: LiveRegistry
  readonly access: ServerAccess
  readonly customResources: CustomResources
  readonly core: () => ServerCore
  readonly resolveService: ResolveService | undefined
  /** Authorities of client certificates beside that of the server, PEM. */
  readonly clientAuthorities: readonly string[]
  /** Headers in which a proxy before this server says who is asking. */
  readonly identity: IdentityNames
  readonly known?: KnownRegistrations
}

/** Follows registrations, and does what they ask for, until it is disposed of. */
export function createAggregation(options: AggregationOptions): Awaitable<Aggregation> {
  const { store, vocabulary, clock, registry, access, core, resolveService, identity, known } = options
  const onError = (err: unknown, what: string): void => options.logger.error({ err }, what)
  const ownGroup = vocabulary.group('apiregistration')
  const priorityOf = createPriorities(vocabulary)
  const stop = new AbortController()
  const { signal } = stop
  const index = createRegistrationIndex(ownGroup, known?.index)
  const { remotes } = index
  const backends = createBackends({ access, clock })
  const reader = createDocumentReader({ vocabulary, clock, backends, core, resolveService, signal })
  const checks = createAvailabilityChecks({
    core,
    clock,
    backends,
    registrations: index.all,
    resolveService,
    onError,
    async onReachable(registration, address) {
      const before = index.discoveries.get(registration.name)
      index.discovered(registration.name, await reader.discover(registration, address, before, onError))
    },
  })
  const checkSoon = (name: string): void => clock.soon(() => checks.check(name))
  let services: Disposable | undefined
  const followTargets = (): void => {
    if (remotes.size > 0) services ??= startServices()
    else {
      services?.[Symbol.dispose]()
      services = undefined
    }
  }
  const startServices = (): Disposable =>
    followServices({
      store,
      vocabulary,
      clock,
      isWanted: (namespace) => [...remotes.values()].some(({ target }) => target.namespace === namespace),
      onChange(namespace, service) {
        for (const { name, target } of remotes.values()) {
          if (target.namespace === namespace && target.service === service) checkSoon(name)
        }
      },
      onGap: () => {
        for (const { name } of remotes.values()) checks.check(name)
      },
      onError: (error) => onError(error, 'services are not followed any more'),
    })
  const own = createOwnRegistrations({
    registry,
    customResources: options.customResources,
    index,
    locals: createLocalRegistrations({ core, registrations: index.all, priorityOf }),
    clock,
    ownGroup,
    signal,
    onError,
  })
  const openApi = createMergedOpenApi(
    createRemoteOpenApi({
      clock,
      registrations: () => [...remotes.values()].filter(({ isAvailable }) => isAvailable).sort(byPriority),
      ask: reader.ask,
      onError,
    }),
    vocabulary,
  )
  const discovered = createMergedDiscovery({ registry, index, priorityOf, firstGroup: ownGroup })
  const publish = async (): Promise<void> => {
    const { cert } = access.authority()
    const clientAuthorities = [...options.clientAuthorities, cert]
    try {
      await publishAuthentication(core(), { clientAuthorities, proxyAuthority: cert })
    } catch (error) {
      // Nobody but registered servers needs it.
      onError(error, 'registered servers could not be told how users are known')
    }
  }
  for (const { name } of remotes.values()) checkSoon(name)
  followTargets()
  const following = followObjects({
    store,
    prefix: storagePrefix({ storage: { group: ownGroup, resource: 'apiservices' } }),
    clock,
    onPut(name, { value }) {
      const registration = toRegistration(decodeStored(value) as APIService, vocabulary)
      const isMoved = index.put(name, registration)
      followTargets()
      const isLocal = registration.target === undefined
      if (isLocal ? registration.reason !== 'Local' : isMoved) checkSoon(name)
    },
    onRemove(name) {
      index.remove(name)
      checks.forget(name)
      followTargets()
    },
    onError: (error) => onError(error, 'a registration cannot be read'),
    ...(known === undefined ? {} : { known: known.follower }),
  })
  return thenMaybe(following, (follower): Aggregation => ({
    remote: (group, version) => (remotes.size === 0 ? undefined : remotes.get(versionKey(group, version))),
    remoteOfPath(path) {
      if (remotes.size === 0) return undefined
      const [, root, first = '', second = '', rest = ''] = path.split('/')
      if (root === 'apis' && rest === '') return remotes.get(versionKey(first, second))
      return root === 'api' && second === '' ? remotes.get(versionKey('', first)) : undefined
    },
    catchUp: () => follower.catchUp(),
    proxy: (request, registration) =>
      proxyRequest(core(), request, registration, { backends, resolveService, identity, signal }),
    discovered,
    openApi: (documents) => (remotes.size === 0 ? undefined : openApi(documents)),
    async start() {
      await own.start()
      await publish()
    },
    definitionsChanged: own.definitionsChanged,
    get known() {
      return { follower, index }
    },
    [Symbol.dispose]() {
      stop.abort()
      follower[Symbol.dispose]()
      services?.[Symbol.dispose]()
      checks[Symbol.dispose]()
      backends[Symbol.dispose]()
    },
  }))
}

function byPriority(a: RemoteRegistration, b: RemoteRegistration): number {
  return b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1)
}
