import {
  allRules,
  alwaysAllow,
  alwaysDeny,
  combineRules,
  createAbacAuthorizer,
  createAbacRuleResolver,
  firstDecision,
  nodeRuleResolver,
  openPaths,
  privilegedGroup,
  webhookRuleResolver,
  type Authorizer,
  type AuthorizerAttributes,
  type RuleResolver,
} from '@pinnace/authz'
import type { Vocabulary } from '@pinnace/meta'
import { createEscalationChecks, type EscalationChecks, type RbacExplanation } from '@pinnace/rbac'
import type { Store } from '@pinnace/store'
import type { AuthorizationChain, ChainLink } from './authorization-chain.ts'
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
  /** The same over a fork of the store. */
  fork(changes: AuthorizationFork): Authorization
}

/** The options that differ in a fork of a server. */
export interface AuthorizationFork {
  readonly store: Store
  /** Logs the error of an authorizer that an escalation check asked. */
  readonly onEscalationError: (error: unknown, attributes: AuthorizerAttributes) => void
}

/** Options for {@link createAuthorization}. */
export interface AuthorizationOptions extends AuthorizationFork {
  readonly chain: AuthorizationChain
  /** What the mode ABAC needs. */
  readonly sources: Pick<AuthorizationSources, 'policies'>
  /** Authorizers of the host, asked after the modes. */
  readonly authorizers: readonly Authorizer[]
  readonly vocabulary: Vocabulary
}

/** Creates authorization: `system:masters` is always allowed; then the chain decides in order, then the host's own. */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { chain, authorizers, store, vocabulary, onEscalationError } = options
  const rbac = createRbacMode(store, vocabulary)
  const node = createNodeMode(store, vocabulary)
  const current = followChain(chain, (links) => combine(links, { options, rbac, node }))
  const authorize: Authorizer = (attributes) => current().authorize(attributes)
  const usesRbac = (): boolean => chain.links.some(({ type }) => type === 'RBAC')
  return {
    authorize,
    rules: (user, namespace) => current().rules(user, namespace),
    // A configuration file may name RBAC later.
    escalation:
      usesRbac() || chain.isConfigured
        ? async () =>
            createEscalationChecks({ vocabulary, index: await rbac.index(), authorize, onError: onEscalationError })
        : undefined,
    explain: (attributes) => (usesRbac() ? rbac.explain(attributes) : undefined),
    fork: (changes) => createAuthorization({ ...options, ...changes }),
    [Symbol.dispose]() {
      rbac[Symbol.dispose]()
      node[Symbol.dispose]()
    },
  }

  function combine(links: readonly ChainLink[], sources: ModeSources): Pick<Authorization, 'authorize' | 'rules'> {
    const modes = links.map((link) => toMode(link, sources))
    const listed = modes.flatMap(({ rules }) => rules ?? [])
    return {
      authorize: firstDecision([
        privilegedGroup(),
        openPaths(alwaysAllowedPaths),
        ...modes.map((mode, index) => counted(mode, links[index])),
        ...authorizers,
      ]),
      rules: combineRules(authorizers.length === 0 ? listed : [...listed, hostRules]),
    }
  }

  function counted({ authorize: decide }: Mode, link: ChainLink | undefined): Authorizer {
    return link === undefined ? decide : chain.metrics.counted(decide, link.type, link.name)
  }
}

/** Makes something of the links of a chain, again whenever they have changed. */
function followChain<Result>(chain: AuthorizationChain, make: (links: readonly ChainLink[]) => Result): () => Result {
  let { links } = chain
  let made = make(links)
  return () => {
    if (chain.links !== links) {
      links = chain.links
      made = make(links)
    }
    return made
  }
}

interface ModeSources {
  readonly options: AuthorizationOptions
  readonly rbac: RbacMode
  readonly node: NodeMode
}

interface Mode {
  readonly authorize: Authorizer
  /** Absent for a mode that has no rules to list. */
  readonly rules?: RuleResolver
}

function toMode({ type, webhook = alwaysDeny }: ChainLink, { options, rbac, node }: ModeSources): Mode {
  const { policies = [] } = options.sources
  switch (type) {
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

// An authorizer of the host cannot list its rules.
const hostRules: RuleResolver = () => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: true,
  evaluationError: 'an authorizer of the host does not support user rule resolution',
})
