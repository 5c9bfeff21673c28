/** Who a request is from. */
export interface UserInfo {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The group with every permission. */
export const systemMasters = 'system:masters'

/** The group of everyone an authenticator has named. */
export const systemAuthenticated = 'system:authenticated'

/** The name and group of a request nobody has named. */
export const anonymousUser: UserInfo = Object.freeze({
  username: 'system:anonymous',
  groups: Object.freeze(['system:unauthenticated']),
  extra: Object.freeze({}),
})
