/** The user of a request. */
export interface UserInfo {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** The group with every permission. */
export const systemMasters = 'system:masters'

/** The group of all authenticated users. */
export const systemAuthenticated = 'system:authenticated'

/** The user of unauthenticated requests. */
export const anonymousUser: UserInfo = Object.freeze({
  username: 'system:anonymous',
  groups: Object.freeze(['system:unauthenticated']),
  extra: Object.freeze({}),
})
