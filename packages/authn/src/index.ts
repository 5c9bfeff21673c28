export { acceptsAnonymous, userOrAnonymous } from './anonymous.ts'
export { intersectAudiences, withAudiences } from './tokens/audiences.ts'
export type { Authenticator } from './authenticator.ts'
export type {
  AnonymousConfiguration,
  AuthenticationConfiguration,
  ClaimMappings,
  ClaimValidationRule,
  ExtraMapping,
  IssuerConfiguration,
  JwtConfiguration,
  PrefixedClaim,
  UserValidationRule,
} from './configuration/authentication-configuration.ts'
export {
  createConfiguredAuthentication,
  type ConfiguredAuthentication,
  type ConfiguredAuthenticationOptions,
} from './configuration/configured-authentication.ts'
export type { IssuerObserver } from './oidc/issuer-authenticator.ts'
export { bearerAuthenticator, invalidToken, type BearerAuthenticatorOptions } from './tokens/bearer-authenticator.ts'
export { hasSpacedBearerToken, readBearerToken } from './tokens/bearer-token.ts'
export { createBootstrapTokenAuthenticator, type BootstrapTokenOptions } from './tokens/bootstrap-token.ts'
export { cachedTokenAuthenticator, type CachedTokenOptions } from './tokens/cached-token-authenticator.ts'
export {
  createClientCertificateAuthenticator,
  type ClientCertificateOptions,
} from './certificates/client-certificate.ts'
export { authenticateByHost, withHostUser } from './host-authenticator.ts'
export {
  CredentialsRejected,
  firstAuthenticator,
  type AuthenticatorFailure,
  withAuthenticatedGroup,
} from './first-authenticator.ts'
export { firstTokenAuthenticator } from './tokens/first-token-authenticator.ts'
export type { OidcOptions } from './oidc/oidc-options.ts'
export { createOidcAuthenticator } from './oidc/oidc-authenticator.ts'
export { loadRemoteService, parseRemoteService, type RemoteService } from './remote/remote-service.ts'
export { createRemoteTransport, type RemoteTransport, type RemoteTransportOptions } from './remote/remote-transport.ts'
export type { RemoteUser } from './remote/remote-user.ts'
export { loadRemoteUsers, parseRemoteUsers, type RemoteUsers } from './remote/webhook-credentials.ts'
export { createRequestHeaderAuthenticator, type RequestHeaderOptions } from './certificates/request-header.ts'
export { reviewToken, type TokenReviewOptions, type TokenReviewStatus } from './tokens/token-review.ts'
export type {
  ExternalSignature,
  ExternalTokenKey,
  ExternalTokenSigner,
} from './service-accounts/external-token-signer.ts'
export type { SecretObject } from './service-accounts/secret-object.ts'
export type { BoundReference } from './service-accounts/service-account-claims.ts'
export {
  jwks,
  openIdConfiguration,
  type OpenIdConfiguration,
  type PublicJwk,
} from './service-accounts/service-account-discovery.ts'
export type { ServiceAccountReader } from './service-accounts/bound-objects.ts'
export {
  createServiceAccountTokens,
  type IssuedServiceAccountToken,
  type ServiceAccountTokenRequest,
  type ServiceAccountTokens,
  type ServiceAccountTokensOptions,
} from './service-accounts/service-account-tokens.ts'
export {
  serviceAccountUser,
  serviceAccountUsername,
  type ServiceAccountIdentity,
} from './service-accounts/service-account-user.ts'
export {
  createServiceAccountAuthenticator,
  type ServiceAccountOptions,
  type ServiceAccountTokenUse,
} from './service-accounts/service-account-authenticator.ts'
export type { TokenAuthenticator, TokenVerdict } from './tokens/token-authenticator.ts'
export {
  createTokenFileAuthenticator,
  parseTokenFile,
  tokenFileTokenAuthenticator,
  type TokenFileEntry,
} from './tokens/token-file.ts'
export {
  loadTokenKeys,
  loadTokenSigningKey,
  toTokenKey,
  toTokenSigningKey,
  type TokenKey,
  type TokenSigningKey,
} from './tokens/token-keys.ts'
export {
  loadClientAuthorities,
  verifyClientCertificate,
  type ClientAuthorities,
  type ClientIdentity,
  type VerifiedPeer,
} from './certificates/verify-client-certificate.ts'
export { createWebhookTokenAuthenticator, type WebhookTokenOptions } from './tokens/webhook-token.ts'
export { isEqualSecret } from './tokens/is-equal-secret.ts'
