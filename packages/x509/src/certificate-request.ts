import { Buffer } from 'node:buffer'
import {
  bitStringBytes,
  DerError,
  derField,
  oidOf,
  readDer,
  readDerElements,
  readDerOf,
  type DerElement,
} from './der-reader.ts'
import { derTag } from './der-tags.ts'
import { readDistinguishedName, type DistinguishedName } from './distinguished-name.ts'
import { oid } from './object-identifiers.ts'
import { readPemBlocks } from './pem.ts'
import { requestSignatureError } from './request-signature.ts'
import { readRequestedKey, type RequestedKey } from './requested-key.ts'
import { readSubjectAltNames, type SubjectAltNames } from './subject-alt-names.ts'

/** A PKCS#10 certificate request. */
export interface CertificateRequest extends SubjectAltNames {
  readonly der: Buffer
  readonly subject: DistinguishedName
  readonly key: RequestedKey
  /** The values of the requested extensions, by the hex of their object identifiers' content. */
  readonly extensions: ReadonlyMap<string, Buffer>
  /** Whether the certificate of an authority is requested. */
  readonly isAuthority: boolean
  /** Why the request does not prove possession of its private key; `undefined` if it does. */
  signatureError(): string | undefined
}

const noNames: SubjectAltNames = { dnsNames: [], emailAddresses: [], ipAddresses: [], uris: [] }

/**
 * Parses a request in PEM, exactly one block. Throws a {@link DerError} if it is malformed. The signature is verified by
 * `signatureError` of the result, not here.
 */
// upstream: pkg/apis/certificates/helpers.go, ParseCSR
export function parseCertificateRequest(pem: string | Uint8Array): CertificateRequest {
  const blocks = readPemBlocks(pem)
  const first = blocks.next().value
  if (first?.type !== 'CERTIFICATE REQUEST') throw new DerError('PEM block type must be CERTIFICATE REQUEST')
  // Stricter than upstream, which reads the first block and ignores the rest.
  if (blocks.next().done !== true) throw new DerError('exactly one PEM block is allowed')
  return readCertificateRequest(first.bytes)
}

/** Reads a request in DER, as {@link parseCertificateRequest} does. */
// upstream: crypto/x509, ParseCertificateRequest
export function readCertificateRequest(bytes: Uint8Array): CertificateRequest {
  const der = Buffer.from(bytes)
  const whole = readDerOf(derTag.sequence, der, 'certificateRequest')
  if (whole.whole.length < der.length) throw new DerError('asn1: syntax error: trailing data')
  const outer = fieldsOf(whole, 3)
  const information = readDerOf(derTag.sequence, derField(outer, 0).whole, 'tbsCertificateRequest')
  const fields = fieldsOf(information, 3)
  readDerOf(derTag.integer, derField(fields, 0).whole, '')
  const algorithm = readDerOf(derTag.sequence, derField(outer, 1).whole, 'AlgorithmIdentifier')
  const signature = readDerOf(derTag.bitString, derField(outer, 2).whole, 'BitString')
  const key = readRequestedKey(readDerOf(derTag.sequence, derField(fields, 2).whole, 'publicKeyInfo').whole)
  const extensions = requestedExtensions(fields.slice(3))
  const names = extensions.get(oid.subjectAltName)
  const constraints = extensions.get(oid.basicConstraints)
  return Object.freeze({
    der,
    subject: readDistinguishedName(derField(fields, 1).whole),
    key,
    extensions,
    isAuthority: constraints !== undefined && requestsAuthority(constraints),
    ...(names === undefined ? noNames : readSubjectAltNames(names)),
    signatureError: () => requestSignatureError(information.whole, algorithm, bitStringBytes(signature), key),
  })
}

function fieldsOf({ content }: DerElement, atLeast: number): DerElement[] {
  const fields = readDerElements(content)
  if (fields.length < atLeast) throw new DerError('asn1: syntax error: sequence truncated')
  return fields
}

// upstream: crypto/x509, parseCSRExtensions
function requestedExtensions(others: readonly DerElement[]): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  const attributes = others.find(({ tag }) => tag === 0xa0)
  if (attributes === undefined) return found
  for (const attribute of readDerElements(attributes.content)) {
    const fields = fieldsOf(attribute, 2)
    if (oidOf(fields[0]) !== oid.extensionRequest) continue
    for (const extension of readDerElements(readDer(derField(fields, 1).content).content)) {
      const parts = fieldsOf(extension, 2)
      const id = oidOf(parts[0])
      if (found.has(id)) throw new DerError('x509: certificate request contains duplicate requested extensions')
      found.set(id, derField(parts, parts.length - 1).content)
    }
  }
  return found
}

function requestsAuthority(constraints: Buffer): boolean {
  const first = readDerElements(readDerOf(derTag.sequence, constraints, 'basicConstraints').content)[0]
  return first?.tag === derTag.boolean && first.content[0] !== 0
}
