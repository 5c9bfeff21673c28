import { holds, pathCovers, type PolicyRule } from '@pinnace/authz'
import { quote } from '@pinnace/meta'

/** The part of `wanted` that the rules held do not cover, broken down into rules of one verb on one resource or path. */
// upstream: component-helpers/auth/rbac/validation, Covers
export function uncoveredRules(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(breakDown).filter((small) => !held.some((rule) => covers(rule, small)))
}

/** Breaks a rule down into rules of one verb, one group, one resource and at most one name, or one verb and one path. */
// upstream: component-helpers/auth/rbac/validation, BreakdownRule
export function breakDown(rule: PolicyRule): PolicyRule[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  // A rule that has not been validated yet may have none.
  const verbs = rule.verbs ?? []
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

// upstream: component-helpers/auth/rbac/validation, ruleCovers – `small` has at most one entry in each list
function covers(rule: PolicyRule, small: PolicyRule): boolean {
  const [verb = ''] = small.verbs
  const [url] = small.nonResourceURLs ?? []
  const [group = ''] = small.apiGroups ?? []
  const [resource = ''] = small.resources ?? []
  const [name] = small.resourceNames ?? []
  if (!holds(rule.verbs, verb)) return false
  if (url !== undefined) {
    // A rule with resource names covers no path.
    if ((rule.resourceNames ?? []).length > 0) return false
    return rule.nonResourceURLs?.some((owned) => pathCovers(owned, url)) === true
  }
  return (
    holds(rule.apiGroups, group) &&
    coversResource(rule.resources ?? [], resource) &&
    coversName(rule.resourceNames ?? [], name)
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
