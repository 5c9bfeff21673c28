import type { UserInfo } from '@pinnace/meta'

/** The result for an accepted token. */
export interface TokenVerdict {
  readonly user: UserInfo
  /** The requested audiences that the token is for; absent where the authenticator does not know audiences. */
  readonly audiences?: readonly string[]
  /** When the verdict expires and must not be reused, in milliseconds since 1970. */
  readonly expiresAtMs?: number
  /** Audit annotations by full name, for example about a token used after its warning time. */
  readonly annotations?: Readonly<Record<string, string>>
  /** Warnings for the client. */
  readonly warnings?: readonly string[]
}

/**
 * Authenticates a bearer token. Returns `undefined` for a token that it does not know, and throws an Error with the reason
 * for one that it rejects. The token must be for one of `audiences`; `undefined` requires none.
 */
export type TokenAuthenticator = (
  token: string,
  audiences?: readonly string[],
) => Promise<TokenVerdict | undefined> | TokenVerdict | undefined
