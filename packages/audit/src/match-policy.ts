import type { UserInfo } from '@pinnace/meta'
import type { AuditLevel, AuditStage } from './audit-event.ts'
import type { AuditGroupResources, AuditPolicy, AuditRule } from './audit-policy.ts'

/** What a policy matches a request by. */
export interface AuditAttributes {
  readonly user: UserInfo
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly path: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** How much of a request is recorded. */
export interface AuditDecision {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<AuditStage>
  readonly omitManagedFields: boolean
}

const notAudited: AuditDecision = { level: 'None', omitStages: new Set(), omitManagedFields: false }

/** The decision of the first rule that matches; level `None` if no rule does. */
// upstream: apiserver/pkg/audit/policy/checker.go
export function decideAudit(policy: AuditPolicy, attributes: AuditAttributes): AuditDecision {
  const rule = policy.rules.find((candidate) => matches(candidate, attributes))
  if (rule === undefined) return notAudited
  return {
    level: rule.level,
    omitStages: new Set([...(policy.omitStages ?? []), ...(rule.omitStages ?? [])]),
    omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields ?? false,
  }
}

function matches(rule: AuditRule, attributes: AuditAttributes): boolean {
  const { users = [], userGroups = [], verbs = [], resources = [], namespaces = [], nonResourceURLs = [] } = rule
  const { user, verb, isResourceRequest, namespace, path } = attributes
  if (!includesOrEmpty(users, user.username) || !includesOrEmpty(verbs, verb)) return false
  if (userGroups.length > 0 && !user.groups.some((group) => userGroups.includes(group))) return false
  if (nonResourceURLs.length > 0) return !isResourceRequest && nonResourceURLs.some((url) => matchesPath(url, path))
  if (resources.length === 0 && namespaces.length === 0) return true
  if (!isResourceRequest || !includesOrEmpty(namespaces, namespace)) return false
  return resources.length === 0 || resources.some((entry) => matchesResource(entry, attributes))
}

function matchesResource(
  { group: wantedGroup = '', resources = [], resourceNames = [] }: AuditGroupResources,
  { group, resource, subresource, name }: AuditAttributes,
): boolean {
  if (wantedGroup !== group) return false
  if (resources.length === 0) return true
  if (resourceNames.length > 0 && !resourceNames.includes(name)) return false
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const patterns = ['*', full, `*/${subresource}`, `${resource}/*`]
  return resources.some((pattern) => patterns.includes(pattern))
}

function matchesPath(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1).replace(/\/$/, '')))
}

function includesOrEmpty(wanted: readonly string[], value: string): boolean {
  return wanted.length === 0 || wanted.includes(value)
}
