import { namespaceOf, type ApiObject } from './api-object.ts'
import { itemsOf, textOf } from './json.ts'

/** The names of the users and service accounts that bindings name, as authentication spells them. */
export function subjectsOf(bindings: readonly ApiObject[]): readonly string[] {
  const names = bindings.flatMap((binding) =>
    itemsOf(binding, 'subjects').flatMap((subject) => {
      const kind = textOf(subject, 'kind')
      const name = textOf(subject, 'name')
      if (kind === 'User') return [name]
      if (kind !== 'ServiceAccount') return []
      return [`system:serviceaccount:${textOf(subject, 'namespace') || namespaceOf(binding)}:${name}`]
    }),
  )
  return [...new Set(names)].sort()
}

/** A user and the groups it has: those that were given, and those that authentication adds. */
export function toSubject(user: string, groups: string): { readonly user: string; readonly groups: readonly string[] } {
  const given = groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '')
  const namespace = /^system:serviceaccount:([^:]+):[^:]+$/.exec(user)?.[1]
  const accounts = namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  const status = user === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'
  return { user, groups: [...new Set([...given, ...accounts, status])] }
}
