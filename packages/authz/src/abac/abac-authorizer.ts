import type { UserInfo } from '@pinnace/meta'
import type { Authorizer, AuthorizerAttributes, Decision } from '../authorizer.ts'
import { pathCovers } from '../policy-rule.ts'
import type { RuleResolver } from '../rules-review.ts'
import type { AbacPolicy } from './abac-policy.ts'

const allow: Decision = Object.freeze({ effect: 'allow', reason: '' })
const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: 'No policy matched.' })

const readVerbs = ['get', 'list', 'watch']

/** Creates an authorizer that allows what a line of a policy file allows. */
// upstream: pkg/auth/authorizer/abac/abac.go, PolicyList.Authorize
export function createAbacAuthorizer(policies: readonly AbacPolicy[]): Authorizer {
  return (attributes: AuthorizerAttributes): Decision =>
    policies.some((policy) => matches(policy, attributes)) ? allow : noOpinion
}

/** Creates a resolver that lists what the lines of a policy file allow a user in a namespace. */
// upstream: abac.go, PolicyList.RulesFor
export function createAbacRuleResolver(policies: readonly AbacPolicy[]): RuleResolver {
  return (user, namespace) => {
    const matching = policies.filter(
      (policy) => isSubject(policy, user) && (policy.namespace === '*' || policy.namespace === namespace),
    )
    const verbs = ({ readonly }: AbacPolicy): string[] => (readonly ? readVerbs : ['*'])
    return {
      resourceRules: matching
        .filter(({ resource }) => resource !== '')
        .map((policy) => ({ verbs: verbs(policy), apiGroups: [policy.apiGroup], resources: [policy.resource] })),
      nonResourceRules: matching
        .filter(({ nonResourcePath }) => nonResourcePath !== '')
        .map((policy) => ({ verbs: verbs(policy), nonResourceURLs: [policy.nonResourcePath] })),
      incomplete: false,
      evaluationError: '',
    }
  }
}

function matches(policy: AbacPolicy, attributes: AuthorizerAttributes): boolean {
  if (!isSubject(policy, attributes.user)) return false
  if (policy.readonly && !readVerbs.includes(attributes.verb)) return false
  if (!attributes.isResourceRequest) return coversPath(policy, attributes.path)
  return (
    isOneOf(policy.namespace, attributes.namespace) &&
    isOneOf(policy.resource, attributes.resource) &&
    isOneOf(policy.apiGroup, attributes.group)
  )
}

// Where a line names a user and a group, both must match; a line that names neither matches no user.
function isSubject({ user, group }: AbacPolicy, { username, groups }: UserInfo): boolean {
  if (user === '' && group === '') return false
  return (user === '' || isOneOf(user, username)) && (group === '' || group === '*' || groups.includes(group))
}

function isOneOf(pattern: string, value: string): boolean {
  return pattern === '*' || pattern === value
}

function coversPath({ nonResourcePath }: AbacPolicy, path: string): boolean {
  return nonResourcePath === '*' || pathCovers(nonResourcePath, path)
}
