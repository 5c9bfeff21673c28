import type { Clock, Vocabulary } from '@pinnace/meta'
import type { UserClaims } from './oidc-claims.ts'
import { usernamePrefixOf } from './username-prefix.ts'

/** Options for `createOidcAuthenticator`, one for each `--oidc-*` flag. */
export interface OidcOptions {
  readonly vocabulary: Vocabulary
  /** `--oidc-issuer-url`: https, without query, fragment or user. */
  readonly issuerUrl: string
  /** `--oidc-client-id`: the audience every token must be for. */
  readonly clientId: string
  /** `--oidc-ca-file`: PEM authorities of the issuer's web certificate. @default those of the host */
  readonly ca?: string
  /** `--oidc-username-claim` @default 'sub' */
  readonly usernameClaim?: string
  /** `--oidc-username-prefix`: `-` for none. @default the issuer's URL and `#`, and none for the claim `email` */
  readonly usernamePrefix?: string
  /** `--oidc-groups-claim`: a claim that is an array of strings, or one string. */
  readonly groupsClaim?: string
  /** `--oidc-groups-prefix` */
  readonly groupsPrefix?: string
  /** `--oidc-required-claim`: claims that must be present with exactly this value. */
  readonly requiredClaims?: Readonly<Record<string, string>>
  /** `--oidc-signing-algs` @default ['RS256'] */
  readonly signingAlgorithms?: readonly string[]
  /** Limit of one request to the issuer, in milliseconds. @default 30000 */
  readonly timeoutMs?: number
  /** Shortest time between two requests for keys, in milliseconds. @default 10000 */
  readonly minRefetchMs?: number
  /** Most tokens whose verified signature is cached. @default 4096 */
  readonly maxEntries?: number
  readonly clock?: Clock
}

/** The options with their defaults. */
export interface OidcSettings extends UserClaims {
  readonly issuerUrl: string
  readonly clientId: string
  readonly signingAlgorithms: readonly string[]
}

/** The algorithms that issuers may sign with; none whose key a client could know. */
// upstream: plugin/pkg/authenticator/token/oidc, allowedSigningAlgs
export const signingAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
]

/** Checks the options. Throws a TypeError for options with which an issuer could not be trusted. */
export function readOidcOptions(options: OidcOptions): OidcSettings {
  const { issuerUrl, clientId, usernameClaim = 'sub', usernamePrefix = '', groupsClaim, groupsPrefix = '' } = options
  const { requiredClaims = {}, signingAlgorithms: algorithms = ['RS256'] } = options
  assertIssuer(issuerUrl)
  if (clientId === '') throw new TypeError('the OpenID Connect client id must not be empty')
  if (usernameClaim === '') throw new TypeError('the OpenID Connect username claim must not be empty')
  if (algorithms.length === 0) throw new TypeError('at least one OpenID Connect signing algorithm is needed')
  for (const algorithm of algorithms) {
    if (!signingAlgorithms.includes(algorithm)) {
      throw new TypeError(`unsupported OpenID Connect signing algorithm ${JSON.stringify(algorithm)}`)
    }
  }
  return {
    issuerUrl,
    clientId,
    usernameClaim,
    usernamePrefix: usernamePrefixOf(usernamePrefix, usernameClaim, issuerUrl),
    groupsClaim: groupsClaim === '' ? undefined : groupsClaim,
    groupsPrefix,
    requiredClaims: new Map(Object.entries(requiredClaims)),
    signingAlgorithms: algorithms,
  }
}

// upstream: apiserver/pkg/apis/apiserver/validation, validateIssuerURL
function assertIssuer(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new TypeError('the OpenID Connect issuer must be an https URL')
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('the OpenID Connect issuer URL must not contain a username or password')
  }
  if (text.includes('?')) throw new TypeError('the OpenID Connect issuer URL must not contain a query')
  if (text.includes('#')) throw new TypeError('the OpenID Connect issuer URL must not contain a fragment')
}
