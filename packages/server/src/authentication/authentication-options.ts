import type { OidcOptions, RequestHeaderOptions, TokenFileEntry, WebhookTokenOptions } from '@pinnace/authn'

/**
 * Who is believed, beside the client certificates the server issues itself. Asked in this order: the proxy, client
 * certificates, tokens of a list, service accounts, bootstrap tokens, OpenID Connect, the webhook.
 */
export interface AuthenticationOptions {
  /** `--requestheader-*`: a proxy that says in headers who is asking. */
  readonly requestHeader?: Omit<RequestHeaderOptions, 'authorities' | 'clock'> & {
    /** `--requestheader-client-ca-file`: who signs the proxy's certificate, PEM. */
    readonly clientCa: string
  }
  /** `--client-ca-file`: authorities whose client certificates name users, PEM. */
  readonly clientCa?: string
  /** `--token-auth-file`, read with `parseTokenFile`. */
  readonly tokens?: readonly TokenFileEntry[]
  /** How tokens of service accounts are signed and verified. They are always taken. */
  readonly serviceAccounts?: ServiceAccountTokenOptions
  /** `--enable-bootstrap-token-auth`: takes the tokens kept as secrets in the system namespace. @default false */
  readonly bootstrapTokens?: boolean
  /** `--oidc-*`: the one OpenID Connect issuer that is trusted. */
  readonly oidc?: Omit<OidcOptions, 'vocabulary' | 'clock'>
  /** `--authentication-token-webhook-*`: a remote service that knows tokens. */
  readonly webhook?: Omit<WebhookTokenOptions, 'vocabulary' | 'apiAudiences' | 'clock' | 'random'>
}

/** How tokens of service accounts are signed and verified. */
export interface ServiceAccountTokenOptions {
  /** `--service-account-issuer`: whose tokens are taken; the first one signs. @default that of the vocabulary */
  readonly issuers?: readonly string[]
  /** `--service-account-signing-key-file`, PEM. @default a key made when it is first needed, gone with the process */
  readonly signingKey?: string
  /** `--service-account-key-file`, PEM, several each: they verify beside the signing key. */
  readonly keys?: readonly string[]
  /** `--service-account-jwks-uri`: where relying parties find the keys. @default `/openid/v1/jwks` below the issuer */
  readonly jwksUri?: string
  /** `--service-account-max-token-expiration`, seconds: longer requests are shortened. @default no bound */
  readonly maxExpirationSeconds?: number
  /** `--service-account-extend-token-expiration` @default true */
  readonly extendExpiration?: boolean
  /** `--service-account-lookup` @default true */
  readonly lookup?: boolean
}

const names = new Set<keyof AuthenticationOptions>([
  'requestHeader',
  'clientCa',
  'tokens',
  'serviceAccounts',
  'bootstrapTokens',
  'oidc',
  'webhook',
])

const serviceAccountNames = new Set<keyof ServiceAccountTokenOptions>([
  'issuers',
  'signingKey',
  'keys',
  'jwksUri',
  'maxExpirationSeconds',
  'extendExpiration',
  'lookup',
])

/** Checks what the parts do not check themselves; a TypeError names the option that is wrong. */
export function assertAuthenticationOptions(options: AuthenticationOptions): void {
  assertNames('authentication', options, names)
  const { serviceAccounts = {} } = options
  assertNames('authentication.serviceAccounts', serviceAccounts, serviceAccountNames)
  const { issuers, maxExpirationSeconds } = serviceAccounts
  if (issuers !== undefined && (issuers.length === 0 || issuers.includes(''))) {
    throw new TypeError('authentication.serviceAccounts.issuers must name at least one issuer, and none that is empty')
  }
  // upstream: controlplane/apiserver/options, CompleteServiceAccount – an hour to 2^32 seconds
  if (maxExpirationSeconds !== undefined && !(maxExpirationSeconds >= 3600 && maxExpirationSeconds <= 2 ** 32)) {
    throw new TypeError('authentication.serviceAccounts.maxExpirationSeconds must be between 1 hour and 2^32 seconds')
  }
}

function assertNames(called: string, options: object, known: ReadonlySet<string>): void {
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw new TypeError(`${called} has no option ${JSON.stringify(name)}`)
  }
}
