import { objectKey } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { ClusterRole, PolicyRule } from '@pinnace/types/rbac-v1'

/** The rules that are compared before the work can be interrupted. */
const stepLength = 256

/** The rules of a role; undefined if it has them already. Can be interrupted after every few hundred rules. */
export function* changedRules(
  role: ClusterRole,
  roles: readonly ClusterRole[],
): Generator<void, readonly PolicyRule[] | undefined> {
  const rules = yield* aggregatedRules(role, roles)
  const own = role.rules ?? []
  return (yield* isEqualRules([...rules.keys()], own)) ? undefined : [...rules.values()]
}

/** The rules of all other roles the selectors of a role match: in the order of selectors and names, each rule once. */
// upstream: clusterroleaggregation_controller.go, syncClusterRole
function* aggregatedRules(
  role: ClusterRole,
  roles: readonly ClusterRole[],
): Generator<void, ReadonlyMap<string, PolicyRule>> {
  const byName = [...roles].sort((left, right) => (objectKey(left) < objectKey(right) ? -1 : 1))
  const rules = new Map<string, PolicyRule>()
  let seen = 0
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const matcher = fromLabelSelector(selector)
    for (const other of byName) {
      if (other.metadata.name === role.metadata.name || !matcher.matches(other.metadata.labels)) continue
      for (const rule of other.rules ?? []) {
        const key = keyOf(rule)
        if (!rules.has(key)) rules.set(key, rule)
        if (seen++ % stepLength === 0) yield
      }
    }
  }
  return rules
}

/** Whether rules are those of the keys, in the same order. Absent and empty members are equal. */
function* isEqualRules(keys: readonly string[], rules: readonly PolicyRule[]): Generator<void, boolean> {
  if (keys.length !== rules.length) return false
  for (const [index, rule] of rules.entries()) {
    if (keyOf(rule) !== keys[index]) return false
    if (index % stepLength === 0) yield
  }
  return true
}

function keyOf({
  verbs,
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
}: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs])
}
