import type { RequestInfo, UserInfo } from '@pinnace/meta'
import type {
  FlowSchema,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '@pinnace/types/flowcontrol-v1'

const all = '*'
const none: readonly never[] = Object.freeze([])

/** True if a flow schema is for a request. */
// upstream: apiserver/pkg/util/flowcontrol/rule.go
export function matchesFlowSchema({ spec }: FlowSchema, user: UserInfo, info: RequestInfo): boolean {
  for (const rule of spec?.rules ?? none) if (matchesRule(rule, user, info)) return true
  return false
}

// Every request is asked about: loops, and nothing is allocated.
function matchesRule(rule: PolicyRulesWithSubjects, user: UserInfo, info: RequestInfo): boolean {
  if (!matchesAnySubject(rule.subjects, user)) return false
  if (info.isResourceRequest) {
    for (const resources of rule.resourceRules ?? none) if (matchesResources(resources, info)) return true
    return false
  }
  for (const paths of rule.nonResourceRules ?? none) if (matchesPaths(paths, info)) return true
  return false
}

function matchesAnySubject(subjects: readonly Subject[], user: UserInfo): boolean {
  for (const subject of subjects) if (matchesSubject(subject, user)) return true
  return false
}

function matchesSubject(
  { kind, user: named, group, serviceAccount }: Subject,
  { username, groups }: UserInfo,
): boolean {
  switch (kind) {
    case 'User':
      return named !== undefined && (named.name === all || named.name === username)
    case 'Group':
      return group !== undefined && (group.name === all || groups.includes(group.name))
    case 'ServiceAccount': {
      if (serviceAccount === undefined) return false
      const { namespace, name } = serviceAccount
      const prefix = `system:serviceaccount:${namespace}:`
      if (!username.startsWith(prefix)) return false
      return name === all || username.slice(prefix.length) === name
    }
    default:
      return false
  }
}

function matchesResources(
  { verbs, apiGroups, resources, namespaces, clusterScope }: ResourcePolicyRule,
  info: RequestInfo,
): boolean {
  if (!has(verbs, info.verb) || !has(apiGroups, info.group)) return false
  const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`
  if (!has(resources, resource)) return false
  return info.namespace === '' ? clusterScope === true : has(namespaces ?? none, info.namespace)
}

function matchesPaths({ verbs, nonResourceURLs }: NonResourcePolicyRule, { verb, path }: RequestInfo): boolean {
  return has(verbs, verb) && nonResourceURLs.some((pattern) => matchesPath(pattern, path))
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === all || pattern === path) return true
  return pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1))
}

function has(values: readonly string[], value: string): boolean {
  return values.includes(all) || values.includes(value)
}

/** What tells the flows of a schema apart. */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller.go, computeFlowDistinguisher
export function distinguish({ spec }: FlowSchema, user: UserInfo, info: RequestInfo): string {
  switch (spec?.distinguisherMethod?.type) {
    case 'ByUser':
      return user.username
    case 'ByNamespace':
      return info.namespace
    default:
      return ''
  }
}
