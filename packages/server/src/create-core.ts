import type { Aggregation } from '@pinnace/aggregation'
import { createAuditor } from '@pinnace/audit'
import { firstAuthenticator, type Authenticator } from '@pinnace/authn'
import { type Clock, type Metrics, type Random, silentLogger, type Vocabulary } from '@pinnace/meta'
import { createDeprecatedRequestGauge } from '@pinnace/metrics'
import type { LiveRegistry } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import type { FeatureGates } from '@pinnace/versioning'
import { createAdmission } from './admission/create-admission.ts'
import type { ConfiguredPlugin } from './admission/configure-plugins.ts'
import { createAdmissionObjects } from './admission/admission-objects.ts'
import { createAdmissionVersions } from './admission/admission-versions.ts'
import type { SharedPlugins } from './admission/shared-plugins.ts'
import type { CustomResourceTools } from './custom-resources-facility.ts'
import type { CustomResources } from './custom-resources/index.ts'
import type { Authentication, TokenObjects } from './authentication/index.ts'
import type { Authorization } from './authorization/index.ts'
import type { ServerCore } from './core.ts'
import { createAuthenticatorNames, explainAccess } from './explain/index.ts'
import { createHealth } from './health/index.ts'
import { createSeats, defaultSeatLimits } from './pipeline/acquire-seat.ts'
import { createNonResourceHandlers } from './http/create-non-resource-handlers.ts'
import type { ServerOptions } from './options/server-options.ts'
import { meteredCore } from './metered-core.ts'
import { ListBodies } from './http/list-bodies.ts'
import { createNegotiators } from './http/representation.ts'
import type { ServerAccess } from './server-access.ts'
import type { ServedResources } from './served-resources.ts'
import { tokenObjectsOf } from './stored-objects.ts'
import { updateStatusOf } from './verbs/update-status.ts'

/** What a core is made of beside the options; a fork has a store and resources of its own and shares the rest. */
export interface ServerComponents {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly store: Store
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  readonly customResources: CustomResources
  readonly customResourceTools: CustomResourceTools
  readonly aggregation: Aggregation
  readonly access: ServerAccess
  /** Who is asking, by the objects of these resources. */
  readonly authentication: (objects: TokenObjects) => Authentication
  readonly authorization: Authorization
  /** Built-in admission plugins that are on. */
  readonly admission: readonly ConfiguredPlugin[]
  /** The host's admission plugins, as forks share them. */
  readonly sharedPlugins: SharedPlugins
  readonly metrics: Metrics
  readonly features: FeatureGates
}

/** Room for a list of 15,000 pods. */
const listBodiesLimitBytes = 32 * 1024 * 1024

/** Wires a server. */
export function createCore(options: ServerOptions, parts: ServerComponents): ServerCore {
  const { vocabulary, clock, random, store, registry, resources, authorization, metrics } = parts
  const { authenticators, authenticateToken, apiAudiences, tokens, issuerDiscovery } = parts.authentication(
    tokenObjectsOf(resources),
  )
  const logger = options.logger ?? silentLogger
  const health = createHealth({
    clock,
    livezGracePeriodMs: options.livezGracePeriodMs ?? 0,
    onFailure: (endpoint, check, err) => logger.warn({ err, endpoint, check }, 'health check failed'),
  })
  const { expressions, resolveService } = options.admissionControl ?? {}
  const names = options.explain === undefined ? undefined : createAuthenticatorNames()
  const named = (name: string, authenticate: Authenticator): Authenticator =>
    names?.named(name, authenticate) ?? authenticate
  const core: ServerCore = {
    vocabulary,
    clock,
    random,
    logger,
    metrics,
    features: parts.features,
    compresses: parts.features.isEnabled('APIResponseCompression'),
    deprecated: createDeprecatedRequestGauge(metrics),
    requests: undefined,
    watches: undefined,
    onRequest: options.onRequest,
    auditor:
      options.audit === undefined
        ? undefined
        : createAuditor({
            ...options.audit,
            clock,
            vocabulary,
            metrics,
            onError: (err) => logger.error({ err }, 'audit failed'),
          }),
    store,
    registry,
    health,
    authenticate: firstAuthenticator([
      ...authenticators.map(({ name, authenticate }) => named(name, authenticate)),
      ...(options.authenticators ?? []).map((authenticate, index) => named(`authenticator ${index + 1}`, authenticate)),
    ]),
    authenticateToken,
    apiAudiences,
    tokens,
    authorize: authorization.authorize,
    rules: authorization.rules,
    escalation: authorization.escalation,
    policyGroup: vocabulary.group('rbac.authorization'),
    admission: createAdmission({
      vocabulary,
      clock,
      random,
      metrics,
      builtIn: parts.admission,
      plugins: options.admission ?? [],
      shared: parts.sharedPlugins,
      objects: createAdmissionObjects({
        registry,
        resources,
        updateStatus: (resource, namespace, name, change) =>
          updateStatusOf(core, { resource, namespace, name }, change),
      }),
      versions: createAdmissionVersions({ registry, resources, vocabulary, clock, random }),
      authorize: authorization.authorize,
      ...(expressions === undefined ? {} : { expressions }),
      ...(resolveService === undefined ? {} : { resolveService }),
      onError: (err, what) => logger.error({ err }, what),
    }),
    aggregation: parts.aggregation,
    anonymous: options.anonymous ?? takesAnonymous(options),
    seats: createSeats({ ...defaultSeatLimits, ...options.maxInFlight }),
    nonResource: createNonResourceHandlers({
      vocabulary,
      clock,
      registry: () => registry.current,
      health,
      metrics,
      issuerDiscovery,
      serverAddress: () => '',
      aggregation: parts.aggregation,
    }),
    negotiators: createNegotiators({ vocabulary }),
    listBodies: new ListBodies(listBodiesLimitBytes),
    find(group, version, resource) {
      const found = resources.find(group, version, resource)
      return found?.definition.served === false ? undefined : found
    },
    findDeclared: resources.find,
    bodyResource: resources.bodyResource,
    catchUp() {
      const behind = parts.customResources.catchUp()
      const registered = parts.aggregation.catchUp()
      return behind === undefined ? registered : behind.then(() => registered)
    },
  }
  const metered = meteredCore(core)
  if (options.explain === undefined || names === undefined) return metered
  const explained = explainAccess(metered, {
    names,
    explain: options.explain,
    explainRbac: authorization.explain,
    logger,
  })
  return { ...metered, ...explained }
}

// upstream: kubeapiserver/options, ApplyAuthorization – who may do everything must at least be named.
function takesAnonymous({ preset, authorization }: ServerOptions): boolean {
  return preset === 'testing' || authorization?.includes('AlwaysAllow') !== true
}
