import { quote } from '@pinnace/meta'
import type { Subject } from '@pinnace/types/rbac-v1'

/** The prefix of the usernames of service accounts. */
const serviceAccountPrefix = 'system:serviceaccount:'

/**
 * The username or the group that a subject names. A service account is the user of that name; without a namespace, it is
 * in the namespace of the binding. Returns `undefined` for an unknown kind, and for a service account without a namespace
 * in a cluster role binding, whose `bindingNamespace` is empty.
 */
// upstream: registry/rbac/validation/rule.go, appliesToUser
export function subjectKey(
  { kind, name, namespace = '' }: Subject,
  bindingNamespace: string,
): { readonly of: 'users' | 'groups'; readonly key: string } | undefined {
  if (kind === 'User') return { of: 'users', key: name }
  if (kind === 'Group') return { of: 'groups', key: name }
  const home = namespace || bindingNamespace
  if (kind !== 'ServiceAccount' || home === '') return undefined
  return { of: 'users', key: `${serviceAccountPrefix}${home}:${name}` }
}

/** Formats a subject for a reason; the name of a service account comes before its namespace. */
// upstream: rule.go, describeSubject
export function describeSubject({ kind, name, namespace = '' }: Subject, bindingNamespace: string): string {
  return kind === 'ServiceAccount'
    ? `${kind} ${quote(`${name}/${namespace || bindingNamespace}`)}`
    : `${kind} ${quote(name)}`
}
