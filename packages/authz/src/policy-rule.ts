import type { AuthorizerAttributes } from './authorizer.ts'

/** Verbs on resources, or verbs on paths, as a role lists them. */
export interface PolicyRule {
  /** `*` for every verb. */
  readonly verbs: readonly string[]
  /** `*` for every group, the empty text for the core group. */
  readonly apiGroups?: readonly string[]
  /** `pods`, `pods/log`, `*` for everything, subresources included, or `*` and a subresource: `*` + `/scale`. */
  readonly resources?: readonly string[]
  /** None: every name, and requests that have none. */
  readonly resourceNames?: readonly string[]
  /** Paths; one that ends in `*` stands for all that begin with it. */
  readonly nonResourceURLs?: readonly string[]
}

/** Whether the rule allows what is asked. */
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

/** Whether the list has the word, or `*`. */
export function holds(list: readonly string[] | undefined, word: string): boolean {
  return list !== undefined && (list.includes(word) || list.includes('*'))
}

/** Whether the rule speaks of the resource. */
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

/** Whether the rule speaks of objects of that name. */
export function allowsName({ resourceNames }: PolicyRule, name: string): boolean {
  return resourceNames === undefined || resourceNames.length === 0 || resourceNames.includes(name)
}

/** Whether the rule speaks of the path. */
// upstream: evaluation_helpers.go, NonResourceURLMatches – every trailing `*` is cut
export function allowsPath({ nonResourceURLs }: PolicyRule, path: string): boolean {
  if (nonResourceURLs === undefined) return false
  return nonResourceURLs.some((url) => url === '*' || pathCovers(url, path))
}

/** Whether the path of a rule stands for another path. */
export function pathCovers(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(withoutTrailingStars(url)))
}

function withoutTrailingStars(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x2a) end--
  return text.slice(0, end)
}
