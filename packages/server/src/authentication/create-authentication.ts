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
import type { Clock, Random, Vocabulary } from '@pinnace/meta'
import type { TokenIssuer } from '@pinnace/resources'
import type { NonResourceHandler } from '../http/non-resource.ts'
import type { ServerAccess } from '../server-access.ts'
import type { ServedResources } from '../served-resources.ts'
import type { AuthenticationOptions } from './authentication-options.ts'
import { createIssuerDiscovery } from './issuer-discovery.ts'
import { createServiceAccountKeys } from './service-account-keys.ts'
import { readServiceAccountObjects, readSystemSecret } from './stored-objects.ts'
import { createTokenIssuer } from './token-issuer.ts'
import { vouchFor } from './vouch-for.ts'

/** Everything a server knows about who is asking. */
export interface Authentication {
  /** What says who a request is from, in the order asked, with what it is called when a request is explained. */
  readonly authenticators: readonly { readonly name: string; readonly authenticate: Authenticator }[]
  /** Whose a bearer token is, for reviews. */
  readonly authenticateToken: TokenAuthenticator
  readonly apiAudiences: readonly string[]
  /** Signs the tokens of service accounts. */
  readonly tokens: TokenIssuer
  /** Answers `/.well-known/openid-configuration` and `/openid/v1/jwks`. */
  readonly issuerDiscovery: NonResourceHandler
}

/** What {@link createAuthentication} needs of a server. */
export interface AuthenticationParts {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly access: ServerAccess
  readonly options: AuthenticationOptions
  /** @default the issuers of service accounts */
  readonly apiAudiences: readonly string[] | undefined
  /** A host's own, asked after the others. */
  readonly tokenAuthenticators: readonly TokenAuthenticator[]
}

/**
 * Reads keys and authorities once; what it returns wires them with the objects of a server, and again with those of its
 * forks. Throws a TypeError where a key or an authority cannot be read.
 */
export function createAuthentication(parts: AuthenticationParts): (resources: ServedResources) => Authentication {
  const { vocabulary, clock, random, access, options } = parts
  const { requestHeader, clientCa, tokens = [], serviceAccounts = {}, bootstrapTokens = false, oidc, webhook } = options
  const { issuers = [vocabulary.defaultServiceAccountIssuer] } = serviceAccounts
  const apiAudiences = parts.apiAudiences ?? issuers
  const keys = createServiceAccountKeys(serviceAccounts)
  const before: Authentication['authenticators'] = [
    ...(requestHeader === undefined ? [] : [proxy(requestHeader, clock)]),
    { name: 'client certificate', authenticate: certificateOf(access.authenticate, clientCa, vocabulary, clock) },
  ]
  const ofFile = tokens.length === 0 ? [] : [withAudiences(apiAudiences, tokenFileTokenAuthenticator(tokens))]
  const ofOthers = [
    ...(oidc === undefined
      ? []
      : [withAudiences(apiAudiences, createOidcAuthenticator({ ...oidc, vocabulary, clock }))]),
    ...(webhook === undefined
      ? []
      : [createWebhookTokenAuthenticator({ ...webhook, vocabulary, clock, random, apiAudiences })]),
    ...parts.tokenAuthenticators.map((authenticate) => vouchFor(apiAudiences, authenticate)),
  ]
  const issuerDiscovery = createIssuerDiscovery({ issuer: issuers[0]!, jwksUri: serviceAccounts.jwksUri, keys })
  const tokenIssuer = createTokenIssuer({
    ...serviceAccounts,
    vocabulary,
    clock,
    random,
    keys,
    issuer: issuers[0]!,
    apiAudiences,
  })
  return (resources) => {
    const ofServiceAccounts = createServiceAccountAuthenticator({
      vocabulary,
      clock,
      issuers,
      keys: keys.verifying,
      apiAudiences,
      reader: readServiceAccountObjects(resources),
      ...(serviceAccounts.lookup === undefined ? {} : { lookup: serviceAccounts.lookup }),
    })
    const readSecret = readSystemSecret(resources, vocabulary)
    const ofBootstrap = bootstrapTokens
      ? [withAudiences(apiAudiences, createBootstrapTokenAuthenticator({ vocabulary, clock, readSecret }))]
      : []
    const authenticateToken = firstTokenAuthenticator([...ofFile, ofServiceAccounts, ...ofBootstrap, ...ofOthers])
    const bearer = bearerAuthenticator(authenticateToken, { apiAudiences })
    return {
      authenticators: [...before, { name: 'bearer token', authenticate: bearer }],
      authenticateToken,
      apiAudiences,
      tokens: tokenIssuer,
      issuerDiscovery,
    }
  }
}

function proxy(
  { clientCa, ...headers }: NonNullable<AuthenticationOptions['requestHeader']>,
  clock: Clock,
): Authentication['authenticators'][number] {
  const authorities = loadClientAuthorities(clientCa)
  return { name: 'request header', authenticate: createRequestHeaderAuthenticator({ ...headers, authorities, clock }) }
}

// upstream: one pool holds every authority, so a certificate of one of them is not refused for not being of another.
function certificateOf(
  own: Authenticator,
  clientCa: string | undefined,
  vocabulary: Vocabulary,
  clock: Clock,
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
