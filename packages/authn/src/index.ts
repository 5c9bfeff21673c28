export { withAnonymous, type AnonymousOptions } from './anonymous.ts'
export { intersectAudiences, withAudiences } from './audiences.ts'
export type { Authenticator } from './authenticator.ts'
export { bearerAuthenticator, invalidToken, type BearerAuthenticatorOptions } from './bearer-authenticator.ts'
export { readBearerToken } from './bearer-token.ts'
export { createBootstrapTokenAuthenticator, type BootstrapTokenOptions } from './bootstrap-token.ts'
export { cachedTokenAuthenticator, type CachedTokenOptions } from './cached-token-authenticator.ts'
export { createClientCertificateAuthenticator, type ClientCertificateOptions } from './client-certificate.ts'
export { firstAuthenticator, withAuthenticatedGroup } from './first-authenticator.ts'
export { firstTokenAuthenticator } from './first-token-authenticator.ts'
export type { OidcOptions } from './oidc-options.ts'
export { createOidcAuthenticator } from './oidc.ts'
export { loadRemoteService, parseRemoteService, type RemoteService } from './remote-service.ts'
export { createRemoteTransport, type RemoteTransport, type RemoteTransportOptions } from './remote-transport.ts'
export type { RemoteUser } from './remote-user.ts'
export { loadRemoteUsers, parseRemoteUsers, type RemoteUsers } from './remote-users.ts'
export { createRequestHeaderAuthenticator, type RequestHeaderOptions } from './request-header.ts'
export { reviewToken, type TokenReviewOptions, type TokenReviewStatus } from './review-token.ts'
export type { SecretObject } from './secret-object.ts'
export type { BoundReference } from './service-account-claims.ts'
export { jwks, openIdConfiguration, type OpenIdConfiguration, type PublicJwk } from './service-account-discovery.ts'
export type { ServiceAccountReader } from './service-account-objects.ts'
export {
  createServiceAccountTokens,
  type IssuedServiceAccountToken,
  type ServiceAccountTokenRequest,
  type ServiceAccountTokens,
  type ServiceAccountTokensOptions,
} from './service-account-tokens.ts'
export { serviceAccountUser, serviceAccountUsername, type ServiceAccountIdentity } from './service-account-user.ts'
export { createServiceAccountAuthenticator, type ServiceAccountOptions } from './service-account.ts'
export type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'
export {
  createTokenFileAuthenticator,
  parseTokenFile,
  tokenFileTokenAuthenticator,
  type TokenFileEntry,
} from './token-file.ts'
export {
  loadTokenKeys,
  loadTokenSigningKey,
  toTokenKey,
  toTokenSigningKey,
  type TokenKey,
  type TokenSigningKey,
} from './token-keys.ts'
export {
  loadClientAuthorities,
  verifyClientCertificate,
  type ClientAuthorities,
  type ClientIdentity,
  type VerifiedPeer,
} from './verify-client-certificate.ts'
export { createWebhookTokenAuthenticator, type WebhookTokenOptions } from './webhook-token.ts'
