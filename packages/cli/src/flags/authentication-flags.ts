import { FlagError, readDuration, readHttpsUrl, readList, readOneOf, readSwitch, type Flag } from './flag.ts'
import { oidcFlags, type OidcFlags } from './oidc-flags.ts'

/** Authentication of requests. Files are paths, read when the server starts. */
export interface AuthenticationFlags extends OidcFlags {
  readonly anonymousAuth?: boolean
  readonly authenticationConfig?: string
  readonly apiAudiences?: readonly string[]
  readonly clientCaFile?: string
  readonly tokenAuthFile?: string
  readonly bootstrapTokenAuth?: boolean
  readonly serviceAccountKeyFiles?: readonly string[]
  readonly serviceAccountSigningKeyFile?: string
  readonly serviceAccountSigningEndpoint?: string
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
    name: 'authentication-config',
    placeholder: 'FILE',
    help: 'AuthenticationConfiguration with trusted issuers of JSON web tokens and anonymous requests; read again when it changes.',
    read: (value) => ({ authenticationConfig: value }),
  },
  {
    name: 'anonymous-auth',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Accepts unauthenticated requests as system:anonymous. (default true, false with AlwaysAllow)',
    read: (value) => ({ anonymousAuth: readSwitch('anonymous-auth', value) }),
  },
  {
    name: 'api-audiences',
    placeholder: 'LIST',
    help: 'Accepted audiences of tokens; a token needs one of them. (default the service account issuers)',
    read: (value, { apiAudiences }) => ({ apiAudiences: readList(value, apiAudiences) }),
  },
  {
    name: 'client-ca-file',
    placeholder: 'FILE',
    help: 'PEM certificate authorities for client certificates: the common name is the user, organizations are groups.',
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
    help: 'Accepts bootstrap tokens, which are secrets in the system namespace. (default false)',
    read: (value) => ({ bootstrapTokenAuth: readSwitch('enable-bootstrap-token-auth', value) }),
  },
  {
    name: 'service-account-key-file',
    placeholder: 'FILE',
    help: 'PEM keys that verify service account tokens, in addition to the signing key; repeatable.',
    read: (value, { serviceAccountKeyFiles = [] }) => ({ serviceAccountKeyFiles: [...serviceAccountKeyFiles, value] }),
  },
  {
    name: 'service-account-signing-key-file',
    placeholder: 'FILE',
    help: 'PEM private key that signs service account tokens. (default a new key for this process)',
    read: (value) => ({ serviceAccountSigningKeyFile: value }),
  },
  {
    name: 'service-account-signing-endpoint',
    placeholder: 'SOCKET',
    help: 'Path of the unix socket of an external signer of service account tokens (ExternalJWTSigner), which also has the keys that verify them. Excludes --service-account-signing-key-file, --service-account-key-file and --service-account-max-token-expiration.',
    read: (value) => ({ serviceAccountSigningEndpoint: value }),
  },
  {
    name: 'service-account-issuer',
    placeholder: 'URL',
    help: 'Issuer of service account tokens; repeatable: the first one issues tokens, all are accepted.',
    read: (value, { serviceAccountIssuers = [] }) => ({ serviceAccountIssuers: [...serviceAccountIssuers, value] }),
  },
  {
    name: 'service-account-jwks-uri',
    placeholder: 'URL',
    help: 'URL of the JSON web key set for relying parties. (default /openid/v1/jwks below the issuer)',
    read: (value) => ({ serviceAccountJwksUri: readHttpsUrl('service-account-jwks-uri', value) }),
  },
  {
    name: 'service-account-max-token-expiration',
    placeholder: 'DURATION',
    help: 'Maximum lifetime of service account tokens, from 1h to 2^32s; 0 means no limit. (default 0s)',
    read: (value) => ({ serviceAccountMaxTokenExpirationMs: readMaxExpiration(value) }),
  },
  {
    name: 'service-account-extend-token-expiration',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Extends the lifetime of tokens mounted into pods to a year, and reports their use after an hour. (default true)',
    read: (value) => ({
      serviceAccountExtendTokenExpiration: readSwitch('service-account-extend-token-expiration', value),
    }),
  },
  {
    name: 'service-account-lookup',
    placeholder: 'true|false',
    isSwitch: true,
    help: 'Checks that the secret and the service account of a secret-based token still exist. (default true)',
    read: (value) => ({ serviceAccountLookup: readSwitch('service-account-lookup', value) }),
  },
  ...oidcFlags,
  {
    name: 'authentication-token-webhook-config-file',
    placeholder: 'FILE',
    help: 'Kubeconfig of a webhook that authenticates tokens.',
    read: (value) => ({ tokenWebhookConfigFile: value }),
  },
  {
    name: 'authentication-token-webhook-cache-ttl',
    placeholder: 'DURATION',
    help: 'How long responses of the token webhook are cached. (default 2m0s)',
    read: (value) => ({ tokenWebhookCacheTtlMs: readDuration('authentication-token-webhook-cache-ttl', value) }),
  },
  {
    name: 'authentication-token-webhook-version',
    placeholder: 'v1beta1|v1',
    help: 'Version of the TokenReview sent to the webhook. (default v1beta1)',
    read: (value) => ({
      tokenWebhookVersion: readOneOf('authentication-token-webhook-version', value, ['v1beta1', 'v1']),
    }),
  },
  {
    name: 'requestheader-client-ca-file',
    placeholder: 'FILE',
    help: 'PEM certificate authorities of an authenticating proxy, which sends the user in headers.',
    read: (value) => ({ requestHeaderClientCaFile: value }),
  },
  {
    name: 'requestheader-allowed-names',
    placeholder: 'LIST',
    help: 'Allowed common names of the client certificate of the proxy. (default any)',
    read: (value, before) => ({ requestHeaderAllowedNames: readList(value, before.requestHeaderAllowedNames) }),
  },
  {
    name: 'requestheader-username-headers',
    placeholder: 'LIST',
    help: 'Headers for the user name; the first one with a value is used.',
    read: (value, before) => ({ requestHeaderUsernameHeaders: readList(value, before.requestHeaderUsernameHeaders) }),
  },
  {
    name: 'requestheader-uid-headers',
    placeholder: 'LIST',
    help: 'Headers for the UID; the first one with a value is used.',
    read: (value, before) => ({ requestHeaderUidHeaders: readList(value, before.requestHeaderUidHeaders) }),
  },
  {
    name: 'requestheader-group-headers',
    placeholder: 'LIST',
    help: 'Headers for groups; all values are used.',
    read: (value, before) => ({ requestHeaderGroupHeaders: readList(value, before.requestHeaderGroupHeaders) }),
  },
  {
    name: 'requestheader-extra-headers-prefix',
    placeholder: 'LIST',
    help: 'Prefixes of headers for extra values; the rest of the header name is the key.',
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
