import type { ResolveService } from '@pinnace/admission'
import {
  chain,
  isEqualJson,
  type Awaitable,
  type Clock,
  type GroupVersion,
  type HttpReply,
  type Vocabulary,
} from '@pinnace/meta'
import { conditionOf, storagePrefix, type LiveRegistry } from '@pinnace/resources'
import type { APIService } from '@pinnace/resources/types/apiregistration-v1'
import type { Store } from '@pinnace/store'
import type { ServerCore } from '../core.ts'
import type { CustomResources } from '../custom-resources/custom-resources.ts'
import { definitionsOfGroup } from '../custom-resources/follow-definitions.ts'
import type { VersionDiscovery } from '../discovery/aggregated.ts'
import type { Discovered } from '../discovery/discovered-groups.ts'
import type { Authorized } from '../line/authorize.ts'
import type { Logger } from '../logger.ts'
import type { DocumentCache } from '../openapi/document-cache.ts'
import type { OpenApiDocuments } from '../openapi/open-api-documents.ts'
import { decodeStored } from '../outcome.ts'
import type { ServerAccess } from '../server-access.ts'
import { askBackend, type WholeReply } from './ask-backend.ts'
import { publishAuthentication } from './authentication-config.ts'
import { createAvailabilityChecks } from './availability-checks.ts'
import type { BackendAddress } from './backend.ts'
import { createBackends } from './backends.ts'
import { followObjects, type ObjectFollower } from './follow-objects.ts'
import { followServices } from './follow-services.ts'
import { createPriorities } from './group-priorities.ts'
import { createLocalRegistrations } from './local-registrations.ts'
import { mergeGroups } from './merge-groups.ts'
import { createMergedOpenApi } from './merged-open-api.ts'
import { proxyRequest, type ProxyParts } from './proxy-request.ts'
import { registrationName, toRegistration, type Registration, type RemoteTarget } from './registration.ts'
import { readRemoteDiscovery, staleDiscovery } from './remote-discovery.ts'
import { createRemoteOpenApi } from './remote-open-api.ts'
import { resolveTarget } from './service-address.ts'

/** A registration of another server. */
export interface RemoteRegistration extends Registration {
  readonly target: RemoteTarget
}

/** The other servers that are registered with this one. */
export interface Aggregation extends Disposable {
  /** Who answers for a version of a group, where that is not this server. */
  remote(group: string, version: string): RemoteRegistration | undefined
  /** As {@link remote}, for the path of the version itself: `/apis/example.dev/v1`. */
  remoteOfPath(path: string): RemoteRegistration | undefined
  /** Waits until every registration is known that the store holds; nothing where it is so already. */
  catchUp(): Promise<void> | undefined
  /** Passes a request on. */
  proxy(core: ServerCore, authorized: Authorized, registration: RemoteRegistration): Promise<HttpReply>
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
  readonly registrations: ReadonlyMap<string, Registration>
  readonly discoveries: ReadonlyMap<string, VersionDiscovery>
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
  readonly identityHeaders: readonly string[]
  readonly identityPrefixes: readonly string[]
  readonly known?: KnownRegistrations
}

const documentTimeoutMs = 10_000

/** Follows registrations, and does what they ask for, until it is disposed of. */
export function createAggregation(options: AggregationOptions): Awaitable<Aggregation> {
  const { store, vocabulary, clock, logger, registry, access, customResources, core, resolveService, known } = options
  const firstGroup = vocabulary.group('apiregistration')
  const prefix = storagePrefix({ storage: { group: firstGroup, resource: 'apiservices' } })
  const priorityOf = createPriorities(vocabulary)
  const stop = new AbortController()
  const registrations = new Map<string, Registration>(known?.registrations ?? [])
  const discoveries = new Map<string, VersionDiscovery>(known?.discoveries ?? [])
  const remotes = new Map<string, RemoteRegistration>()
  const backends = createBackends({ access, clock })
  const onError = (err: unknown, what: string): void => logger.error({ err }, what)
  let changes = 0
  let services: Disposable | undefined
  let following: ObjectFollower | undefined

  const ask = async (registration: Registration, path: string, accept: string, etag?: string): Promise<WholeReply> => {
    const { addresses } = await resolveTarget(core(), registration.target!, resolveService)
    if (addresses.length === 0) throw new Error(`the service of ${registration.name} has no address`)
    return askAt(registration, addresses[0]!, path, accept, etag)
  }
  const askAt = (
    { target }: Registration,
    address: BackendAddress,
    path: string,
    accept: string,
    etag?: string,
  ): Promise<WholeReply> => {
    const question = { address, path, accept, etag, timeoutMs: documentTimeoutMs, signal: stop.signal }
    return askBackend(backends.trusted(target!), question, { clock, vocabulary })
  }
  const checks = createAvailabilityChecks({
    core,
    clock,
    backends,
    registrations,
    resolveService,
    onError,
    async onReachable(registration, address) {
      let found: VersionDiscovery
      try {
        const askFor = (path: string, accept: string): Promise<WholeReply> => askAt(registration, address, path, accept)
        found = await readRemoteDiscovery(askFor, registration, vocabulary)
      } catch (error) {
        onError(error, `what ${registration.name} serves cannot be discovered`)
        found = staleDiscovery(registration.version, discoveries.get(registration.name))
      }
      if (isEqualJson(found, discoveries.get(registration.name))) return
      discoveries.set(registration.name, found)
      changes++
    },
  })
  const put = (name: string, registration: Registration): void => {
    const before = registrations.get(name)
    registrations.set(name, registration)
    changes++
    index(registration)
    const { target, reason } = registration
    const isMoved = JSON.stringify(before?.target) !== JSON.stringify(target)
    if (target === undefined ? reason !== 'Local' : before === undefined || isMoved)
      clock.soon(() => checks.check(name))
    if (isMoved) discoveries.delete(name)
  }
  const index = (registration: Registration): void => {
    const { group, version, target } = registration
    const key = `${group}/${version}`
    if (target === undefined || group === firstGroup) remotes.delete(key)
    else remotes.set(key, { ...registration, target })
    if (remotes.size === 0) {
      services?.[Symbol.dispose]()
      services = undefined
    } else services ??= startServices()
  }
  const startServices = (): Disposable =>
    followServices({
      store,
      vocabulary,
      isWanted: (namespace) => [...remotes.values()].some(({ target }) => target.namespace === namespace),
      onChange(namespace, service) {
        for (const { name, target } of remotes.values()) {
          if (target.namespace === namespace && target.service === service) clock.soon(() => checks.check(name))
        }
      },
      onGap: () => checkAll(),
      onError: (error) => onError(error, 'services are not followed any more'),
    })
  const checkAll = (): void => {
    for (const { name } of remotes.values()) checks.check(name)
  }
  const forget = (name: string): void => {
    const before = registrations.get(name)
    if (before === undefined) return
    registrations.delete(name)
    discoveries.delete(name)
    changes++
    checks.forget(name)
    index({ ...before, target: undefined })
  }
  for (const registration of registrations.values()) {
    index(registration)
    if (registration.target !== undefined) clock.soon(() => checks.check(registration.name))
  }

  const locals = createLocalRegistrations({ core, registrations, priorityOf })
  const ownVersions = new Set<string>()
  for (const { group, versions } of registry.groups) {
    for (const { version, resources } of versions) {
      if (group !== firstGroup && resources.some(({ stored }) => stored === undefined)) {
        ownVersions.add(registrationName({ group, version }))
      }
    }
  }
  const definedVersions = (group: string): readonly GroupVersion[] => {
    const versions = definitionsOfGroup(customResources.follower, group)
      .filter((definition) => conditionOf(definition, 'Established')?.status === 'True')
      .flatMap(({ spec }) => spec.versions.filter(({ served }) => served).map(({ name }) => name))
    return [...new Set(versions)]
      .map((version): GroupVersion => ({ group, version }))
      .filter((of) => !ownVersions.has(registrationName(of)))
  }
  // As many as there are groups; worked off one after the other.
  const changedGroups = new Set<string>()
  let isSyncing = false
  const sync = async (): Promise<void> => {
    for (const group of changedGroups) {
      changedGroups.delete(group)
      if (stop.signal.aborted) return
      try {
        await locals.sync(group, definedVersions(group))
      } catch (error) {
        if (!stop.signal.aborted) onError(error, `what definitions of ${group} bring could not be registered`)
      }
    }
  }

  let merged: { readonly registry: object; readonly changes: number; readonly discovered: Discovered } | undefined
  const remoteOpenApi = createRemoteOpenApi({
    clock,
    registrations: () => [...remotes.values()].filter(({ isAvailable }) => isAvailable).sort(byPriority),
    ask,
    onError,
  })
  const mergedOpenApi = createMergedOpenApi(remoteOpenApi, vocabulary)
  const { identityHeaders, identityPrefixes } = options
  const proxyParts: ProxyParts = { backends, resolveService, identityHeaders, identityPrefixes, signal: stop.signal }

  const aggregation: Aggregation = {
    remote: (group, version) => (remotes.size === 0 ? undefined : remotes.get(`${group}/${version}`)),
    remoteOfPath(path) {
      if (remotes.size === 0) return undefined
      const [, root, group = '', version = '', rest] = path.split('/')
      if (root === 'apis' && (rest ?? '') === '') return remotes.get(`${group}/${version}`)
      return root === 'api' && version === '' && rest === undefined ? remotes.get(`/${group}`) : undefined
    },
    catchUp: () => following!.catchUp(),
    proxy: (at, authorized, registration) =>
      proxyRequest(at, authorized, registration, registration.target, proxyParts),
    discovered() {
      const current = registry.current
      if (merged?.registry !== current || merged.changes !== changes) {
        const groups = mergeGroups({
          registry: current,
          registrations,
          priorityOf,
          firstGroup,
          remote({ name, version, isAvailable }) {
            const found = discoveries.get(name)
            return isAvailable && found !== undefined ? found : staleDiscovery(version, found)
          },
        })
        merged = { registry: current, changes, discovered: { groups } }
      }
      return merged.discovered
    },
    openApi: (own) => (remotes.size === 0 ? undefined : mergedOpenApi(own)),
    async start() {
      const served = registry.groups.flatMap(({ group, versions }) =>
        versions.map(({ version }) => ({ group, version })),
      )
      await locals.start(served.filter((of) => ownVersions.has(registrationName(of))))
      const groups = new Set([...registrations.values()].filter(isDefined).map(({ group }) => group))
      for (const { summary } of customResources.follower.definitions.values()) groups.add(summary.spec.group)
      for (const group of groups) await locals.sync(group, definedVersions(group))
      const { cert } = access.authority()
      try {
        await publishAuthentication(core(), {
          clientAuthorities: [...options.clientAuthorities, cert],
          proxyAuthority: cert,
        })
      } catch (error) {
        // Nobody but registered servers needs it.
        onError(error, 'registered servers could not be told how users are known')
      }
    },
    definitionsChanged(group) {
      changedGroups.add(group)
      if (isSyncing || stop.signal.aborted) return
      isSyncing = true
      // After the write that brought it has been answered.
      clock.soon(() => void sync().finally(() => (isSyncing = false)))
    },
    get known() {
      return { follower: following!, registrations, discoveries }
    },
    [Symbol.dispose]() {
      stop.abort()
      following?.[Symbol.dispose]()
      services?.[Symbol.dispose]()
      checks[Symbol.dispose]()
      backends[Symbol.dispose]()
    },
  }
  const follower = followObjects({
    store,
    prefix,
    onPut: (name, { value }) => put(name, toRegistration(decodeStored(value) as APIService, vocabulary)),
    onRemove: forget,
    onError: (error) => onError(error, 'a registration cannot be read'),
    ...(known === undefined ? {} : { known: known.follower }),
  })
  return chain(follower, (found) => {
    following = found
    return aggregation
  })
}

function isDefined({ management }: Registration): boolean {
  return management === 'true'
}

function byPriority(a: Registration, b: Registration): number {
  return b.groupPriority - a.groupPriority || (a.name < b.name ? -1 : 1)
}
