import { quote } from '@pinnace/meta'
import type { Subject } from '@pinnace/types/rbac-v1'

/** First words of the user name of every service account. */
const serviceAccountPrefix = 'system:serviceaccount:'

/**
 * Who a subject stands for: a user name, or a group. A service account is the user of that name; without a namespace
 * it is one of the binding's (`''` for a cluster role binding, where it is nobody).
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

/** A subject as reasons print it; a service account's name stands before its namespace. */
// upstream: rule.go, describeSubject
export function describeSubject({ kind, name, namespace = '' }: Subject, bindingNamespace: string): string {
  return kind === 'ServiceAccount'
    ? `${kind} ${quote(`${name}/${namespace || bindingNamespace}`)}`
    : `${kind} ${quote(name)}`
}
