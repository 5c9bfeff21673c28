import { FlagError, readHttpsUrl, readList, readOneOf, type Flag } from './flag.ts'

/** The trusted OpenID Connect issuer. */
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
    help: 'Issuer of accepted OpenID Connect ID tokens; https.',
    read: (value) => ({ oidcIssuerUrl: readHttpsUrl('oidc-issuer-url', value) }),
  },
  {
    name: 'oidc-client-id',
    placeholder: 'ID',
    help: 'Required audience of ID tokens.',
    read: (value) => ({ oidcClientId: value }),
  },
  {
    name: 'oidc-ca-file',
    placeholder: 'FILE',
    help: "PEM certificate authorities for the issuer's server certificate. (default those of the host)",
    read: (value) => ({ oidcCaFile: value }),
  },
  {
    name: 'oidc-username-claim',
    placeholder: 'CLAIM',
    help: 'Claim for the user name. (default sub)',
    read: (value) => ({ oidcUsernameClaim: value }),
  },
  {
    name: 'oidc-username-prefix',
    placeholder: 'PREFIX',
    help: 'Prefix of user names; - disables it. (default the issuer URL and #, none for the claim email)',
    read: (value) => ({ oidcUsernamePrefix: value }),
  },
  {
    name: 'oidc-groups-claim',
    placeholder: 'CLAIM',
    help: 'Claim for the groups.',
    read: (value) => ({ oidcGroupsClaim: value }),
  },
  {
    name: 'oidc-groups-prefix',
    placeholder: 'PREFIX',
    help: 'Prefix of groups.',
    read: (value) => ({ oidcGroupsPrefix: value }),
  },
  {
    name: 'oidc-required-claim',
    placeholder: 'KEY=VALUE',
    help: 'Required claim with its value; repeatable.',
    read: (value, { oidcRequiredClaims }) => ({ oidcRequiredClaims: readClaims(value, oidcRequiredClaims) }),
  },
  {
    name: 'oidc-signing-algs',
    placeholder: 'LIST',
    help: 'Accepted signing algorithms. (default RS256)',
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
