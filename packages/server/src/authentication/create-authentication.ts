import {
  bearerAuthenticator,
  createBootstrapTokenAuthenticator,
  createClientCertificateAuthenticator,
  createOidcAuthenticator,
  createRequestHeaderAuthenticator,
  createServiceAccountAuthenticator,
  createWebhookTokenAuthenticator,
  firstTokenAuthenticator,
  loadClientAuthorities,
  tokenFileTokenAuthenticator,
  withAudiences,
  type Authenticator,
  type TokenAuthenticator,
} from '@pinnace/authn'
import { noMetrics, type Clock, type Metrics, type PathHandler, type Random, type Vocabulary } from '@pinnace/meta'
import type { TokenIssuer } from '@pinnace/resources'
import type { AuthenticationOptions } from './authentication-options.ts'
import { createTokenUseCounter, withCertificateLifetimes } from './credential-metrics.ts'
import { assertJwksUri, createIssuerDiscovery } from './issuer-discovery.ts'
import { createLastUseLabels } from './label-last-use.ts'
import { createServiceAccountKeys } from './service-account-keys.ts'
import { createTokenIssuer } from './token-issuer.ts'
import { createServiceAccountReader, createSystemSecretReader, type TokenObjects } from './token-objects.ts'
import { keepTokenRemarks } from './token-remarks.ts'
import { withDefaultAudiences } from './with-default-audiences.ts'

/** An authenticator and its name in explanations. */
export interface NamedAuthenticator {
  readonly name: string
  readonly authenticate: Authenticator
}

/** Authentication of a server. */
export interface Authentication {
  /** In the order they run. */
  readonly authenticators: readonly NamedAuthenticator[]
  /** Authenticates the token of a TokenReview. */
  readonly authenticateToken: TokenAuthenticator
  readonly apiAudiences: readonly string[]
  /** Signs the tokens of service accounts. */
  readonly tokens: TokenIssuer
  /** Answers `/.well-known/openid-configuration` and `/openid/v1/jwks`. */
  readonly issuerDiscovery: PathHandler
}

/** Settings for {@link createAuthentication}. */
export interface AuthenticationSettings {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  /** Authenticates client certificates that the server has issued. */
  readonly ownCertificates: Authenticator
  readonly options: AuthenticationOptions
  /** Authenticates the tokens of the issuers of the structured configuration. */
  readonly configured: TokenAuthenticator | undefined
  /** @default the issuers of service account tokens */
  readonly apiAudiences: readonly string[] | undefined
  /** Token authenticators of the host, which run after the others. */
  readonly tokenAuthenticators: readonly TokenAuthenticator[]
}

/**
 * Reads keys and authorities, once. The function it returns creates authentication over the objects of a server, and of
 * each fork. Throws a TypeError for a key or an authority that cannot be read.
 */
export function createAuthentication(
  settings: AuthenticationSettings,
): (objects: TokenObjects, externalAddress: () => string) => Authentication {
  const { vocabulary, clock, random, ownCertificates, options } = settings
  const { requestHeader, clientCa, tokens = [], serviceAccounts = {}, bootstrapTokens = false } = options
  const { issuers = [vocabulary.defaultServiceAccountIssuer], lookup } = serviceAccounts
  const [issuer = vocabulary.defaultServiceAccountIssuer] = issuers
  const apiAudiences = settings.apiAudiences ?? issuers
  const keys = createServiceAccountKeys(serviceAccounts)
  const certificates = certificateAuthenticator(ownCertificates, clientCa, settings)
  const isCounted = settings.metrics !== noMetrics
  const certificate = isCounted ? withCertificateLifetimes(certificates, settings) : certificates
  const onUse = isCounted ? createTokenUseCounter(settings.metrics) : undefined
  const beforeTokens: readonly NamedAuthenticator[] = [
    ...(requestHeader === undefined ? [] : [proxyAuthenticator(requestHeader, clock)]),
    { name: 'client certificate', authenticate: certificate },
  ]
  const tokenFile = tokens.length === 0 ? [] : [withAudiences(apiAudiences, tokenFileTokenAuthenticator(tokens))]
  const remote = remoteTokenAuthenticators(settings, apiAudiences)
  const { jwksUri } = serviceAccounts
  assertJwksUri(jwksUri)
  const { maxExpirationSeconds = serviceAccounts.signer?.maxExpirationSeconds, ...settled } = serviceAccounts
  const tokenIssuer = createTokenIssuer({
    ...settled,
    ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    vocabulary,
    clock,
    random,
    keys,
    issuer,
    apiAudiences,
  })
  return (objects, externalAddress) => {
    const { labelSecret: label } = objects
    const serviceAccountTokens = createServiceAccountAuthenticator({
      vocabulary,
      clock,
      issuers,
      keys: keys.verifying,
      refreshKeys: keys.refresh,
      apiAudiences,
      reader: createServiceAccountReader(objects),
      ...(lookup === undefined ? {} : { lookup }),
      ...(onUse === undefined ? {} : { onUse }),
      ...(label === undefined ? {} : { onLegacySecret: createLastUseLabels({ vocabulary, clock, label }) }),
    })
    const readSecret = createSystemSecretReader(objects, vocabulary)
    const bootstrap = bootstrapTokens
      ? [withAudiences(apiAudiences, createBootstrapTokenAuthenticator({ vocabulary, clock, readSecret }))]
      : []
    const authenticateToken = firstTokenAuthenticator([...tokenFile, serviceAccountTokens, ...bootstrap, ...remote])
    const bearer = bearerAuthenticator(authenticateToken, { apiAudiences, onVerdict: keepTokenRemarks })
    return {
      authenticators: [...beforeTokens, { name: 'bearer token', authenticate: bearer }],
      authenticateToken,
      apiAudiences,
      tokens: tokenIssuer,
      issuerDiscovery: createIssuerDiscovery({ issuer, jwksUri, externalAddress, keys }),
    }
  }
}

function remoteTokenAuthenticators(
  { vocabulary, clock, random, options: { oidc, webhook }, configured, tokenAuthenticators }: AuthenticationSettings,
  apiAudiences: readonly string[],
): readonly TokenAuthenticator[] {
  return [
    ...(oidc === undefined
      ? []
      : [withAudiences(apiAudiences, createOidcAuthenticator({ ...oidc, vocabulary, clock }))]),
    ...(configured === undefined ? [] : [withAudiences(apiAudiences, configured)]),
    ...(webhook === undefined
      ? []
      : [createWebhookTokenAuthenticator({ ...webhook, vocabulary, clock, random, apiAudiences })]),
    ...tokenAuthenticators.map((authenticate) => withDefaultAudiences(apiAudiences, authenticate)),
  ]
}

function proxyAuthenticator(
  { clientCa, ...headers }: NonNullable<AuthenticationOptions['requestHeader']>,
  clock: Clock,
): NamedAuthenticator {
  const authorities = loadClientAuthorities(clientCa)
  return { name: 'request header', authenticate: createRequestHeaderAuthenticator({ ...headers, authorities, clock }) }
}

// upstream: one pool holds every authority: a certificate of one is not rejected for not being of another.
function certificateAuthenticator(
  own: Authenticator,
  clientCa: string | undefined,
  { vocabulary, clock }: Pick<AuthenticationSettings, 'vocabulary' | 'clock'>,
): Authenticator {
  if (clientCa === undefined) return own
  const others = createClientCertificateAuthenticator({
    vocabulary,
    authorities: loadClientAuthorities(clientCa),
    clock,
  })
  return (request) => {
    let user: ReturnType<Authenticator>
    try {
      user = own(request)
    } catch {
      return others(request)
    }
    return user ?? others(request)
  }
}
