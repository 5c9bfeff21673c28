import type { Decision } from '@pinnace/authz'
import { quote, type UserInfo } from '@pinnace/meta'
import type { ClusterRoleBinding, RoleBinding, RoleRef, Subject } from '@pinnace/types/rbac-v1'
import { describeSubject, subjectKey } from './subjects.ts'

/** As much of a binding as decisions need, ready to answer for each of its subjects. */
export interface Grant {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  /** Empty for a cluster role binding. */
  readonly namespace: string
  readonly roleRef: RoleRef
  readonly subjects: readonly Subject[]
  /** Place of the first subject that names the user or the group. */
  readonly users: ReadonlyMap<string, number>
  readonly groups: ReadonlyMap<string, number>
  /** What an allow by way of the subject at that place says; made when first asked for. */
  decision(place: number): Decision
}

/** Reads a binding; of a cluster role where `namespace` is empty. */
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
  const decisions = new Map<number, Decision>()

  function decision(place: number): Decision {
    let known = decisions.get(place)
    if (known === undefined) {
      known = Object.freeze({ effect: 'allow', reason: `RBAC: allowed by ${describe(subjects[place]!)}` })
      decisions.set(place, known)
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

/** Place of the first subject of the binding that is the user or one of the user's groups. */
// upstream: rule.go, appliesTo
export function firstSubject({ users, groups }: Grant, user: UserInfo): number {
  let place = users.get(user.username) ?? Infinity
  if (groups.size > 0) {
    for (const group of user.groups) place = Math.min(place, groups.get(group) ?? Infinity)
  }
  return place
}
