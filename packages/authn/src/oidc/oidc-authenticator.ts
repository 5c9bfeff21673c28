import { systemClock, type UserInfo } from '@pinnace/meta'
import { readUnverifiedJwt, verifyJwt, type UnverifiedJwt, type VerifiedClaims } from '../tokens/jwt.ts'
import { checkIdToken, readIdTokenUser } from './oidc-claims.ts'
import { createIssuerKeys, type IssuerKey } from './oidc-keys.ts'
import { readOidcOptions, type OidcOptions } from './oidc-options.ts'
import type { TokenAuthenticator, TokenVerdict } from '../tokens/token-authenticator.ts'
import { TokenMap } from '../tokens/token-map.ts'

interface Known {
  readonly claims: VerifiedClaims
  readonly user: UserInfo
}

/**
 * Creates an authenticator for the ID tokens of one OpenID Connect issuer; it has no opinion on tokens of other issuers.
 * The discovery document and the keys are fetched with the first token, and again when a token names an unknown key, at
 * most once per `minRefetchMs`. Distributed claims are not supported: a token with distributed groups is rejected.
 * Throws a TypeError for invalid options.
 */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/oidc.go
export function createOidcAuthenticator(options: OidcOptions): TokenAuthenticator {
  const { vocabulary, ca, timeoutMs = 30_000, minRefetchMs = 10_000, maxEntries = 4096 } = options
  const { clock = systemClock } = options
  const settings = readOidcOptions(options)
  const { issuerUrl, signingAlgorithms } = settings
  const keys = createIssuerKeys({ issuerUrl, ca, timeoutMs, minRefetchMs, clock })
  const seen = new TokenMap<Known>({ maxEntries })
  let version = keys.version()
  return async (token): Promise<TokenVerdict | undefined> => {
    forgetAfterRotation()
    let known = seen.get(token)
    if (known === undefined) {
      const jwt = readUnverifiedJwt(token)
      if (jwt?.issuer !== issuerUrl) return undefined
      if (!signingAlgorithms.includes(jwt.algorithm)) {
        throw new Error(`oidc: verify token: unexpected signature algorithm ${JSON.stringify(jwt.algorithm)}`)
      }
      const claims = await verify(token, jwt)
      checkIdToken(claims, settings, clock.now())
      known = { claims, user: readIdTokenUser(claims, settings, vocabulary) }
      forgetAfterRotation()
      seen.set(token, known)
    }
    const expiresAtMs = checkIdToken(known.claims, settings, clock.now())
    return { user: known.user, expiresAtMs }
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
