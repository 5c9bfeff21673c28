import { FlagError, readHttpsUrl, readList, readOneOf, type Flag } from './flag.ts'

/** The one OpenID Connect issuer that is trusted. */
export interface OidcFlags {
  readonly oidcIssuerUrl?: string
  readonly oidcClientId?: string
  readonly oidcCaFile?: string
  readonly oidcUsernameClaim?: string
  readonly oidcUsernamePrefix?: string
  readonly oidcGroupsClaim?: string
  readonly oidcGroupsPrefix?: string
  readonly oidcRequiredClaims?: ReadonlyMap<string, string>
  readonly oidcSigningAlgorithms?: readonly string[]
}

export const oidcFlags: readonly Flag<OidcFlags>[] = [
  {
    name: 'oidc-issuer-url',
    placeholder: 'URL',
    help: 'The one OpenID Connect issuer whose ID tokens are taken; https.',
    read: (value) => ({ oidcIssuerUrl: readHttpsUrl('oidc-issuer-url', value) }),
  },
  {
    name: 'oidc-client-id',
    placeholder: 'ID',
    help: 'Audience its tokens must be for.',
    read: (value) => ({ oidcClientId: value }),
  },
  {
    name: 'oidc-ca-file',
    placeholder: 'FILE',
    help: "PEM authorities of the issuer's web certificate. (default those of the host)",
    read: (value) => ({ oidcCaFile: value }),
  },
  {
    name: 'oidc-username-claim',
    placeholder: 'CLAIM',
    help: 'Claim that names the user. (default sub)',
    read: (value) => ({ oidcUsernameClaim: value }),
  },
  {
    name: 'oidc-username-prefix',
    placeholder: 'PREFIX',
    help: 'Put before user names; - is none. (default the issuer and #, none for the claim email)',
    read: (value) => ({ oidcUsernamePrefix: value }),
  },
  {
    name: 'oidc-groups-claim',
    placeholder: 'CLAIM',
    help: 'Claim that lists groups.',
    read: (value) => ({ oidcGroupsClaim: value }),
  },
  {
    name: 'oidc-groups-prefix',
    placeholder: 'PREFIX',
    help: 'Put before groups.',
    read: (value) => ({ oidcGroupsPrefix: value }),
  },
  {
    name: 'oidc-required-claim',
    placeholder: 'KEY=VALUE',
    help: 'Claim that must be there with that value; repeatable.',
    read: (value, { oidcRequiredClaims }) => ({ oidcRequiredClaims: readClaims(value, oidcRequiredClaims) }),
  },
  {
    name: 'oidc-signing-algs',
    placeholder: 'LIST',
    help: 'Signing algorithms that are taken. (default RS256)',
    read: (value, { oidcSigningAlgorithms }) => ({
      oidcSigningAlgorithms: readList(value, oidcSigningAlgorithms).map((algorithm) =>
        readOneOf('oidc-signing-algs', algorithm, signingAlgorithms),
      ),
    }),
  },
]

// upstream: plugin/pkg/authenticator/token/oidc, allowedSigningAlgs
const signingAlgorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'] as const

function readClaims(value: string, before: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const claims = new Map(before)
  for (const pair of value.split(',')) {
    const equals = pair.indexOf('=')
    if (equals < 1) throw new FlagError(`--oidc-required-claim must be key=value, not ${JSON.stringify(pair)}`)
    claims.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim())
  }
  return claims
}
