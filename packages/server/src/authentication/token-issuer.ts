import { createServiceAccountTokens, type ServiceAccountTokens } from '@pinnace/authn'
import type { Clock, Random, Vocabulary } from '@pinnace/meta'
import type { TokenIssuer } from '@pinnace/resources'
import type { ServiceAccountKeys } from './service-account-keys.ts'

/** Options for {@link createTokenIssuer}. */
export interface TokenIssuerOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly keys: ServiceAccountKeys
  readonly issuer: string
  readonly apiAudiences: readonly string[]
  readonly maxExpirationSeconds?: number
  readonly extendExpiration?: boolean
}

/**
 * Creates the issuer of service account tokens. Without a key, one is generated for the first token. What a request of
 * `serviceaccounts/token` may ask for is validated in `kinds/core/token-request.ts`.
 */
export function createTokenIssuer(options: TokenIssuerOptions): TokenIssuer {
  const { vocabulary, clock, random, keys, issuer, apiAudiences, maxExpirationSeconds, extendExpiration } = options
  let tokens: ServiceAccountTokens | undefined
  const open = (): ServiceAccountTokens =>
    (tokens ??= createServiceAccountTokens({
      vocabulary,
      clock,
      random,
      issuer,
      apiAudiences,
      signingKey: keys.signing(),
      ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
      ...(extendExpiration === undefined ? {} : { extendExpiration }),
    }))
  return {
    audiences: apiAudiences,
    sign: (request) => open().sign(request),
    signLegacy: (request) => open().signLegacy(request),
  }
}
