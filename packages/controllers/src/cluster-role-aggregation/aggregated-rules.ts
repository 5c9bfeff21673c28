import { objectKey } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { ClusterRole, PolicyRule } from '@pinnace/types/rbac-v1'

/** The rules of all other roles the selectors of a role match: in the order of selectors and names, each rule once. */
// upstream: clusterroleaggregation_controller.go, syncClusterRole
export function aggregatedRules(role: ClusterRole, roles: readonly ClusterRole[]): readonly PolicyRule[] {
  const byName = [...roles].sort((left, right) => (objectKey(left) < objectKey(right) ? -1 : 1))
  const rules = new Map<string, PolicyRule>()
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const matcher = fromLabelSelector(selector)
    for (const other of byName) {
      if (other.metadata.name === role.metadata.name || !matcher.matches(other.metadata.labels)) continue
      for (const rule of other.rules ?? []) {
        const key = keyOf(rule)
        if (!rules.has(key)) rules.set(key, rule)
      }
    }
  }
  return [...rules.values()]
}

/** Whether both lists have the same rules in the same order. Absent and empty members are equal. */
export function isEqualRules(left: readonly PolicyRule[], right: readonly PolicyRule[]): boolean {
  return JSON.stringify(left.map(keyOf)) === JSON.stringify(right.map(keyOf))
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
