import { systemClock, type Clock, type UserInfo } from '@pinnace/meta'
import { readUnverifiedJwt, type UnverifiedJwt, type VerifiedClaims } from '../tokens/jwt.ts'
import type { TokenAuthenticator, TokenVerdict } from '../tokens/token-authenticator.ts'
import { TokenMap } from '../tokens/token-map.ts'
import { createDistributedClaim } from './distributed-claims.ts'
import { checkIdToken } from './oidc-claims.ts'
import { createIssuerKeys } from './oidc-keys.ts'
import { verifyIssuerToken } from './verify-issuer-token.ts'

/** Observes what an authenticator of an issuer does, for metrics. */
export interface IssuerObserver {
  /** A token of the issuer that was not in the cache was accepted or not. */
  onToken(result: 'success' | 'failure', durationMs: number): void
  /** The keys of the issuer were fetched; with their document where that succeeded. */
  onKeys(document: string | undefined): void
}

/** Options for {@link createIssuerAuthenticator}. */
export interface IssuerAuthenticatorOptions {
  readonly issuerUrl: string
  /** The discovery document. @default `<issuerUrl>/.well-known/openid-configuration` */
  readonly discoveryUrl?: string
  /** A token must be for one of them. */
  readonly audiences: readonly string[]
  readonly signingAlgorithms: readonly string[]
  /** PEM authorities of the issuer's serving certificate. @default those of the host */
  readonly ca?: string | undefined
  /**
   * The user of a token. Throws an Error for a token that is not accepted. Expressions ask `interrupted` as they iterate,
   * and end when it is true.
   */
  readonly readUser: (claims: VerifiedClaims, interrupted: () => boolean) => UserInfo
  /** A claim that is fetched where a token only refers to it. @default distributed claims are not fetched */
  readonly distributedClaim?: string | undefined
  readonly observer?: IssuerObserver
  /** Limit of one request to the issuer, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Shortest time between two requests for keys, in milliseconds. @default 10000 */
  readonly minRefetchMs?: number | undefined
  /** Most tokens whose verified signature is cached. @default 4096 */
  readonly maxEntries?: number | undefined
  readonly clock?: Clock | undefined
}

interface Known {
  readonly claims: VerifiedClaims
  readonly user: UserInfo
  /** Whether a claim was fetched: it may change while the token is valid. */
  readonly isDistributed: boolean
}

/** How long the look-up of a token may take until expressions end. It is shared by the requests that have the token. */
// upstream: apiserver/pkg/authentication/token/cache, sharedLookupTimeout
const lookupTimeoutMs = 30_000

/**
 * Creates an authenticator for the tokens of one issuer; it has no opinion on tokens of others. The discovery document
 * and the keys are fetched with the first token, and again when a token names an unknown key, at most once per
 * `minRefetchMs`.
 */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/oidc.go
export function createIssuerAuthenticator(options: IssuerAuthenticatorOptions): TokenAuthenticator {
  const { issuerUrl, signingAlgorithms, readUser, observer, clock = systemClock } = options
  const { maxEntries = 4096, timeoutMs = 30_000, minRefetchMs = 10_000, ca, discoveryUrl, audiences } = options
  const shared = { ca, timeoutMs, minRefetchMs, clock }
  const keys = createIssuerKeys({ ...shared, issuerUrl, discoveryUrl, onKeys: observer?.onKeys })
  const { distributedClaim: claim } = options
  const resolve =
    claim === undefined ? undefined : createDistributedClaim({ ...shared, claim, audiences, signingAlgorithms })
  const seen = new TokenMap<Known>({ maxEntries })
  let version = keys.version()
  return async (token): Promise<TokenVerdict | undefined> => {
    forgetAfterRotation()
    let known = seen.get(token)
    if (known === undefined) {
      const jwt = readUnverifiedJwt(token)
      if (jwt?.issuer !== issuerUrl) return undefined
      known = await observed(() => accept(token, jwt))
      forgetAfterRotation()
      if (!known.isDistributed) seen.set(token, known)
    }
    const expiresAtMs = checkIdToken(known.claims, options, clock.now())
    return { user: known.user, expiresAtMs }
  }

  async function accept(token: string, jwt: UnverifiedJwt): Promise<Known> {
    const endMs = clock.monotonic() + lookupTimeoutMs
    const claims = await verifyIssuerToken(token, jwt, keys, signingAlgorithms)
    checkIdToken(claims, options, clock.now())
    const resolved = await resolve?.(claims)
    const user = readUser(resolved ?? claims, () => clock.monotonic() >= endMs)
    return { claims, user, isDistributed: resolved !== undefined }
  }

  async function observed(authenticate: () => Promise<Known>): Promise<Known> {
    if (observer === undefined) return authenticate()
    const startMs = clock.monotonic()
    let result: 'success' | 'failure' = 'failure'
    try {
      const known = await authenticate()
      result = 'success'
      return known
    } finally {
      observer.onToken(result, clock.monotonic() - startMs)
    }
  }

  function forgetAfterRotation(): void {
    if (keys.version() === version) return
    version = keys.version()
    seen.clear()
  }
}
