import type { Buffer } from 'node:buffer'
import { createHash, X509Certificate } from 'node:crypto'
import { bitStringBytes, derField, oidOf, readDer, readDerElements, type DerElement } from './der-reader.ts'
import { derTag } from './der-tags.ts'
import { oid } from './object-identifiers.ts'
import { readPemBlocks } from './pem.ts'

// What X509Certificate of node:crypto does not offer, read from the DER that it has parsed before.

/** One extension of a certificate. */
export interface CertificateExtension {
  readonly isCritical: boolean
  /** The value, DER. */
  readonly value: Buffer
}

/**
 * The certificates of a PEM text, in order; blocks of other types are skipped. Throws a TypeError for a certificate that
 * is malformed.
 */
export function parseCertificates(pem: string | Uint8Array): X509Certificate[] {
  const certificates: X509Certificate[] = []
  for (const { type, bytes } of readPemBlocks(pem)) {
    if (type !== 'CERTIFICATE') continue
    try {
      certificates.push(new X509Certificate(bytes))
    } catch (error) {
      throw new TypeError('x509: malformed certificate', { cause: error })
    }
  }
  return certificates
}

/** The subject's name, DER. */
export function subjectOf(certificate: X509Certificate): Buffer {
  // Serial number, algorithm, issuer, validity, subject; a version before them is tagged.
  const fields = certifiedFields(certificate.raw).filter(({ tag }) => tag !== 0xa0)
  return derField(fields, 4).whole
}

/**
 * The extensions of a certificate in DER, by the hex of their object identifiers' content. Throws a DerError where the
 * bytes, though OpenSSL could parse them, are not DER.
 */
export function readExtensions(certificate: Buffer): ReadonlyMap<string, CertificateExtension> {
  const extensions = new Map<string, CertificateExtension>()
  const field = certifiedFields(certificate).find(({ tag }) => tag === 0xa3)
  if (field === undefined) return extensions
  for (const { content } of readDerElements(readDer(field.content).content)) {
    const parts = readDerElements(content)
    const isCritical = parts.length === 3 && derField(parts, 1).content[0] !== 0
    extensions.set(oidOf(derField(parts, 0)), { isCritical, value: derField(parts, parts.length - 1).content })
  }
  return extensions
}

/** The `pathLenConstraint` of a basicConstraints value: how many intermediates may follow; `undefined` for no limit. */
export function readPathLength(basicConstraints: Buffer): number | undefined {
  const length = readDerElements(readDer(basicConstraints).content).find(({ tag }) => tag === derTag.integer)
  return length === undefined ? undefined : length.content.readUIntBE(0, Math.min(length.content.length, 6))
}

/** The subject key identifier of a certificate, which those it signs must state; `undefined` where it has none. */
export function keyIdentifierOf({ raw }: X509Certificate): Buffer | undefined {
  const extension = readExtensions(raw).get(oid.subjectKeyIdentifier)
  return extension === undefined ? undefined : readDer(extension.value).content
}

/** The identifier of a public key, given as SubjectPublicKeyInfo. */
// upstream: RFC 5280, 4.2.1.2 – SHA-1 of the key's bits; a name for a key, not a proof.
export function keyIdentifierFor(spki: Buffer): Buffer {
  const bits = derField(readDerElements(readDer(spki).content), 1)
  return createHash('sha1').update(bitStringBytes(bits)).digest()
}

function certifiedFields(raw: Buffer): DerElement[] {
  return readDerElements(readDer(readDer(raw).content).content)
}
