import { createPublicKey, type KeyObject } from 'node:crypto'
import { derContext, derInteger, derOid, derSequence, derSet } from './der-writer.ts'
import { encodeDistinguishedName, type Subject } from './distinguished-name.ts'
import { oid } from './object-identifiers.ts'
import { formatPem } from './pem.ts'
import { signDer } from './sign-der.ts'
import { encodeSubjectAltNames, type SubjectAltNames } from './subject-alt-names.ts'
import { encodeBasicConstraints, encodeExtension } from './write-certificate.ts'

/** The fields of a certificate request that is to be written. */
export interface CertificateRequestFields extends Subject, Partial<SubjectAltNames> {
  /** Requests the certificate of an authority. @default false */
  readonly isAuthority?: boolean
}

/** Writes a PKCS#10 request and signs it with its own key, off the event loop. Returns PEM. */
// upstream: crypto/x509, CreateCertificateRequest
export async function signCertificateRequest(fields: CertificateRequestFields, privateKey: KeyObject): Promise<string> {
  const { isAuthority = false } = fields
  const names = encodeSubjectAltNames(fields)
  const extensions = [
    ...(names === undefined ? [] : [encodeExtension(oid.subjectAltName, false, names)]),
    ...(isAuthority ? [encodeExtension(oid.basicConstraints, true, encodeBasicConstraints(true))] : []),
  ]
  const attributes =
    extensions.length === 0 ? [] : [derSequence(derOid(oid.extensionRequest), derSet(derSequence(...extensions)))]
  const information = derSequence(
    derInteger(Uint8Array.of(0)),
    encodeDistinguishedName(fields),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    derContext(0, ...attributes),
  )
  return formatPem('CERTIFICATE REQUEST', await signDer(information, privateKey))
}
