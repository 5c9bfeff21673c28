import type { UserInfo } from '@pinnace/meta'

/** A user as reviews show it, without what is empty. */
export function shownUser({ username, uid, groups, extra }: UserInfo): object {
  return {
    username,
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}
