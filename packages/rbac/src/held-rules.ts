import { holds, pathCovers, type PolicyRule } from '@pinnace/authz'
import type { SmallRule } from './small-rule.ts'

/** Rules by what they cover. */
export interface HeldRuleIndex {
  add(rule: PolicyRule): void
  /** Whether one of the rules covers a rule of one verb on one resource or path. */
  covers(small: SmallRule): boolean
}

/** Most combinations of a group, a resource and a name of one rule that are indexed; larger rules are compared one by one. */
const maxIndexed = 64

const allNames = 'all'

/** Creates an empty index. A look-up takes the same time however many rules there are, apart from very large ones. */
// upstream: component-helpers/auth/rbac/validation, ruleCovers
export function createHeldRuleIndex(): HeldRuleIndex {
  /** The verbs on a group, a resource and a name. */
  const verbs = new Map<string, Set<string>>()
  const paths = new Map<string, Set<string>>()
  const others: PolicyRule[] = []
  const otherPaths: PolicyRule[] = []
  const addPaths = (rule: PolicyRule, urls: readonly string[]): void => {
    // A rule with resource names covers no path.
    if ((rule.resourceNames ?? []).length > 0) return
    for (const url of urls) if (!url.endsWith('*')) addVerbs(paths, url, rule.verbs)
    const open = urls.filter((url) => url.endsWith('*'))
    if (open.length > 0) otherPaths.push({ ...rule, nonResourceURLs: open })
  }
  return {
    add(rule) {
      const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
      if (nonResourceURLs.length > 0) addPaths(rule, nonResourceURLs)
      if (apiGroups.length * resources.length * Math.max(1, resourceNames.length) > maxIndexed) {
        others.push(rule)
        return
      }
      const names = resourceNames.length === 0 ? [allNames] : resourceNames.map(named)
      for (const group of apiGroups) {
        for (const resource of resources) {
          for (const name of names) addVerbs(verbs, keyOf(group, resource, name), rule.verbs)
        }
      }
    },
    covers(small) {
      const { verb, url, group, resource, name } = small
      if (url !== undefined) {
        if (hasVerb(paths.get(url), verb)) return true
        return otherPaths.some(
          (rule) => holds(rule.verbs, verb) && rule.nonResourceURLs?.some((owned) => pathCovers(owned, url)) === true,
        )
      }
      const names = name === undefined ? [allNames] : [allNames, named(name)]
      for (const ownedGroup of [group, '*']) {
        for (const ownedResource of wildcardsOf(resource)) {
          for (const owned of names) {
            if (hasVerb(verbs.get(keyOf(ownedGroup, ownedResource, owned)), verb)) return true
          }
        }
      }
      return others.some((rule) => coversResource(rule, small))
    },
  }
}

function addVerbs(index: Map<string, Set<string>>, key: string, verbs: readonly string[] | undefined): void {
  if (verbs === undefined) return
  let known = index.get(key)
  if (known === undefined) index.set(key, (known = new Set()))
  for (const verb of verbs) known.add(verb)
}

function hasVerb(verbs: ReadonlySet<string> | undefined, verb: string): boolean {
  return verbs !== undefined && (verbs.has(verb) || verbs.has('*'))
}

function keyOf(group: string, resource: string, name: string): string {
  return `${group} ${resource} ${name}`
}

function named(name: string): string {
  return `=${name}`
}

/** The resources of rules that cover a resource. */
function wildcardsOf(resource: string): readonly string[] {
  const slash = resource.indexOf('/')
  return slash < 0 ? ['*', resource] : ['*', resource, `*${resource.slice(slash)}`]
}

function coversResource(rule: PolicyRule, { verb, group, resource, name }: SmallRule): boolean {
  const { resources = [], resourceNames = [] } = rule
  return (
    holds(rule.verbs, verb) &&
    holds(rule.apiGroups, group) &&
    wildcardsOf(resource).some((owned) => resources.includes(owned)) &&
    (resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name)))
  )
}
