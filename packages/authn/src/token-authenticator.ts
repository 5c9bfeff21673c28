import type { UserInfo } from '@pinnace/meta'

/** What an authenticator found a token to be. */
export interface TokenVerdict {
  readonly user: UserInfo
  /** Which of the audiences asked for the token is good for; absent where the authenticator knows no audiences. */
  readonly audiences?: readonly string[]
  /** The last moment this verdict may be given again without asking, milliseconds since 1970. */
  readonly expiresAtMs?: number
  /** For the audit log, by full annotation name: a token used beyond its warning time, say. */
  readonly annotations?: Readonly<Record<string, string>>
}

/**
 * Says whose a bearer token is: a verdict, `undefined` for "not a token of mine", or a thrown Error whose message says
 * what is wrong with it. `audiences` are those the token must be good for (one is enough); `undefined` asks nothing.
 */
export type TokenAuthenticator = (
  token: string,
  audiences?: readonly string[],
) => Promise<TokenVerdict | undefined> | TokenVerdict | undefined
