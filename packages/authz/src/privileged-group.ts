import { systemMasters } from '@pinnace/meta'
import type { Authorizer, Decision } from './authorizer.ts'

const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** Allows everything to the members of a group and has no opinion of others. */
// upstream: apiserver/pkg/authorization/authorizerfactory.NewPrivilegedGroups
export function privilegedGroup(group: string = systemMasters): Authorizer {
  const allow: Decision = Object.freeze({ effect: 'allow', reason: `member of ${group}` })
  return ({ user }) => (user.groups.includes(group) ? allow : noOpinion)
}
