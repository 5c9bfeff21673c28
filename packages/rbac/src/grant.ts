import type { Decision } from '@pinnace/authz'
import { quote, type UserInfo } from '@pinnace/meta'
import type { ClusterRoleBinding, RoleBinding, RoleRef, Subject } from '@pinnace/types/rbac-v1'
import { describeSubject, subjectKey } from './subjects.ts'

/** The parts of a binding that decisions need. */
export interface Grant {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  /** Empty for a cluster role binding. */
  readonly namespace: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
  /** The index of the first subject that names a user. */
  readonly users: ReadonlyMap<string, number>
  /** The index of the first subject that names a group. */
  readonly groups: ReadonlyMap<string, number>
  /** The decision that the binding gives to one of its subjects; made when it is first needed. */
  decision(subject: Subject): Decision
}

/** Reads a binding: a cluster role binding where `namespace` is empty. */
export function createGrant(binding: RoleBinding | ClusterRoleBinding, namespace: string): Grant {
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding'
  const { metadata, roleRef, subjects = [] } = binding
  const { name = '' } = metadata
  const users = new Map<string, number>()
  const groups = new Map<string, number>()
  subjects.forEach((subject, place) => {
    const found = subjectKey(subject, namespace)
    if (found === undefined) return
    const places = found.of === 'users' ? users : groups
    if (!places.has(found.key)) places.set(found.key, place)
  })
  const decisions = new Map<Subject, Decision>()

  function decision(subject: Subject): Decision {
    let known = decisions.get(subject)
    if (known === undefined) {
      known = Object.freeze({ effect: 'allow', reason: `RBAC: allowed by ${describe(subject)}` })
      decisions.set(subject, known)
    }
    return known
  }

  // upstream: rule.go, roleBindingDescriber – the name of a role binding stands before its namespace.
  function describe(subject: Subject): string {
    const full = namespace === '' ? name : `${name}/${namespace}`
    const role = `${roleRef.kind} ${quote(roleRef.name)}`
    return `${kind} ${quote(full)} of ${role} to ${describeSubject(subject, namespace)}`
  }

  return { kind, name, namespace, roleRef, subjects, users, groups, decision }
}

/** The first subject of the binding that is the user or one of the user's groups; `undefined` where none is. */
// upstream: rule.go, appliesTo
export function firstSubject({ subjects, users, groups }: Grant, user: UserInfo): Subject | undefined {
  let index = users.get(user.username) ?? Infinity
  if (groups.size > 0) {
    for (const group of user.groups) index = Math.min(index, groups.get(group) ?? Infinity)
  }
  return subjects[index]
}
