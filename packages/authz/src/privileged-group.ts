import { systemMasters } from '@pinnace/meta'
import type { Authorizer, Decision } from './authorizer.ts'

const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** Allows the members of a group everything, and has no opinion on other users. */
// upstream: apiserver/pkg/authorization/authorizerfactory.NewPrivilegedGroups
export function privilegedGroup(group: string = systemMasters): Authorizer {
  const allow: Decision = Object.freeze({ effect: 'allow', reason: '' })
  return ({ user }) => (user.groups.includes(group) ? allow : noOpinion)
}
