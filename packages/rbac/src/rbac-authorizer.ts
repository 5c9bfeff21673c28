import { aggregate, type Authorizer, type AuthorizerAttributes, type Decision, type RuleResolver } from '@pinnace/authz'
import { firstSubject } from './grant.ts'
import type { RbacIndex } from './rbac-index.ts'

const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/**
 * Creates an authorizer that allows what the roles allow that bindings give to the user or to a group of the user. Whether
 * a rule allows a request is decided in `rule-set.ts`.
 */
// upstream: plugin/pkg/auth/authorizer/rbac, RBACAuthorizer.Authorize
export function createRbacAuthorizer(index: RbacIndex): Authorizer {
  return (attributes: AuthorizerAttributes): Decision => {
    let missing: string[] | undefined
    const allow = index.visit(attributes.user, attributes.namespace, (grant, rules) => {
      if (rules === undefined) {
        ;(missing ??= []).push(index.missingRole(grant))
        return undefined
      }
      if (rules.find(attributes) === undefined) return undefined
      const subject = firstSubject(grant, attributes.user)
      return subject === undefined ? undefined : grant.decision(subject)
    })
    if (allow !== undefined) return allow
    return missing === undefined ? noOpinion : { effect: 'noOpinion', reason: `RBAC: ${aggregate(missing)}` }
  }
}

/** Creates a resolver that lists, for reviews, the rules by which {@link createRbacAuthorizer} decides. */
// upstream: RBACAuthorizer.RulesFor
export function createRbacRuleResolver(index: RbacIndex): RuleResolver {
  return (user, namespace) => {
    const { rules, error } = index.rulesFor(user, namespace)
    return {
      resourceRules: rules
        .filter(({ resources = [] }) => resources.length > 0)
        .map(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) =>
          resourceNames.length === 0 ? { verbs, apiGroups, resources } : { verbs, apiGroups, resources, resourceNames },
        ),
      nonResourceRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      evaluationError: error,
    }
  }
}
