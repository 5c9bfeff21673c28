import { aggregate, type Authorizer, type AuthorizerAttributes, type Decision, type RuleResolver } from '@pinnace/authz'
import { firstSubject } from './grant.ts'
import type { RbacIndex } from './rbac-index.ts'

const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** Allows what a rule of a role allows that a binding gives to the user, a group of the user, or the service account. */
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
      return grant.decision(firstSubject(grant, attributes.user))
    })
    if (allow !== undefined) return allow
    return missing === undefined ? noOpinion : { effect: 'noOpinion', reason: `RBAC: ${aggregate(missing)}` }
  }
}

/** Lists the rules a user holds, for reviews: what it lists is what {@link createRbacAuthorizer} allows. */
// upstream: RBACAuthorizer.RulesFor
export function createRbacRuleResolver(index: RbacIndex): RuleResolver {
  return (user, namespace) => {
    const { rules, error } = index.rulesFor(user, namespace)
    return {
      resourceRules: rules
        .filter(({ resources = [] }) => resources.length > 0)
        .map(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) => ({
          verbs,
          apiGroups,
          resources,
          ...(resourceNames.length === 0 ? {} : { resourceNames }),
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs = [] }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      evaluationError: error,
    }
  }
}
