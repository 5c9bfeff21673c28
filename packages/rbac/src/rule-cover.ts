import type { PolicyRule } from '@pinnace/authz'
import { quote, runAtOnce } from '@pinnace/meta'
import { createHeldRuleIndex } from './held-rules.ts'
import type { SmallRule } from './small-rule.ts'

/** The part of `wanted` that the rules held do not cover, broken down into rules of one verb on one resource or path. */
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return runAtOnce(findUncoveredRules(held, wanted))
}

/** Most rules that are found to be missing. */
// upstream: there is no limit; the message about all of them may be larger than any object.
const maxUncovered = 5_000

/** {@link uncoveredRules} that can be interrupted after every few rules. Stops after 5,000 rules that are not covered. */
// upstream: component-helpers/auth/rbac/validation, Covers
export function* findUncoveredRules(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): Generator<void, PolicyRule[]> {
  const index = createHeldRuleIndex()
  for (const rule of held) {
    index.add(rule)
    yield
  }
  const missing: PolicyRule[] = []
  for (const rule of wanted) {
    for (const small of smallRules(rule)) {
      if (!index.covers(small) && missing.push(toRule(small)) === maxUncovered) return missing
      yield
    }
  }
  return missing
}

/** Breaks a rule down into rules of one verb, one group, one resource and at most one name, or one verb and one path. */
// upstream: component-helpers/auth/rbac/validation, BreakdownRule
export function breakDown(rule: PolicyRule): PolicyRule[] {
  return Array.from(smallRules(rule), toRule)
}

function* smallRules(rule: PolicyRule): Generator<SmallRule, void> {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  // A rule that has not been validated yet may have none.
  const verbs = rule.verbs ?? []
  const names: readonly (string | undefined)[] = resourceNames.length === 0 ? [undefined] : resourceNames
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        for (const name of names) yield { verb, url: undefined, group, resource, name }
      }
    }
  }
  for (const url of nonResourceURLs) {
    for (const verb of verbs) yield { verb, url, group: '', resource: '', name: undefined }
  }
}

function toRule({ verb, url, group, resource, name }: SmallRule): PolicyRule {
  if (url !== undefined) return { verbs: [verb], nonResourceURLs: [url] }
  const one = { verbs: [verb], apiGroups: [group], resources: [resource] }
  return name === undefined ? one : { ...one, resourceNames: [name] }
}

/** Joins rules on the same single resource and name into one with all their verbs. */
// upstream: registry/rbac/validation/policy_compact.go, CompactRules
export function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const compact: PolicyRule[] = []
  const simple = new Map<string, { rule: PolicyRule; verbs: string[] }>()
  for (const rule of rules) {
    const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
    if (resourceNames.length > 1 || nonResourceURLs.length > 0 || apiGroups.length !== 1 || resources.length !== 1) {
      compact.push(rule)
      continue
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames])
    const known = simple.get(key)
    if (known === undefined) simple.set(key, { rule, verbs: [...verbs] })
    else known.verbs.push(...verbs)
  }
  for (const { rule, verbs } of simple.values()) compact.push({ ...rule, verbs })
  return compact
}

/** Formats a rule for a message: `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. */
// upstream: apis/rbac/v1/evaluation_helpers.go, CompactString
export function describeRule(rule: PolicyRule): string {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const parts: [string, readonly string[]][] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ]
  const filled = parts.filter(([, list]) => list.length > 0)
  return `{${filled.map(([name, list]) => `${name}:${quoteList(list)}`).join(', ')}}`
}

/** Formats a list of texts for a message: `["a" "b"]`. */
export function quoteList(list: readonly string[]): string {
  return `[${list.map(quote).join(' ')}]`
}
