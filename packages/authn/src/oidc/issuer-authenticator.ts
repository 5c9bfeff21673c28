import { systemClock, type Clock, type UserInfo } from '@pinnace/meta'
import { readUnverifiedJwt, verifyJwt, type UnverifiedJwt, type VerifiedClaims } from '../tokens/jwt.ts'
import type { TokenAuthenticator, TokenVerdict } from '../tokens/token-authenticator.ts'
import { TokenMap } from '../tokens/token-map.ts'
import { checkIdToken } from './oidc-claims.ts'
import { createIssuerKeys, type IssuerKey } from './oidc-keys.ts'

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
  /** The user of a token. Throws an Error for a token that is not accepted. */
  readonly readUser: (claims: VerifiedClaims) => UserInfo
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
}

/**
 * Creates an authenticator for the tokens of one issuer; it has no opinion on tokens of others. The discovery document
 * and the keys are fetched with the first token, and again when a token names an unknown key, at most once per
 * `minRefetchMs`.
 */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/oidc.go
export function createIssuerAuthenticator(options: IssuerAuthenticatorOptions): TokenAuthenticator {
  const { issuerUrl, signingAlgorithms, readUser, observer, clock = systemClock } = options
  const { maxEntries = 4096 } = options
  const keys = createIssuerKeys({
    issuerUrl,
    discoveryUrl: options.discoveryUrl,
    ca: options.ca,
    timeoutMs: options.timeoutMs ?? 30_000,
    minRefetchMs: options.minRefetchMs ?? 10_000,
    clock,
    onKeys: observer?.onKeys,
  })
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
      seen.set(token, known)
    }
    const expiresAtMs = checkIdToken(known.claims, options, clock.now())
    return { user: known.user, expiresAtMs }
  }

  async function accept(token: string, jwt: UnverifiedJwt): Promise<Known> {
    if (!signingAlgorithms.includes(jwt.algorithm)) {
      throw new Error(`oidc: verify token: unexpected signature algorithm ${JSON.stringify(jwt.algorithm)}`)
    }
    const claims = await verify(token, jwt)
    checkIdToken(claims, options, clock.now())
    return { claims, user: readUser(claims) }
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

  async function verify(token: string, jwt: UnverifiedJwt): Promise<VerifiedClaims> {
    const first = await keys.current()
    try {
      return await verifyWith(first)
    } catch (error) {
      // upstream: coreos/go-oidc, RemoteKeySet.verify – the issuer may have new keys, also under an old name.
      const latest = await keys.refreshed()
      if (latest === first) throw error
      return verifyWith(latest)
    }

    async function verifyWith(known: readonly IssuerKey[]): Promise<VerifiedClaims> {
      const { algorithm, keyId } = jwt
      const candidates = known
        .filter(({ id, algorithms }) => (keyId === undefined || id === keyId) && algorithms.includes(algorithm))
        .map(({ publicKey }) => ({ algorithm, publicKey }))
      try {
        return await verifyJwt(token, jwt, candidates)
      } catch (cause) {
        throw new Error(`oidc: verify token: ${(cause as Error).message}`, { cause })
      }
    }
  }
}
