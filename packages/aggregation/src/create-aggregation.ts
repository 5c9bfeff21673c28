import type { ResolveService } from '@pinnace/admission'
import {
  thenMaybe,
  type Awaitable,
  type Clock,
  type HttpReply,
  type Logger,
  type Metrics,
  type Random,
  type RequestInfo,
  type Vocabulary,
} from '@pinnace/meta'
import type { Discovered, DocumentCache, OpenApiDocuments } from '@pinnace/openapi'
import { storagePrefix, type LiveRegistry } from '@pinnace/resources'
import type { Store, StoreEntry } from '@pinnace/store'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import { decodeStored, startStoreReflector, type ReflectedState, type StoreReflector } from '@pinnace/watch-cache'
import type { CrdVersions, LoopbackObjects, ProxyCertificates } from './aggregation-ports.ts'
import { ApiObjects } from './api-objects.ts'
import { ApiServiceIndex, type KnownApiServices } from './api-service-index.ts'
import { toApiServiceInfo, type ApiServiceInfo, type RemoteApiService } from './api-service-info.ts'
import { ownRequestHeader, publishAuthentication, type PublishedRequestHeader } from './authentication-config.ts'
import { AutoRegistration } from './auto-registration.ts'
import { AvailabilityController } from './availability-controller.ts'
import { createBackends, type Backends } from './backends.ts'
import { createDocumentReader, type DocumentReader } from './document-reader.ts'
import type { IdentityHeaders, ProxiedRequest } from './forward-request.ts'
import { createPriorities } from './group-priorities.ts'
import { LocalApiServices } from './local-api-services.ts'
import { createMergedDiscovery } from './merged-discovery.ts'
import { createMergedOpenApi } from './merged-open-api.ts'
import type { PeerVersion } from './peers/peer-versions.ts'
import { proxyRequest } from './proxy-request.ts'
import { createRemoteOpenApi } from './remote-open-api.ts'
import { createServiceResolver, type ServiceResolver } from './resolve-target.ts'
import { ServiceWatch } from './service-watch.ts'

/** Serves group versions of other servers, which APIServices name. */
export interface Aggregation extends Disposable {
  /** The APIService of a group version that another server serves; undefined if this server serves it. */
  remote(group: string, version: string): RemoteApiService | undefined
  /** As {@link remote}, for the path of a group version: `/apis/example.dev/v1`. */
  remoteOfPath(path: string): RemoteApiService | undefined
  /** Waits until all APIServices the store holds now are known; undefined if they are already. */
  catchUp(): Promise<void> | undefined
  /** Forwards a request to the server of an APIService. */
  proxy(request: ProxiedRequest, apiService: RemoteApiService): Promise<HttpReply>
  /** The groups of all servers, for discovery. */
  discovered(): Discovered
  /** The same with what the peers of this server serve, in their groups. */
  discoveredWith(peers: readonly PeerVersion[]): Discovered
  /** The OpenAPI documents of all servers; undefined if there are no others. */
  openApi(own: DocumentCache): OpenApiDocuments | undefined
  /** Once for a new server: creates its APIServices and the config map that other servers authenticate by. */
  start(): Promise<void>
  /** Updates the APIServices of a group whose CRDs have changed. */
  crdsChanged(group: string): void
  /** The same over a fork of the store; immediate if the store is in memory. */
  fork(changes: AggregationFork): Awaitable<Aggregation>
  /** As {@link fork}, with other options. Its own config map is written when it starts. */
  forkWith(options: AggregationOptions): Awaitable<Aggregation>
}

/** What differs in a fork of a server. */
export interface AggregationFork {
  readonly store: Store
  readonly registry: LiveRegistry
  readonly objects: LoopbackObjects
  readonly crds: CrdVersions
}

/** Options for {@link createAggregation}. */
export interface AggregationOptions extends AggregationFork {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  readonly metrics: Metrics
  readonly certificates: ProxyCertificates
  /** Finds services in place of their endpoints. */
  readonly resolveService: ResolveService | undefined
  /** Authorities of client certificates other than the server's own, PEM. */
  readonly clientAuthorities: readonly string[]
  /**
   * How other servers recognize requests that are forwarded with a certificate of another authority; false if that is not
   * known. @default by the authority of this server
   */
  readonly requestHeader?: PublishedRequestHeader | false
  readonly identity: IdentityHeaders
  /** Largest request body that is forwarded, bytes. */
  readonly maxBodyBytes: number
  /** True for requests without a deadline. */
  readonly isLongRunning: (info: RequestInfo) => boolean
}

/** Starts aggregation: lists and watches APIServices until it is disposed. Immediate if the store is in memory. */
export function createAggregation(options: AggregationOptions): Awaitable<Aggregation> {
  return openAggregation(options, undefined)
}

interface KnownState {
  readonly apiServices: KnownApiServices
  readonly reflected: ReflectedState
}

function openAggregation(options: AggregationOptions, known: KnownState | undefined): Awaitable<Aggregation> {
  const aggregation = new ServerAggregation(options, known?.apiServices)
  return thenMaybe(aggregation.open(known?.reflected), () => aggregation)
}

class ServerAggregation implements Aggregation {
  readonly #options: AggregationOptions
  readonly #ownGroup: string
  readonly #stop = new AbortController()
  readonly #index: ApiServiceIndex
  readonly #objects: ApiObjects
  readonly #backends: Backends
  readonly #resolver: ServiceResolver
  readonly #reader: DocumentReader
  readonly #availability: AvailabilityController
  readonly #autoRegistration: AutoRegistration
  readonly #openApi: (own: DocumentCache) => OpenApiDocuments
  readonly discovered: () => Discovered
  readonly discoveredWith: (peers: readonly PeerVersion[]) => Discovered
  /** Runs while there are APIServices of other servers. */
  #serviceWatch: ServiceWatch | undefined
  #reflector: StoreReflector | undefined

  constructor(options: AggregationOptions, known: KnownApiServices | undefined) {
    const { vocabulary, clock, registry, certificates, resolveService } = options
    const { signal } = this.#stop
    const onError = this.#report
    this.#options = options
    this.#ownGroup = vocabulary.group('apiregistration')
    this.#index = new ApiServiceIndex(this.#ownGroup, known)
    this.#objects = new ApiObjects(options.objects, vocabulary)
    this.#backends = createBackends({ certificates, clock })
    this.#resolver = createServiceResolver(this.#objects, resolveService)
    const shared = { ...options, objects: this.#objects, backends: this.#backends, resolver: this.#resolver, onError }
    const apiServices = this.#index.all
    const priorityOf = createPriorities(vocabulary)
    this.#reader = createDocumentReader({ ...shared, signal })
    this.#availability = new AvailabilityController({
      ...shared,
      apiServices,
      onReachable: async (apiService, address) => {
        const { name } = apiService
        const discovery = await this.#reader.discover(apiService, address, this.#index.discoveries.get(name))
        this.#index.setDiscovery(name, discovery)
      },
    })
    this.#autoRegistration = new AutoRegistration({
      ...shared,
      index: this.#index,
      local: new LocalApiServices({ ...shared, apiServices, priorityOf }),
      ownGroup: this.#ownGroup,
      signal,
    })
    this.#openApi = createMergedOpenApi(
      createRemoteOpenApi({
        clock,
        apiServices: () => this.#availableRemotes(),
        read: (apiService, query) => this.#reader.read(apiService, query),
        onError,
      }),
      vocabulary,
    )
    const discovery = { registry, index: this.#index, priorityOf, firstGroup: this.#ownGroup }
    this.discovered = createMergedDiscovery(discovery)
    this.discoveredWith = createMergedDiscovery(discovery)
  }

  /** Lists and watches APIServices, from where a server that was forked had come. */
  open(resumeFrom: ReflectedState | undefined): Awaitable<void> {
    const { store, clock } = this.#options
    for (const { name } of this.#index.remotes.values()) this.#checkSoon(name)
    this.#updateServiceWatch()
    const reflector = startStoreReflector({
      store,
      clock,
      prefix: storagePrefix({ builtIn: true, storage: { group: this.#ownGroup, resource: 'apiservices' } }),
      onPut: (name, entry) => this.#put(name, entry),
      onDelete: (name) => this.#delete(name),
      onError: (error, name) => this.#report(error, `APIService ${name ?? ''} could not be read`),
      ...(resumeFrom === undefined ? {} : { resumeFrom }),
    })
    return thenMaybe(reflector, (started) => {
      this.#reflector = started
    })
  }

  remote(group: string, version: string): RemoteApiService | undefined {
    return this.#index.remote(group, version)
  }

  remoteOfPath(path: string): RemoteApiService | undefined {
    if (this.#index.remotes.size === 0) return undefined
    const [, root, first = '', second = '', rest = ''] = path.split('/')
    if (root === 'apis' && rest === '') return this.remote(first, second)
    return root === 'api' && second === '' ? this.remote('', first) : undefined
  }

  catchUp(): Promise<void> | undefined {
    return this.#reflector?.catchUp()
  }

  proxy(request: ProxiedRequest, apiService: RemoteApiService): Promise<HttpReply> {
    const { signal } = this.#stop
    return proxyRequest(request, apiService, {
      ...this.#options,
      backends: this.#backends,
      resolver: this.#resolver,
      signal,
    })
  }

  openApi(own: DocumentCache): OpenApiDocuments | undefined {
    return this.#index.remotes.size === 0 ? undefined : this.#openApi(own)
  }

  async start(): Promise<void> {
    await this.#autoRegistration.start()
    const { vocabulary, clock, certificates, clientAuthorities, identity } = this.#options
    const { cert } = certificates.authority()
    const { requestHeader = ownRequestHeader(cert, identity.names.includes('x-remote-uid')) } = this.#options
    const published = { clientAuthorities: [...clientAuthorities, cert], requestHeader: requestHeader || undefined }
    try {
      await publishAuthentication({ ...published, objects: this.#objects, vocabulary, clock })
    } catch (error) {
      // Only other servers need it.
      this.#report(error, 'the authentication configuration for other servers could not be written')
    }
  }

  crdsChanged(group: string): void {
    this.#autoRegistration.crdsChanged(group)
  }

  fork(changes: AggregationFork): Awaitable<Aggregation> {
    return this.forkWith({ ...this.#options, ...changes })
  }

  forkWith(options: AggregationOptions): Awaitable<Aggregation> {
    const reflected = this.#reflector
    return openAggregation(options, reflected && { apiServices: this.#index, reflected })
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    this.#reflector?.[Symbol.dispose]()
    this.#serviceWatch?.[Symbol.dispose]()
    this.#availability[Symbol.dispose]()
    this.#backends[Symbol.dispose]()
  }

  readonly #report = (err: unknown, message: string): void => {
    this.#options.logger.error({ err }, message)
  }

  #put(name: string, { value }: StoreEntry): void {
    const info = toApiServiceInfo(decodeStored(value) as APIService, this.#options.vocabulary)
    const isRetargeted = this.#index.put(name, info)
    this.#updateServiceWatch()
    // A condition that a client has removed is written again at once.
    const isUnknown = isRetargeted || info.reason === ''
    if (info.target === undefined ? info.reason !== 'Local' : isUnknown) this.#checkSoon(name)
  }

  #delete(name: string): void {
    this.#index.remove(name)
    this.#availability.forget(name)
    this.#updateServiceWatch()
  }

  // After the write that is being handled has been answered.
  #checkSoon(name: string): void {
    this.#options.clock.soon(() => this.#availability.check(name))
  }

  #updateServiceWatch(): void {
    const { remotes } = this.#index
    if (remotes.size === 0) {
      this.#serviceWatch?.[Symbol.dispose]()
      this.#serviceWatch = undefined
      return
    }
    this.#serviceWatch ??= new ServiceWatch({
      ...this.#options,
      isWanted: (namespace) => [...remotes.values()].some(({ target }) => target.namespace === namespace),
      onChange: (namespace, service) => {
        for (const { name, target } of remotes.values()) {
          if (target.namespace === namespace && target.service === service) this.#checkSoon(name)
        }
      },
      onGap: () => {
        for (const { name } of remotes.values()) this.#availability.check(name)
      },
      onError: (error) => this.#report(error, 'services could not be watched'),
    })
  }

  #availableRemotes(): readonly RemoteApiService[] {
    return [...this.#index.remotes.values()].filter(({ isAvailable }) => isAvailable).sort(byPriority)
  }
}

function byPriority(a: ApiServiceInfo, b: ApiServiceInfo): number {
  return b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1)
}
