/** The user that the headers of a request name. */
export interface ImpersonatedUser {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** Names of service accounts: their namespace and name. */
export const serviceAccountUser: RegExp = /^system:serviceaccount:([^:]+):([^:]+)$/
