import { FlagError, readDuration, readHttpsUrl, readList, readOneOf, readSwitch, type Flag } from './flag.ts'
import { oidcFlags, type OidcFlags } from './oidc-flags.ts'

/** Who is believed. Files are paths here, read when the server starts. */
export interface AuthenticationFlags extends OidcFlags {
  readonly anonymousAuth?: boolean
  readonly apiAudiences?: readonly string[]
  readonly clientCaFile?: string
  readonly tokenAuthFile?: string
  readonly bootstrapTokenAuth?: boolean
  readonly serviceAccountKeyFiles?: readonly string[]
  readonly serviceAccountSigningKeyFile?: string
  readonly serviceAccountIssuers?: readonly string[]
  readonly serviceAccountJwksUri?: string
  readonly serviceAccountMaxTokenExpirationMs?: number
  readonly serviceAccountExtendTokenExpiration?: boolean
  readonly serviceAccountLookup?: boolean
  readonly tokenWebhookConfigFile?: string
  readonly tokenWebhookCacheTtlMs?: number
  readonly tokenWebhookVersion?: 'v1' | 'v1beta1'
  readonly requestHeaderClientCaFile?: string
  readonly requestHeaderAllowedNames?: readonly string[]
  readonly requestHeaderUsernameHeaders?: readonly string[]
  readonly requestHeaderUidHeaders?: readonly string[]
  readonly requestHeaderGroupHeaders?: readonly string[]
  readonly requestHeaderExtraHeadersPrefix?: readonly string[]
}

export const authenticationFlags: readonly Flag<AuthenticationFlags>[] = [
  {
    name: 'anonymous-auth',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Takes requests nobody has named as system:anonymous. (default true, never with AlwaysAllow)',
    read: (value) => ({ anonymousAuth: readSwitch('anonymous-auth', value) }),
  },
  {
    name: 'api-audiences',
    placeholder: 'LIST',
    help: 'What tokens must be good for, one of them. (default the issuers of service accounts)',
    read: (value, { apiAudiences }) => ({ apiAudiences: readList(value, apiAudiences) }),
  },
  {
    name: 'client-ca-file',
    placeholder: 'FILE',
    help: 'PEM authorities whose client certificates name users: the common name, and organizations as groups.',
    read: (value) => ({ clientCaFile: value }),
  },
  {
    name: 'token-auth-file',
    placeholder: 'FILE',
    help: 'CSV file of bearer tokens: token,user,uid[,"group1,group2"].',
    read: (value) => ({ tokenAuthFile: value }),
  },
  {
    name: 'enable-bootstrap-token-auth',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Takes the bootstrap tokens kept as secrets in the system namespace. (default false)',
    read: (value) => ({ bootstrapTokenAuth: readSwitch('enable-bootstrap-token-auth', value) }),
  },
  {
    name: 'service-account-key-file',
    placeholder: 'FILE',
    help: 'PEM keys that service-account tokens are verified with, beside the signing key; repeatable.',
    read: (value, { serviceAccountKeyFiles = [] }) => ({ serviceAccountKeyFiles: [...serviceAccountKeyFiles, value] }),
  },
  {
    name: 'service-account-signing-key-file',
    placeholder: 'FILE',
    help: 'PEM private key that service-account tokens are signed with. (default one made for this run)',
    read: (value) => ({ serviceAccountSigningKeyFile: value }),
  },
  {
    name: 'service-account-issuer',
    placeholder: 'URL',
    help: 'Issuer of service-account tokens; repeatable: the first signs, all are taken.',
    read: (value, { serviceAccountIssuers = [] }) => ({ serviceAccountIssuers: [...serviceAccountIssuers, value] }),
  },
  {
    name: 'service-account-jwks-uri',
    placeholder: 'URL',
    help: 'Where relying parties find the keys. (default /openid/v1/jwks below the issuer)',
    read: (value) => ({ serviceAccountJwksUri: readHttpsUrl('service-account-jwks-uri', value) }),
  },
  {
    name: 'service-account-max-token-expiration',
    placeholder: 'DURATION',
    help: 'Longer tokens are shortened to it, from 1h to 2^32s; 0 is no bound. (default 0s)',
    read: (value) => ({ serviceAccountMaxTokenExpirationMs: readMaxExpiration(value) }),
  },
  {
    name: 'service-account-extend-token-expiration',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Lets the standard token of a pod live for a year, and reports it after its hour. (default true)',
    read: (value) => ({
      serviceAccountExtendTokenExpiration: readSwitch('service-account-extend-token-expiration', value),
    }),
  },
  {
    name: 'service-account-lookup',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Asks whether the secret and the account of a token kept in a secret are still there. (default true)',
    read: (value) => ({ serviceAccountLookup: readSwitch('service-account-lookup', value) }),
  },
  ...oidcFlags,
  {
    name: 'authentication-token-webhook-config-file',
    placeholder: 'FILE',
    help: 'Kubeconfig of a remote service that knows tokens.',
    read: (value) => ({ tokenWebhookConfigFile: value }),
  },
  {
    name: 'authentication-token-webhook-cache-ttl',
    placeholder: 'DURATION',
    help: 'How long its answers are remembered. (default 2m0s)',
    read: (value) => ({ tokenWebhookCacheTtlMs: readDuration('authentication-token-webhook-cache-ttl', value) }),
  },
  {
    name: 'authentication-token-webhook-version',
    placeholder: 'v1beta1|v1',
    help: 'Version of the TokenReview that is sent. (default v1beta1)',
    read: (value) => ({
      tokenWebhookVersion: readOneOf('authentication-token-webhook-version', value, ['v1beta1', 'v1']),
    }),
  },
  {
    name: 'requestheader-client-ca-file',
    placeholder: 'FILE',
    help: 'PEM authorities of a proxy that says in headers who is asking.',
    read: (value) => ({ requestHeaderClientCaFile: value }),
  },
  {
    name: 'requestheader-allowed-names',
    placeholder: 'LIST',
    help: 'Common names the certificate of the proxy may have. (default any)',
    read: (value, before) => ({ requestHeaderAllowedNames: readList(value, before.requestHeaderAllowedNames) }),
  },
  {
    name: 'requestheader-username-headers',
    placeholder: 'LIST',
    help: 'Headers of the user name; the first with a value counts.',
    read: (value, before) => ({ requestHeaderUsernameHeaders: readList(value, before.requestHeaderUsernameHeaders) }),
  },
  {
    name: 'requestheader-uid-headers',
    placeholder: 'LIST',
    help: 'Headers of the uid; the first with a value counts.',
    read: (value, before) => ({ requestHeaderUidHeaders: readList(value, before.requestHeaderUidHeaders) }),
  },
  {
    name: 'requestheader-group-headers',
    placeholder: 'LIST',
    help: 'Headers of groups; every value counts.',
    read: (value, before) => ({ requestHeaderGroupHeaders: readList(value, before.requestHeaderGroupHeaders) }),
  },
  {
    name: 'requestheader-extra-headers-prefix',
    placeholder: 'LIST',
    help: 'What headers of extra values begin with; the rest of the name is the key.',
    read: (value, before) => ({
      requestHeaderExtraHeadersPrefix: readList(value, before.requestHeaderExtraHeadersPrefix),
    }),
  },
]

// upstream: controlplane/apiserver/options, CompleteServiceAccount
function readMaxExpiration(value: string): number {
  const name = 'service-account-max-token-expiration'
  const durationMs = readDuration(name, value)
  if (durationMs !== 0 && (durationMs < 3_600_000 || durationMs > 2 ** 32 * 1000)) {
    throw new FlagError(`--${name} must be between 1 hour and 2^32 seconds, not ${JSON.stringify(value)}`)
  }
  return durationMs
}
