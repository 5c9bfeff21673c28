import type { AuthorizerAttributes } from './authorizer.ts'

/** A rule of a role: verbs on resources, or verbs on paths. */
export interface PolicyRule {
  /** `*` for every verb. */
  readonly verbs: readonly string[]
  /** `*` for every group, the empty string for the core group. */
  readonly apiGroups?: readonly string[]
  /** `pods`, `pods/log`, `*` for everything, subresources included, or `*` and a subresource: `*` + `/scale`. */
  readonly resources?: readonly string[]
  /** Empty or absent for every name, and for requests without one. */
  readonly resourceNames?: readonly string[]
  /** Paths; one that ends in `*` covers all paths that begin with it. */
  readonly nonResourceURLs?: readonly string[]
}

/** Whether the rule allows the request. */
// upstream: plugin/pkg/auth/authorizer/rbac, RuleAllows
export function ruleAllows(rule: PolicyRule, attributes: AuthorizerAttributes): boolean {
  if (!holds(rule.verbs, attributes.verb)) return false
  if (!attributes.isResourceRequest) return allowsPath(rule, attributes.path)
  return (
    holds(rule.apiGroups, attributes.group) &&
    allowsResource(rule, attributes.resource, attributes.subresource) &&
    allowsName(rule, attributes.name)
  )
}

/** Whether the list contains the word, or `*`. */
export function holds(list: readonly string[] | undefined, word: string): boolean {
  return list !== undefined && (list.includes(word) || list.includes('*'))
}

/** Whether the rule covers the resource. */
// upstream: apis/rbac/v1/evaluation_helpers.go, ResourceMatches
export function allowsResource({ resources }: PolicyRule, resource: string, subresource: string): boolean {
  if (resources === undefined) return false
  if (subresource === '') return resources.includes(resource) || resources.includes('*')
  return (
    resources.includes('*') ||
    resources.includes(`${resource}/${subresource}`) ||
    resources.includes(`*/${subresource}`)
  )
}

/** Whether the rule covers objects of the name. */
export function allowsName({ resourceNames }: PolicyRule, name: string): boolean {
  return resourceNames === undefined || resourceNames.length === 0 || resourceNames.includes(name)
}

/** Whether the rule covers the path. */
// upstream: evaluation_helpers.go, NonResourceURLMatches – every trailing `*` is cut
export function allowsPath({ nonResourceURLs }: PolicyRule, path: string): boolean {
  if (nonResourceURLs === undefined) return false
  return nonResourceURLs.some((url) => url === '*' || pathCovers(url, path))
}

/** Whether a path of a rule covers another path. */
export function pathCovers(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(withoutTrailingStars(url)))
}

function withoutTrailingStars(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x2a) end--
  return text.slice(0, end)
}
