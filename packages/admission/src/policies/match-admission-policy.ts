import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { matchRules, type MatchPolicy, type RuleMatch } from '../match-policy.ts'
import { matchesNamespace, matchesObject } from '../match-selectors.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { NamedRule, PolicyMatch } from './policy.ts'

/** Matches a request with a policy or a binding; undefined without a match. Throws where a selector cannot be judged. */
// upstream: apiserver/pkg/admission/plugin/policy/matching/matching.go
export function matchPolicy(
  match: PolicyMatch,
  attributes: AdmissionAttributes,
  { objects, versions }: Pick<PluginContext, 'objects' | 'versions'>,
): Awaitable<RuleMatch | undefined> {
  const { rules, excluded, matchPolicy: policy } = match
  if (!matchesObject(match.objectSelector, attributes)) return undefined
  if (excluded.length > 0 && matchNamed(excluded, policy, attributes, versions) !== undefined) return undefined
  const { resource, kind } = attributes
  const found = rules.length === 0 ? { rule: -1, resource, kind } : matchNamed(rules, policy, attributes, versions)
  if (found === undefined) return undefined
  return thenMaybe(matchesNamespace(match.namespaceSelector, attributes, objects), (isSelected) =>
    isSelected ? found : undefined,
  )
}

function matchNamed(
  rules: readonly NamedRule[],
  policy: MatchPolicy,
  attributes: AdmissionAttributes,
  versions: PluginContext['versions'],
): RuleMatch | undefined {
  const named = rules.filter(({ names }) => names.length === 0 || names.includes(attributes.name))
  if (named.length === 0) return undefined
  return matchRules(
    named.map(({ rule }) => rule),
    policy,
    attributes,
    versions,
  )
}
