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
import { systemMasters, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import {
  createEscalationChecks,
  createRbacAuthorizer,
  createRbacRuleResolver,
  explainRbac,
  type EscalationChecks,
  type RbacExplanation,
} from '@pinnace/rbac'
import type { Store } from '@pinnace/store'
import type { AuthorizationMode, AuthorizationSources } from './authorization-modes.ts'
import { followPolicy, type FollowedPolicy } from './follow-policy.ts'
import { createNodeMode } from './node-mode.ts'

/** Who decides where nothing else is said. */
export const secureModes: readonly AuthorizationMode[] = Object.freeze(['RBAC'])

/** Who decides in the testing preset. */
export const testingModes: readonly AuthorizationMode[] = Object.freeze(['AlwaysAllow'])

// upstream: --authorization-always-allow-paths
const alwaysOpen = ['/healthz', '/readyz', '/livez']

/** Who decides, who lists, and what guards roles and bindings. */
export interface Authorization extends Disposable {
  readonly authorize: Authorizer
  readonly rules: RuleResolver
  /** Only where RBAC decides: nobody gives what they have not. */
  readonly escalation: (() => Promise<EscalationChecks>) | undefined
  /** What RBAC says of a request, where RBAC is asked. */
  readonly explain: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined
  /** The same over another store. */
  fork(store: Store): Authorization
}

/** Options for {@link createAuthorization}. */
export interface AuthorizationOptions {
  readonly modes: readonly AuthorizationMode[]
  /** What the modes ABAC and Webhook need. */
  readonly sources: AuthorizationSources
  /** A host's own, asked after the modes. */
  readonly authorizers: readonly Authorizer[]
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  /** Logs the error of an authorizer that an escalation check asked. */
  readonly onEscalationError: (error: unknown, attributes: AuthorizerAttributes) => void
  /** Asks the webhook; shared with forks, which share what it has answered. */
  readonly webhook?: Authorizer
}

/**
 * Asks `system:masters` first, then the modes in their order, then a host's own. Roles and bindings are read when the
 * first decision needs them.
 */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { modes, authorizers, store, vocabulary, sources } = options
  const { policies = [] } = sources
  const byWebhook = options.webhook ?? createWebhook(options)
  const node = createNodeMode(store, vocabulary)
  let reading: Promise<FollowedPolicy> | undefined
  let policy: FollowedPolicy | undefined
  let rbac: Authorizer | undefined
  let checks: EscalationChecks | undefined
  const open = async (): Promise<FollowedPolicy> => {
    if (policy?.isCurrent === false) {
      policy[Symbol.dispose]()
      policy = undefined
      reading = undefined
      rbac = undefined
      checks = undefined
    }
    reading ??= followPolicy(store, vocabulary)
    policy = await reading
    return policy
  }
  const byRoles: Authorizer = (attributes) => {
    if (rbac !== undefined && policy?.isCurrent === true) return rbac(attributes)
    return open().then(({ index }) => (rbac ??= createRbacAuthorizer(index))(attributes))
  }
  const roleRules: RuleResolver = async (user, namespace) =>
    createRbacRuleResolver((await open()).index)(user, namespace)
  const builtIn: Readonly<
    Record<AuthorizationMode, { readonly authorize: Authorizer; readonly rules?: RuleResolver }>
  > = {
    Node: { authorize: node.authorize, rules: nodeRuleResolver },
    ABAC: { authorize: createAbacAuthorizer(policies), rules: createAbacRuleResolver(policies) },
    Webhook: { authorize: byWebhook, rules: webhookRuleResolver },
    RBAC: { authorize: byRoles, rules: roleRules },
    AlwaysAllow: { authorize: alwaysAllow, rules: allRules },
    AlwaysDeny: { authorize: alwaysDeny },
  }
  const authorize = firstDecision([
    privilegedGroup(),
    openPaths(alwaysOpen),
    ...modes.map((mode) => builtIn[mode].authorize),
    ...authorizers,
  ])
  const listed = modes.flatMap((mode) => builtIn[mode].rules ?? [])
  const combined = combineRules(authorizers.length === 0 ? listed : [...listed, unlisted])
  return {
    authorize,
    rules: (user, namespace) =>
      user.groups.includes(systemMasters) ? allRules(user, namespace) : combined(user, namespace),
    escalation: modes.includes('RBAC')
      ? async () => {
          const { index } = await open()
          return (checks ??= createEscalationChecks({
            vocabulary,
            index,
            authorize,
            onError: options.onEscalationError,
          }))
        }
      : undefined,
    explain: (attributes) =>
      modes.includes('RBAC') ? open().then(({ index }) => explainRbac(index, attributes)) : undefined,
    fork: (forked) => createAuthorization({ ...options, store: forked, webhook: byWebhook }),
    [Symbol.dispose]() {
      policy?.[Symbol.dispose]()
      node[Symbol.dispose]()
    },
  }
}

function createWebhook({ sources, vocabulary, clock, random }: AuthorizationOptions): Authorizer {
  if (sources.webhook === undefined) return alwaysDeny
  const { remote, timeoutMs, ...webhook } = sources.webhook
  const transport = createRemoteTransport(remote, { clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  return createWebhookAuthorizer({ ...webhook, vocabulary, transport, clock, random })
}

// A host's authorizer decides and does not list.
const unlisted: RuleResolver = () => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: true,
  evaluationError: 'an authorizer of the host does not support user rule resolution',
})
