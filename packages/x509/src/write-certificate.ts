import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'
import type { Random } from '@pinnace/meta'
import { readDer } from './der-reader.ts'
import {
  derBitString,
  derBoolean,
  derContext,
  derDottedOid,
  derElement,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derTime,
} from './der-writer.ts'
import { oid } from './object-identifiers.ts'
import { formatPem } from './pem.ts'
import { keyIdentifierFor } from './read-certificate.ts'
import { signDer, signDerSync } from './sign-der.ts'
import { signingAlgorithmOf } from './signature-algorithms.ts'
import { encodeSubjectAltNames, type SubjectAltNames } from './subject-alt-names.ts'

/** The period in which a certificate is valid. */
export interface Validity {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** What the key of a certificate may be used for. */
export interface CertificateUsages {
  /** The sum of bits of {@link keyUsage}; without any, the certificate does not state them. */
  readonly keyUsage: number
  /** Object identifiers of extended key usages, in dotted form. */
  readonly extended: readonly string[]
}

/** The bits of key usages. */
export const keyUsage = {
  digitalSignature: 1,
  contentCommitment: 2,
  keyEncipherment: 4,
  dataEncipherment: 8,
  keyAgreement: 16,
  certSign: 32,
  crlSign: 64,
  encipherOnly: 128,
  decipherOnly: 256,
} as const

/** The fields of a certificate that is to be written. */
export interface CertificateFields extends Validity, SubjectAltNames {
  /** The subject's name, DER. */
  readonly subject: Uint8Array
  /** The subject's public key, SubjectPublicKeyInfo in DER. */
  readonly spki: Buffer
  readonly usages: CertificateUsages
  /** Whether it may sign certificates. @default false */
  readonly isAuthority?: boolean
}

/** The authority that signs a certificate. */
export interface CertificateIssuer {
  /** Its name, DER. */
  readonly subject: Uint8Array
  /** The subject key identifier of its certificate; `undefined` where it has none. */
  readonly keyIdentifier: Buffer | undefined
  readonly privateKey: KeyObject
}

/** Signs a certificate with a serial number of 126 random bits, off the event loop. Returns PEM. */
export async function signCertificate(
  fields: CertificateFields,
  issuer: CertificateIssuer,
  random: Random,
): Promise<string> {
  return formatPem('CERTIFICATE', await signDer(encodeCertified(fields, issuer, random), issuer.privateKey))
}

/** As {@link signCertificate}, at once. With a P-256 key it takes a fraction of a millisecond. */
export function signCertificateSync(fields: CertificateFields, issuer: CertificateIssuer, random: Random): string {
  return formatPem('CERTIFICATE', signDerSync(encodeCertified(fields, issuer, random), issuer.privateKey))
}

/** The value of a basicConstraints extension. */
export function encodeBasicConstraints(isAuthority: boolean): Buffer {
  return isAuthority ? derSequence(derBoolean(true)) : derSequence()
}

/** One extension. */
export function encodeExtension(id: string, isCritical: boolean, value: Uint8Array): Buffer {
  return derSequence(derOid(id), ...(isCritical ? [derBoolean(true)] : []), derOctetString(value))
}

const version3 = derContext(0, derInteger(Uint8Array.of(2)))

function encodeCertified(fields: CertificateFields, issuer: CertificateIssuer, random: Random): Buffer {
  return derSequence(
    version3,
    derInteger(serialNumber(random)),
    signingAlgorithmOf(issuer.privateKey).identifier,
    issuer.subject,
    derSequence(derTime(fields.notBeforeMs), derTime(fields.notAfterMs)),
    fields.subject,
    fields.spki,
    derContext(3, derSequence(...extensionsOf(fields, issuer))),
  )
}

// upstream: crypto/x509, CreateCertificate – positive, and not zero
function serialNumber(random: Random): Buffer {
  const serial = Buffer.from(random.bytes(16))
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0)
  return serial
}

// upstream: crypto/x509, buildCertExtensions
function extensionsOf(fields: CertificateFields, { keyIdentifier }: CertificateIssuer): Buffer[] {
  const { usages, isAuthority = false } = fields
  const extensions: Buffer[] = []
  if (usages.keyUsage !== 0) extensions.push(encodeExtension(oid.keyUsage, true, encodeKeyUsage(usages.keyUsage)))
  if (usages.extended.length > 0) {
    extensions.push(encodeExtension(oid.extendedKeyUsage, false, derSequence(...usages.extended.map(derDottedOid))))
  }
  extensions.push(encodeExtension(oid.basicConstraints, true, encodeBasicConstraints(isAuthority)))
  if (isAuthority) {
    const own = derOctetString(keyIdentifierFor(fields.spki))
    extensions.push(encodeExtension(oid.subjectKeyIdentifier, false, own))
  }
  if (keyIdentifier !== undefined) {
    const value = derSequence(derElement(0x80, keyIdentifier))
    extensions.push(encodeExtension(oid.authorityKeyIdentifier, false, value))
  }
  const names = encodeSubjectAltNames(fields)
  // Without a subject, the alternative names are all that identifies the holder.
  const isNameless = readDer(Buffer.from(fields.subject)).content.length === 0
  if (names !== undefined) extensions.push(encodeExtension(oid.subjectAltName, isNameless, names))
  return extensions
}

/** A bit string whose first bit is the lowest of `usage`, without trailing zeros. */
function encodeKeyUsage(usage: number): Buffer {
  let bits = 0
  let last = 0
  for (let bit = 0; bit <= 8; bit++) {
    if ((usage & (1 << bit)) === 0) continue
    bits |= 0x8000 >> bit
    last = bit
  }
  return derBitString(Uint8Array.of(bits >> 8, bits & 0xff).subarray(0, last > 7 ? 2 : 1), 7 - (last & 7))
}
