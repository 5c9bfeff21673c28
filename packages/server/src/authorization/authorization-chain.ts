import { createRemoteTransport, loadRemoteService, type RemoteService } from '@pinnace/authn'
import {
  alwaysDeny,
  createWebhookAuthorizer,
  loadAuthorizationConfiguration,
  withConditions,
  type AuthorizationConfiguration,
  type Authorizer,
  type AuthorizerType,
  type CompiledAuthorizer,
} from '@pinnace/authz'
import type { Clock, Logger, Metrics, Random, Vocabulary } from '@pinnace/meta'
import type { ConfigurationDocument } from '@pinnace/schema'
import { createConfigurationMetrics, openConfiguration, type OpenConfiguration } from '../configuration-file/index.ts'
import { createAuthorizerMetrics, type AuthorizerMetrics } from './authorizer-metrics.ts'
import type { AuthorizationMode, AuthorizationSources } from './authorization-modes.ts'

/** Where a structured configuration is; one of the two. */
export interface AuthorizationConfigurationSource {
  /** The chain of authorizers. */
  readonly configuration?: AuthorizationConfiguration
  /** `--authorization-config`: a file with an {@link AuthorizationConfiguration}, which is read again when it changes. */
  readonly configurationFile?: string
}

/** A link of the chain of authorizers. */
export interface ChainLink {
  readonly type: AuthorizerType
  readonly name: string
  /** The authorizer of the type Webhook, which forks share with its cached decisions. */
  readonly webhook?: Authorizer
}

/** The chain of authorizers, which a configuration file may replace. */
export interface AuthorizationChain {
  readonly links: readonly ChainLink[]
  /** Whether the links may change. */
  readonly isConfigured: boolean
  readonly metrics: AuthorizerMetrics
}

/** What chains are made with. */
export interface ChainContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
}

/** The chain of the modes. */
export function chainOfModes(
  modes: readonly AuthorizationMode[],
  sources: AuthorizationSources,
  context: ChainContext,
): AuthorizationChain {
  const metrics = createAuthorizerMetrics(context.metrics)
  const links = modes.map((type): ChainLink => {
    const name = type.toLowerCase()
    return type === 'Webhook' ? { type, name, webhook: webhookOfSources(sources, context, metrics) } : { type, name }
  })
  return { links, isConfigured: false, metrics }
}

function webhookOfSources(
  { webhook: source }: AuthorizationSources,
  { vocabulary, clock, random }: ChainContext,
  metrics: AuthorizerMetrics,
): Authorizer {
  if (source === undefined) return alwaysDeny
  const { remote, timeoutMs, ...webhook } = source
  const transport = createRemoteTransport(remote, { clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  const observer = metrics.webhook('webhook')
  return createWebhookAuthorizer({ ...webhook, vocabulary, transport, clock, random, observer })
}

/** Settings for {@link openConfiguredChain}. */
export interface ConfiguredChainSettings extends ChainContext {
  readonly source: AuthorizationConfigurationSource
  /** What the type ABAC needs. */
  readonly sources: Pick<AuthorizationSources, 'policies'>
  readonly logger: Logger
  readonly serverId: string
}

/** A chain that follows its configuration. */
interface ReplaceableChain extends AuthorizationChain {
  links: readonly ChainLink[]
}

/** The chain of a structured configuration. Rejects with a TypeError for an invalid one. */
// upstream: kubeapiserver/authorizer/reload.go
export async function openConfiguredChain(
  settings: ConfiguredChainSettings,
): Promise<OpenConfiguration<AuthorizationChain>> {
  const { source, sources, vocabulary, clock, metrics: all, logger, serverId } = settings
  const { configurationFile: file } = source
  const metrics = createAuthorizerMetrics(all)
  const initial = new Set<AuthorizerType>()
  const load = async (
    document: ConfigurationDocument,
    assertTypes: (types: readonly AuthorizerType[]) => void,
  ): Promise<readonly ChainLink[]> => {
    const authorizers = await loadAuthorizationConfiguration(document, vocabulary)
    assertTypes(authorizers.map(({ type }) => type))
    const links: ChainLink[] = []
    for (const authorizer of authorizers) links.push(await toLink(authorizer, settings, metrics))
    return links
  }
  return openConfiguration<ReplaceableChain>({
    source,
    readPrefix: 'failed to load AuthorizationConfiguration from file: ',
    head: { apiVersion: `apiserver.config.${vocabulary.groupDomain}/v1`, kind: 'AuthorizationConfiguration' },
    clock,
    metrics: createConfigurationMetrics({ metrics: all, clock, subject: 'authorization', serverId }),
    open: async (document) => {
      const links = await load(document, (types) => assertPolicies(types, sources))
      for (const { type } of links) initial.add(type)
      return { links, isConfigured: true, metrics }
    },
    async replace(chain, document) {
      chain.links = await load(document, (types) => assertInitial(types, initial))
    },
    onReload: (err) =>
      err === undefined
        ? logger.info({ file }, 'the authorization configuration was reloaded')
        : logger.error({ err, file }, 'the authorization configuration could not be reloaded'),
  })
}

function assertPolicies(types: readonly AuthorizerType[], { policies }: Pick<AuthorizationSources, 'policies'>): void {
  if (types.includes('ABAC') && policies === undefined) {
    throw new TypeError('authorizer type ABAC needs authorizationSources.policies (--authorization-policy-file)')
  }
}

/** Types whose authorizers are made as the server starts. */
const startedTypes: readonly AuthorizerType[] = ['Node', 'ABAC', 'RBAC']

/** A file that is read again may leave out authorizers, and add those that need no preparation. */
function assertInitial(types: readonly AuthorizerType[], initial: ReadonlySet<AuthorizerType>): void {
  const added = types.find((type) => startedTypes.includes(type) && !initial.has(type))
  if (added === undefined) return
  throw new TypeError(`authorizer type ${added} is not allowed if it was not enabled at initial server startup`)
}

async function toLink(
  { type, name, webhook }: CompiledAuthorizer,
  { vocabulary, clock, random }: ChainContext,
  metrics: AuthorizerMetrics,
): Promise<ChainLink> {
  if (webhook === undefined) return { type, name }
  const { kubeconfigFile, timeoutMs, conditions, ...settings } = webhook
  const remote = await readRemote(kubeconfigFile)
  const transport = createRemoteTransport(remote, { clock, timeoutMs })
  const authorize = createWebhookAuthorizer({
    ...settings,
    vocabulary,
    transport,
    clock,
    random,
    observer: metrics.webhook(name),
  })
  const { failurePolicy } = settings
  const observer = metrics.conditions(name)
  return { type, name, webhook: withConditions(authorize, { conditions, failurePolicy, observer, clock }) }
}

async function readRemote(file: string | undefined): Promise<RemoteService> {
  if (file === undefined) {
    throw new TypeError('connectionInfo.type InClusterConfig is not supported by this server: use KubeConfigFile')
  }
  try {
    return await loadRemoteService(file)
  } catch (cause) {
    const { message } = cause as Error
    const text = `invalid authorization config: error loading config file ${JSON.stringify(file)}: ${message}`
    throw new TypeError(text, { cause })
  }
}
