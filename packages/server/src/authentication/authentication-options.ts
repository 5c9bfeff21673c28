import type {
  AuthenticationConfiguration,
  ExternalTokenSigner,
  OidcOptions,
  RequestHeaderOptions,
  TokenFileEntry,
  WebhookTokenOptions,
} from '@pinnace/authn'

/**
 * How requests are authenticated, in addition to client certificates that the server issues itself. Authenticators
 * run in this order: request header, client certificates, token file, service accounts, bootstrap tokens, OpenID
 * Connect, webhook.
 */
export interface AuthenticationOptions {
  /** `--requestheader-*`: a proxy that sends the user in headers. */
  readonly requestHeader?: Omit<RequestHeaderOptions, 'authorities' | 'clock'> & {
    /** `--requestheader-client-ca-file`: the authority of the proxy's certificate, PEM. */
    readonly clientCa: string
  }
  /** `--client-ca-file`: authorities of client certificates, PEM. */
  readonly clientCa?: string
  /** `--token-auth-file`, read with `parseTokenFile`. */
  readonly tokens?: readonly TokenFileEntry[]
  /** How service account tokens are signed and verified. They are always accepted. */
  readonly serviceAccounts?: ServiceAccountTokenOptions
  /** `--enable-bootstrap-token-auth`: accepts tokens stored as secrets in the system namespace. @default false */
  readonly bootstrapTokens?: boolean
  /** `--oidc-*`: a trusted OpenID Connect issuer. */
  readonly oidc?: Omit<OidcOptions, 'vocabulary' | 'clock'>
  /** Trusted issuers of JSON web tokens, and anonymous requests. Excludes `oidc` and `configurationFile`. */
  readonly configuration?: AuthenticationConfiguration
  /**
   * `--authentication-config`: a file with an {@link AuthenticationConfiguration}, which is read again when it changes.
   * Excludes `oidc` and `configuration`.
   */
  readonly configurationFile?: string
  /** `--authentication-token-webhook-*`: a remote service that authenticates tokens. */
  readonly webhook?: Omit<WebhookTokenOptions, 'vocabulary' | 'apiAudiences' | 'clock' | 'random'>
}

/** How service account tokens are signed and verified. */
export interface ServiceAccountTokenOptions {
  /** `--service-account-issuer`: accepted issuers; the first one signs. @default that of the vocabulary */
  readonly issuers?: readonly string[]
  /** `--service-account-signing-key-file`, PEM. @default a key generated with the first token, lost with the process */
  readonly signingKey?: string
  /**
   * `--service-account-signing-endpoint`: signs tokens outside this process, and has the keys that verify them; closed with
   * the server. Excludes `signingKey`, `keys` and `maxExpirationSeconds`.
   */
  readonly signer?: ExternalTokenSigner
  /** `--service-account-key-file`, PEM: further verifying keys; several in one text are allowed. */
  readonly keys?: readonly string[]
  /** `--service-account-jwks-uri`: the URL of the keys. @default `/openid/v1/jwks` below the issuer */
  readonly jwksUri?: string
  /** `--service-account-max-token-expiration`, seconds: longer requests are shortened. @default no limit */
  readonly maxExpirationSeconds?: number
  /** `--service-account-extend-token-expiration` @default true */
  readonly extendExpiration?: boolean
  /** `--service-account-lookup` @default true */
  readonly lookup?: boolean
}
