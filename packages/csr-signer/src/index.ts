export {
  parseCertificateRequest,
  parseCertificates,
  readCertificateRequest,
  type CertificateFields,
  type CertificateRequest,
  type CertificateUsages,
  type DistinguishedName,
  type RequestedKey,
  type Subject,
  type Validity,
} from '@pinnace/x509'
export { createAuthoritySigner, type AuthoritySignerOptions } from './authority-signer.ts'
export { createBuiltInSigners, type AuthoritySource, type BuiltInSignersOptions } from './built-in-signers.ts'
export {
  createAuthority,
  loadAuthority,
  rotateAuthority,
  type CertificateAuthority,
  type CreateAuthorityOptions,
  type LoadAuthorityOptions,
  type RotateAuthorityOptions,
} from './certificate-authority.ts'
export { createCertificateRequest, type CertificateRequestOptions } from './create-certificate-request.ts'
export { createPrivateKeyPem, parsePrivateKey, type KeyType } from './key-pair.ts'
export {
  isNodeClientCert,
  isNodeServingCert,
  isSelfNodeClientCert,
  requestRecognizers,
  type RequestRecognizer,
} from './recognizers.ts'
export { clientRule, nodeClientRule, nodeServingRule, type RequestRule } from './signer-request-rules.ts'
export { collectionReason, collectionTime } from './certificate-request-cleanup.ts'
export { requestState, type RequestState } from './request-state.ts'
export {
  findSigner,
  toSigningRequest,
  type CertificateSigningRequestLike,
  type Signer,
  type SigningAnswer,
  type SigningRequest,
} from './signer.ts'
export { readUsages } from './usages.ts'
