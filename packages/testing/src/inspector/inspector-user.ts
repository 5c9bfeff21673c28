import { systemMasters, type UserInfo } from '@pinnace/meta'
import type { InterceptedRequest } from '@pinnace/server'

/** The user of the link of the inspector. */
export const inspectorUser: UserInfo = Object.freeze({
  username: 'system:inspector',
  groups: Object.freeze([systemMasters]),
  extra: Object.freeze({}),
})

/** Whether a request comes from the inspector: no fault happens to it, and it is not logged. */
export function isOfInspector({ info, user }: InterceptedRequest): boolean {
  return info.path.startsWith('/inspector/') || user.username === inspectorUser.username
}
