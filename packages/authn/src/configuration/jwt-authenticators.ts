import type { Clock, Vocabulary } from '@pinnace/meta'
import { createIssuerAuthenticator, type IssuerObserver } from '../oidc/issuer-authenticator.ts'
import { signingAlgorithms } from '../oidc/oidc-options.ts'
import { firstTokenAuthenticator } from '../tokens/first-token-authenticator.ts'
import type { TokenAuthenticator } from '../tokens/token-authenticator.ts'
import type { CompiledAuthentication } from './compile-authentication-configuration.ts'
import { mapClaims } from './map-claims.ts'

/** Options for {@link createJwtAuthenticators}. */
export interface JwtAuthenticatorOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Makes an observer of the authenticator of an issuer. */
  readonly observe?: (issuerUrl: string) => IssuerObserver
}

/** Creates an authenticator for the tokens of all issuers of a configuration. */
export function createJwtAuthenticators(
  { jwt }: CompiledAuthentication,
  { vocabulary, clock, observe }: JwtAuthenticatorOptions,
): TokenAuthenticator {
  return firstTokenAuthenticator(
    jwt.map((one) => {
      const { url = '', discoveryURL = '', certificateAuthority = '', audiences = [] } = one.issuer
      return createIssuerAuthenticator({
        issuerUrl: url,
        audiences,
        signingAlgorithms,
        clock,
        distributedClaim: one.mappings.groups?.claim,
        readUser: (claims, interrupted) => mapClaims(claims, one, { vocabulary, interrupted }),
        ...(discoveryURL === '' ? {} : { discoveryUrl: discoveryURL }),
        ...(certificateAuthority === '' ? {} : { ca: certificateAuthority }),
        ...(observe === undefined ? {} : { observer: observe(url) }),
      })
    }),
  )
}
