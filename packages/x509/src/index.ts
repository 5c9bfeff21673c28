export { parseCertificateRequest, readCertificateRequest, type CertificateRequest } from './certificate-request.ts'
export { DerError, readDer, readDerElements, type DerElement } from './der-reader.ts'
export { encodeDistinguishedName, type DistinguishedName, type Subject } from './distinguished-name.ts'
export { extendedKeyUsage, oid } from './object-identifiers.ts'
export { generateP256KeyPair, type P256KeyPair } from './p256-key-pair.ts'
export { formatPem, readPemBlocks, type PemBlock } from './pem.ts'
export {
  keyIdentifierFor,
  keyIdentifierOf,
  parseCertificates,
  readExtensions,
  readPathLength,
  subjectOf,
  type CertificateExtension,
} from './read-certificate.ts'
export { readRequestedKey, type RequestedKey } from './requested-key.ts'
export type { SubjectAltNames } from './subject-alt-names.ts'
export {
  keyUsage,
  signCertificate,
  signCertificateSync,
  type CertificateFields,
  type CertificateIssuer,
  type CertificateUsages,
  type Validity,
} from './write-certificate.ts'
export { signCertificateRequest, type CertificateRequestFields } from './write-certificate-request.ts'
