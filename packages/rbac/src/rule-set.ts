import { allowsName, allowsPath, holds, type AuthorizerAttributes, type PolicyRule } from '@pinnace/authz'

/** The rules of a role, indexed by resource, so that a search looks at the rules of one resource only. */
export interface RuleSet {
  readonly rules: readonly PolicyRule[]
  /** A rule that allows the request: its verbs, API groups, resources and resource names, or its paths; `undefined` where none does. */
  // upstream: plugin/pkg/auth/authorizer/rbac, RuleAllows
  find(attributes: AuthorizerAttributes): PolicyRule | undefined
}

/** Indexes rules by the entries of their `resources`. */
export function createRuleSet(rules: readonly PolicyRule[]): RuleSet {
  const byResource = new Map<string, PolicyRule[]>()
  const forPaths: PolicyRule[] = []
  for (const rule of rules) {
    if ((rule.nonResourceURLs ?? []).length > 0) forPaths.push(rule)
    const { resources = [] } = rule
    for (const resource of resources.length < 2 ? resources : new Set(resources)) {
      const list = byResource.get(resource)
      if (list === undefined) byResource.set(resource, [rule])
      else list.push(rule)
    }
  }
  const forEverything = byResource.get('*')

  function find(attributes: AuthorizerAttributes): PolicyRule | undefined {
    const { verb, resource, subresource } = attributes
    if (!attributes.isResourceRequest) {
      return forPaths.find((rule) => holds(rule.verbs, verb) && allowsPath(rule, attributes.path))
    }
    if (subresource === '') return first(byResource.get(resource), attributes) ?? first(forEverything, attributes)
    return (
      first(byResource.get(`${resource}/${subresource}`), attributes) ??
      first(byResource.get(`*/${subresource}`), attributes) ??
      first(forEverything, attributes)
    )
  }

  return { rules, find }
}

function first(rules: readonly PolicyRule[] | undefined, attributes: AuthorizerAttributes): PolicyRule | undefined {
  if (rules === undefined) return undefined
  for (const rule of rules) {
    if (
      holds(rule.verbs, attributes.verb) &&
      holds(rule.apiGroups, attributes.group) &&
      allowsName(rule, attributes.name)
    ) {
      return rule
    }
  }
  return undefined
}
