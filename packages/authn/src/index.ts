export { withAnonymous, type AnonymousOptions } from './anonymous.ts'
export { intersectAudiences, withAudiences } from './audiences.ts'
export type { Authenticator } from './authenticator.ts'
export { bearerAuthenticator, type BearerAuthenticatorOptions } from './bearer-authenticator.ts'
export { readBearerToken } from './bearer-token.ts'
export { createClientCertificateAuthenticator, type ClientCertificateOptions } from './client-certificate.ts'
export { firstAuthenticator, withAuthenticatedGroup } from './first-authenticator.ts'
export { firstTokenAuthenticator } from './first-token-authenticator.ts'
export { reviewToken, type TokenReviewOptions, type TokenReviewStatus } from './review-token.ts'
export type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'
export {
  createTokenFileAuthenticator,
  parseTokenFile,
  tokenFileTokenAuthenticator,
  type TokenFileEntry,
} from './token-file.ts'
export {
  loadClientAuthorities,
  verifyClientCertificate,
  type ClientAuthorities,
  type ClientIdentity,
  type VerifiedPeer,
} from './verify-client-certificate.ts'
