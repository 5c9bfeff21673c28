import { kubernetesVocabulary } from '@pinnace/meta'
import type { AuthorizerAttributes, PolicyRule } from '@pinnace/authz'
import {
  createRbacIndex,
  type ClusterRole,
  type ClusterRoleBinding,
  type RbacIndex,
  type Role,
  type RoleBinding,
  type Subject,
} from '../src/index.ts'

export const group = 'rbac.authorization.k8s.io'

/** `User alice`, `Group team`, `ServiceAccount robot`, `ServiceAccount robot/space`. */
function subject(text: string): Subject {
  const [kind = '', full = ''] = text.split(' ')
  if (kind !== 'ServiceAccount') return { kind, name: full, apiGroup: group }
  const [name = '', namespace] = full.split('/')
  return { kind, name, ...(namespace === undefined ? {} : { namespace }) }
}

export function clusterRole(
  name: string,
  rules: readonly PolicyRule[],
  labels: Record<string, string> = {},
): ClusterRole {
  return { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name, labels }, rules }
}

export function aggregated(
  name: string,
  matchLabels: Record<string, string>,
  labels: Record<string, string> = {},
): ClusterRole {
  return { ...clusterRole(name, [], labels), aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } }
}

export function role(namespace: string, name: string, rules: readonly PolicyRule[]): Role {
  return { apiVersion: `${group}/v1`, kind: 'Role', metadata: { name, namespace }, rules }
}

export function clusterBinding(name: string, roleName: string, ...subjects: string[]): ClusterRoleBinding {
  const roleRef = { apiGroup: group, kind: 'ClusterRole', name: roleName }
  const head = { apiVersion: `${group}/v1`, kind: 'ClusterRoleBinding' }
  return { ...head, metadata: { name }, subjects: subjects.map(subject), roleRef }
}

/** `roleName` is `ClusterRole x` or `Role x`. */
export function binding(namespace: string, name: string, roleName: string, ...subjects: string[]): RoleBinding {
  const [kind = '', roleRefName = ''] = roleName.split(' ')
  const roleRef = { apiGroup: group, kind, name: roleRefName }
  const head = { apiVersion: `${group}/v1`, kind: 'RoleBinding' }
  return { ...head, metadata: { name, namespace }, subjects: subjects.map(subject), roleRef }
}

const resources = new Map([
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
  ['RoleBinding', 'rolebindings'],
  ['ClusterRoleBinding', 'clusterrolebindings'],
] as const)

export function indexFrom(...objects: readonly (Role | ClusterRole | RoleBinding | ClusterRoleBinding)[]): RbacIndex {
  const index = createRbacIndex(kubernetesVocabulary)
  for (const object of objects) feed(index, object)
  return index
}

export function feed(index: RbacIndex, object: Role | ClusterRole | RoleBinding | ClusterRoleBinding): void {
  const resource = resources.get(object.kind as 'Role')!
  index.set(resource, object)
}

export function user(username: string, ...groups: string[]): AuthorizerAttributes['user'] {
  return { username, groups, extra: {} }
}

/**
 * `get pods`, `get apps/deployments`, `create pods/log@n`, `delete pods x@n`, `get /healthz`: a verb, then a path or
 * `[group.]resource[/subresource]` with the group before a colon, then a name and a namespace.
 */
export function request(who: AuthorizerAttributes['user'], text: string): AuthorizerAttributes {
  const [verb = '', rest = '', last = ''] = text.split(' ')
  const base = { user: who, verb, group: '', version: 'v1', namespace: '', resource: '', subresource: '', name: '' }
  if (rest.startsWith('/')) return { ...base, isResourceRequest: false, path: rest }
  const [what = '', firstNamespace = ''] = rest.split('@')
  const [name = '', namespace = firstNamespace] = last.split('@')
  const [group, full] = what.includes(':') ? (what.split(':') as [string, string]) : ['', what]
  const [resource = '', subresource = ''] = full.split('/')
  return { ...base, isResourceRequest: true, path: '', group, resource, subresource, name, namespace }
}

export function rule(verbs: string, groups: string, resources: string, names = ''): PolicyRule {
  const list = (text: string): string[] => text.split(',')
  const base = { verbs: list(verbs), apiGroups: list(groups).map((word) => (word === 'core' ? '' : word)) }
  return { ...base, resources: list(resources), ...(names === '' ? {} : { resourceNames: list(names) }) }
}

export function paths(verbs: string, urls: string): PolicyRule {
  return { verbs: verbs.split(','), nonResourceURLs: urls.split(',') }
}
