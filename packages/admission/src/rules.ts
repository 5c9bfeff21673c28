import type { GroupVersionResource } from '@pinnace/meta'
import type { Operation } from './admission-attributes.ts'

/** Matches requests, for a webhook or a plugin. */
export interface Rule {
  /** `*` matches every operation. */
  readonly operations: readonly (Operation | '*')[]
  /** `''` is the core group; `*` matches every group. */
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

/** The attributes of a request that rules match. */
export interface RuleSubject {
  readonly operation: Operation
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
}

/** Whether a rule matches a request. */
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

/** Whether a rule matches an operation. */
export function matchesOperation(rule: Rule, operation: Operation): boolean {
  return has(rule.operations, operation)
}

function has(patterns: readonly string[], value: string): boolean {
  return patterns.includes('*') || patterns.includes(value)
}

// The namespace attribute of a Namespace is its own name, but it is cluster-scoped.
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
