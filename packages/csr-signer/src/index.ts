export {
  parseCertificateRequest,
  readCertificateRequest,
  type CertificateRequest,
  type DistinguishedName,
  type RequestedKey,
} from '@pinnace/x509'
export { createAuthoritySigner, type AuthoritySignerOptions } from './authority-signer.ts'
export { createBuiltInSigners, type AuthoritySource, type BuiltInSignersOptions } from './built-in-signers.ts'
export {
  createAuthority,
  loadAuthority,
  parseCertificates,
  rotateAuthority,
  type CertificateAuthority,
  type CreateAuthorityOptions,
  type LoadAuthorityOptions,
  type RotateAuthorityOptions,
} from './certificate-authority.ts'
export { createCertificateRequest, type CertificateRequestOptions } from './create-certificate-request.ts'
export type { CertificateFields } from './issue-certificate.ts'
export { createPrivateKeyPem, parsePrivateKey, type KeyType } from './key-pair.ts'
export {
  isNodeClientCert,
  isNodeServingCert,
  isSelfNodeClientCert,
  requestRecognisers,
  type RequestRecogniser,
} from './recognisers.ts'
export type { RequestRule } from './request-rules.ts'
export { clientRule, nodeClientRule, nodeServingRule } from './request-rules.ts'
export { collectionReason, collectionTime, requestState, type RequestState } from './request-state.ts'
export {
  findSigner,
  toSigningRequest,
  type CertificateSigningRequestLike,
  type Signer,
  type SigningAnswer,
  type SigningRequest,
} from './signer.ts'
export type { Subject } from './subject-name.ts'
export { readUsages, type CertificateUsages } from './usages.ts'
export type { Validity } from './validity.ts'
