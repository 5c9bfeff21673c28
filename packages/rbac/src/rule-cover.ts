import { holds, pathCovers, type PolicyRule } from '@pinnace/authz'
import { quote } from '@pinnace/meta'

/** What of `wanted` the rules held do not cover, in the smallest rules: one verb on one thing each. */
// upstream: component-helpers/auth/rbac/validation, Covers
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(breakDown).filter((small) => !held.some((rule) => covers(rule, small)))
}

/** A rule as rules of one verb, one group, one resource and at most one name, or one verb and one path. */
// upstream: component-helpers/auth/rbac/validation, BreakdownRule
export function breakDown(rule: PolicyRule): PolicyRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const small: PolicyRule[] = []
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] }
        if (resourceNames.length === 0) small.push(one)
        for (const name of resourceNames) small.push({ ...one, resourceNames: [name] })
      }
    }
  }
  for (const url of nonResourceURLs) {
    for (const verb of verbs) small.push({ verbs: [verb], nonResourceURLs: [url] })
  }
  return small
}

/** Rules on the same one resource and name as one, with all their verbs. */
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

/** A rule as refusals print it: `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. */
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

/** A list of texts as refusals print it: `["a" "b"]`. */
export function quoteList(list: readonly string[]): string {
  return `[${list.map(quote).join(' ')}]`
}

// upstream: component-helpers/auth/rbac/validation, ruleCovers – `small` has one of each
function covers(rule: PolicyRule, small: PolicyRule): boolean {
  if (!holds(rule.verbs, small.verbs[0]!)) return false
  const url = small.nonResourceURLs?.[0]
  if (url !== undefined) {
    // A rule with names holds for no path.
    if ((rule.resourceNames ?? []).length > 0) return false
    return rule.nonResourceURLs?.some((owned) => pathCovers(owned, url)) === true
  }
  return (
    holds(rule.apiGroups, small.apiGroups![0]!) &&
    coversResource(rule.resources ?? [], small.resources![0]!) &&
    coversName(rule.resourceNames ?? [], small.resourceNames?.[0])
  )
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes('*') || owned.includes(resource)) return true
  const slash = resource.indexOf('/')
  return slash >= 0 && owned.includes(`*${resource.slice(slash)}`)
}

function coversName(owned: readonly string[], name: string | undefined): boolean {
  return owned.length === 0 || (name !== undefined && owned.includes(name))
}
