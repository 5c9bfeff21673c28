import { builtInResources } from '@pinnace/kinds'
import { type Clock, type Metrics, noMetrics, silentLogger, systemClock, systemRandom } from '@pinnace/meta'
import { addServerGauges, isReadable, meteredStore, resolveMetrics } from '@pinnace/metrics'
import { createLiveRegistry, type LiveRegistry, type ResourceDefinition } from '@pinnace/resources'
import { createSchemaCache } from '@pinnace/resources/custom-resource'
import type { Store } from '@pinnace/store'
import { createMemoryStore, type MemoryStore } from '@pinnace/store/memory'
import { applyRuntimeConfig } from '@pinnace/versioning'
import { createObjectCache } from '@pinnace/watch-cache'
import { startAggregation } from './aggregation-facility.ts'
import { checkExpressionWith } from './admission/check-expression.ts'
import { configurePlugins } from './admission/configure-plugins.ts'
import { createSharedPlugins } from './admission/shared-plugins.ts'
import { pluginSelection } from './admission/plugin-selection.ts'
import { createAuthentication } from './authentication/index.ts'
import {
  assertAuthorizationModes,
  createAuthorization,
  secureModes,
  seedPolicy,
  testingModes,
} from './authorization/index.ts'
import type { ServerCore } from './core.ts'
import { startCustomResources } from './custom-resources-facility.ts'
import { createConversionWebhooks } from './custom-resources/index.ts'
import { bootstrap } from './bootstrap.ts'
import { createCore, type ServerComponents } from './create-core.ts'
import { gaugeSourceOf } from './metered-core.ts'
import { createServerHandle, type ServerState } from './create-server-handle.ts'
import { featuresOf } from './features-of.ts'
import { assertServerOptions, runtimeConfigOf, vocabularyOf, type ServerOptions } from './options/server-options.ts'
import { virtualHandlerOf } from './verbs/virtual-resources.ts'
import { createServerAccess } from './server-access.ts'
import { createServedResources } from './served-resources.ts'
import type { Server } from './server.ts'
import { policyStorageOf } from './stored-objects.ts'

/**
 * A complete API server in this process. It binds no port and starts no timer before it is asked to. Without options it
 * is secure: roles and bindings decide who may do what, and requests nobody has named may read health and version.
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
  const metrics = await resolveMetrics(options.metrics)
  const features = featuresOf(options, metrics, vocabulary)
  const store = storeOf(options, metrics, clock)
  const builtIn = await builtInResources(vocabulary, {
    isEnabled: (gate) => features.isEnabled(gate),
    claimedNames: (group) => registry.claimed(group),
    ...(options.serviceCidr === undefined ? {} : { serviceCidr: options.serviceCidr }),
    ...(options.builtInKinds === undefined ? {} : { kinds: options.builtInKinds }),
    ...checkExpressionWith(options.admissionControl?.expressions),
  })
  // What is created and never stored is served where somebody answers it.
  const definitions = [
    ...builtIn.filter(({ virtual, resource }) => virtual !== true || virtualHandlerOf(resource) !== undefined),
    ...((options.resources ?? []) as readonly unknown[] as readonly ResourceDefinition[]),
  ]
  const registry: LiveRegistry = createLiveRegistry(
    applyRuntimeConfig(definitions, runtimeConfigOf(options)),
    vocabulary,
  )
  const resources = createServedResources({
    registry,
    store,
    vocabulary,
    clock,
    random,
    objectCache: createObjectCache(4096),
  })
  const access = createServerAccess({ vocabulary, clock, random })
  const modes = options.authorization ?? (options.preset === 'testing' ? testingModes : secureModes)
  const { authorizers = [], authorizationSources: sources = {} } = options
  assertAuthorizationModes(modes, sources)
  const authorization = createAuthorization({
    modes,
    sources,
    authorizers,
    store,
    vocabulary,
    clock,
    random,
    onEscalationError: (err, { user, verb, resource, name }) =>
      options.logger?.error({ err, username: user.username, verb, resource, name }, 'escalation check failed'),
  })
  const authentication = createAuthentication({
    vocabulary,
    clock,
    random,
    ownCertificates: access.authenticate,
    options: options.authentication ?? {},
    apiAudiences: options.apiAudiences,
    tokenAuthenticators: options.tokenAuthenticators ?? [],
  })
  const admission = await configurePlugins({
    ...pluginSelection(options),
    vocabulary,
    onDeprecated: (plugin, deprecation) => options.logger?.warn({ plugin }, deprecation),
  })
  const customResourceTools = {
    schemas: createSchemaCache(),
    conversions: createConversionWebhooks({
      vocabulary,
      clock,
      random,
      resolveService: options.admissionControl?.resolveService,
    }),
    logger: options.logger ?? silentLogger,
  }
  let core: ServerCore | undefined
  const onGroup = (group: string): void => core?.aggregation.crdsChanged(group)
  const stored = { store, vocabulary, clock, registry, resources, customResourceTools, onGroup }
  const customResources = await startCustomResources(stored, () => core!)
  const parts: ServerComponents = {
    vocabulary,
    clock,
    random,
    store,
    registry,
    resources,
    access,
    authentication,
    authorization,
    admission,
    sharedPlugins: createSharedPlugins(),
    metrics,
    features,
    customResourceTools,
    customResources,
    aggregation: await startAggregation(options, { ...stored, random, metrics, access, customResources }, () => core!),
  }
  core = createCore(options, parts)
  await bootstrap(core, options.serviceCidr)
  await core.aggregation.start()
  if (modes.includes('RBAC'))
    await seedPolicy({ vocabulary, clock, random, storageOf: policyStorageOf(resources, vocabulary) })
  const state: ServerState = { parts, core }
  if (isReadable(metrics)) addServerGauges(metrics, () => gaugeSourceOf(state.core))
  return createServerHandle(options, state)
}

function storeOf({ store: given }: ServerOptions, metrics: Metrics, clock: Clock): Store | MemoryStore {
  const store = given ?? createMemoryStore({ clock })
  return metrics === noMetrics ? store : meteredStore({ store, metrics, clock })
}
