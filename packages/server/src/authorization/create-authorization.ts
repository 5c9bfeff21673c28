import { createRemoteTransport } from '@pinnace/authn'
import {
  allRules,
  alwaysAllow,
  alwaysDeny,
  combineRules,
  createAbacAuthorizer,
  createAbacRuleResolver,
  createWebhookAuthorizer,
  firstDecision,
  nodeRuleResolver,
  openPaths,
  privilegedGroup,
  webhookRuleResolver,
  type Authorizer,
  type AuthorizerAttributes,
  type RuleResolver,
} from '@pinnace/authz'
import { type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import { createEscalationChecks, type EscalationChecks, type RbacExplanation } from '@pinnace/rbac'
import type { Store } from '@pinnace/store'
import type { AuthorizationMode, AuthorizationSources } from './authorization-modes.ts'
import { createNodeMode, type NodeMode } from './node-mode.ts'
import { createRbacMode, type RbacMode } from './rbac-mode.ts'

/** The modes of a server without a preset. */
export const secureModes: readonly AuthorizationMode[] = Object.freeze(['RBAC'])

/** The modes of the testing preset. */
export const testingModes: readonly AuthorizationMode[] = Object.freeze(['AlwaysAllow'])

// upstream: --authorization-always-allow-paths
const alwaysAllowedPaths = ['/healthz', '/readyz', '/livez']

/** Authorization of a server. */
export interface Authorization extends Disposable {
  readonly authorize: Authorizer
  /** The rules that apply to a user. */
  readonly rules: RuleResolver
  /** Checks of writes to roles and bindings; undefined without the mode RBAC. */
  readonly escalation: (() => Promise<EscalationChecks>) | undefined
  /** Why RBAC allows a request or has no opinion; undefined without the mode RBAC. */
  readonly explain: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined
  /** The same over another store. */
  fork(store: Store): Authorization
}

/** Options for {@link createAuthorization}. */
export interface AuthorizationOptions {
  readonly modes: readonly AuthorizationMode[]
  /** What the modes ABAC and Webhook need. */
  readonly sources: AuthorizationSources
  /** Authorizers of the host, asked after the modes. */
  readonly authorizers: readonly Authorizer[]
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  /** Logs the error of an authorizer that an escalation check asked. */
  readonly onEscalationError: (error: unknown, attributes: AuthorizerAttributes) => void
  /** The authorizer of the mode Webhook. @default created from `sources`; forks share it and its cached decisions */
  readonly webhook?: Authorizer
}

/** Creates authorization: `system:masters` is always allowed; then the modes decide in order, then the host's own. */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { modes, authorizers, store, vocabulary, onEscalationError } = options
  const webhook = options.webhook ?? createWebhook(options)
  const rbac = createRbacMode(store, vocabulary)
  const node = createNodeMode(store, vocabulary)
  const resolvers = modes.map((mode) => toMode(mode, { options, webhook, rbac, node }))
  const authorize = firstDecision([
    privilegedGroup(),
    openPaths(alwaysAllowedPaths),
    ...resolvers.map((mode) => mode.authorize),
    ...authorizers,
  ])
  const listed = resolvers.flatMap(({ rules }) => rules ?? [])
  return {
    authorize,
    rules: combineRules(authorizers.length === 0 ? listed : [...listed, hostRules]),
    escalation: modes.includes('RBAC')
      ? async () =>
          createEscalationChecks({ vocabulary, index: await rbac.index(), authorize, onError: onEscalationError })
      : undefined,
    explain: (attributes) => (modes.includes('RBAC') ? rbac.explain(attributes) : undefined),
    fork: (forked) => createAuthorization({ ...options, store: forked, webhook }),
    [Symbol.dispose]() {
      rbac[Symbol.dispose]()
      node[Symbol.dispose]()
    },
  }
}

interface ModeSources {
  readonly options: AuthorizationOptions
  readonly webhook: Authorizer
  readonly rbac: RbacMode
  readonly node: NodeMode
}

interface Mode {
  readonly authorize: Authorizer
  /** Absent for a mode that has no rules to list. */
  readonly rules?: RuleResolver
}

function toMode(mode: AuthorizationMode, { options, webhook, rbac, node }: ModeSources): Mode {
  const { policies = [] } = options.sources
  switch (mode) {
    case 'Node':
      return { authorize: node.authorize, rules: nodeRuleResolver }
    case 'ABAC':
      return { authorize: createAbacAuthorizer(policies), rules: createAbacRuleResolver(policies) }
    case 'Webhook':
      return { authorize: webhook, rules: webhookRuleResolver }
    case 'RBAC':
      return { authorize: rbac.authorize, rules: rbac.rules }
    case 'AlwaysAllow':
      return { authorize: alwaysAllow, rules: allRules }
    case 'AlwaysDeny':
      return { authorize: alwaysDeny }
  }
}

function createWebhook({ sources, vocabulary, clock, random }: AuthorizationOptions): Authorizer {
  if (sources.webhook === undefined) return alwaysDeny
  const { remote, timeoutMs, ...webhook } = sources.webhook
  const transport = createRemoteTransport(remote, { clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  return createWebhookAuthorizer({ ...webhook, vocabulary, transport, clock, random })
}

// An authorizer of the host cannot list its rules.
const hostRules: RuleResolver = () => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: true,
  evaluationError: 'an authorizer of the host does not support user rule resolution',
})
