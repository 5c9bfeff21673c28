import type { GroupVersionResource } from '@pinnace/meta'
import type { Operation } from './attributes.ts'

/** Which requests a webhook or a plugin is about. */
export interface Rule {
  /** `*` is all of them. */
  readonly operations: readonly (Operation | '*')[]
  /** `''` is the core group, `*` every group. */
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  /**
   * `pods`, `pods/status`, `pods/*` (every subresource of pods), `*` (every resource, no subresource), `*\/status`,
   * `*\/*` (everything).
   */
  readonly resources: readonly string[]
  /** A subresource has the scope of its parent. @default '*' */
  readonly scope?: 'Cluster' | 'Namespaced' | '*'
}

/** What a rule is compared with. */
export interface RuleSubject {
  readonly operation: Operation
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
}

/** Whether a request is one of those the rule is about. */
// upstream: apiserver/pkg/admission/plugin/webhook/predicates/rules
export function matchesRule(rule: Rule, { operation, resource, subresource, namespace }: RuleSubject): boolean {
  return (
    matchesOperation(rule, operation) &&
    has(rule.apiGroups, resource.group) &&
    has(rule.apiVersions, resource.version) &&
    matchesScope(rule, resource, namespace) &&
    rule.resources.some((pattern) => matchesResource(pattern, resource.resource, subresource))
  )
}

/** Whether a rule is about an operation, whatever it is done to. */
export function matchesOperation(rule: Rule, operation: Operation): boolean {
  return has(rule.operations, operation)
}

function has(patterns: readonly string[], word: string): boolean {
  return patterns.includes('*') || patterns.includes(word)
}

// A Namespace is said to be in itself, and belongs to the cluster all the same.
function matchesScope({ scope = '*' }: Rule, { group, resource }: GroupVersionResource, namespace: string): boolean {
  if (scope === '*') return true
  const isCluster = namespace === '' || (group === '' && resource === 'namespaces')
  return isCluster === (scope === 'Cluster')
}

function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/')
  const wanted = slash < 0 ? pattern : pattern.slice(0, slash)
  if (wanted !== '*' && wanted !== resource) return false
  const below = slash < 0 ? '' : pattern.slice(slash + 1)
  return below === '*' ? true : below === subresource
}
