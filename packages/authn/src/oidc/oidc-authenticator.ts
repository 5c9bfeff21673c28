import { withErrorCodes } from '@pinnace/meta'
import type { TokenAuthenticator } from '../tokens/token-authenticator.ts'
import { createIssuerAuthenticator } from './issuer-authenticator.ts'
import { readIdTokenUser } from './oidc-claims.ts'
import { readOidcOptions, type OidcOptions } from './oidc-options.ts'

/**
 * Creates an authenticator for the ID tokens of one OpenID Connect issuer; it has no opinion on tokens of other issuers.
 * The discovery document and the keys are fetched with the first token, and again when a token names an unknown key, at
 * most once per `minRefetchMs`. Groups that are a distributed claim are fetched for each token that is not cached.
 * Throws a TypeError for invalid options.
 */
export function createOidcAuthenticator(options: OidcOptions): TokenAuthenticator {
  const { vocabulary, ca, timeoutMs, minRefetchMs, maxEntries, clock } = options
  const settings = withErrorCodes('authenticator-options', () => readOidcOptions(options))
  const { issuerUrl, clientId, signingAlgorithms, groupsClaim } = settings
  return createIssuerAuthenticator({
    issuerUrl,
    audiences: [clientId],
    signingAlgorithms,
    distributedClaim: groupsClaim,
    ca,
    timeoutMs,
    minRefetchMs,
    maxEntries,
    clock,
    readUser: (claims) => readIdTokenUser(claims, settings, vocabulary),
  })
}
