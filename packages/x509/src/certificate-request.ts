import { Buffer } from 'node:buffer'

import { bitStringBytes, DerError, derTag, readDer, readDerElements, readDerOf, type DerElement } from './der-reader.ts'
import { readDistinguishedName, type DistinguishedName } from './distinguished-name.ts'
import { readPemBlocks } from './pem.ts'
import { readRequestedKey, type RequestedKey } from './requested-key.ts'
import { requestSignatureError } from './request-signature.ts'
import { readSubjectAltNames, type SubjectAltNames } from './subject-alt-names.ts'

/** A PKCS#10 request, read. */
export interface CertificateRequest extends SubjectAltNames {
  readonly der: Buffer
  readonly subject: DistinguishedName
  readonly key: RequestedKey
  /** Object identifiers, as hex of their encoding, of the extensions asked for. */
  readonly extensions: ReadonlyMap<string, Buffer>
  /** Asks to be an authority. */
  readonly isAuthority: boolean
  /** Why the request does not prove that its sender has the key; `undefined` where it does. */
  signatureError(): string | undefined
}

const extensionRequest = '2a864886f70d01090e'
const subjectAltName = '551d11'
const basicConstraints = '551d13'
const noNames: SubjectAltNames = { dnsNames: [], emailAddresses: [], ipAddresses: [], uris: [] }

/**
 * Reads a request in PEM, exactly one block. Throws a {@link DerError} where it cannot be read; whether it is signed with
 * its own key is asked of the result.
 */
// upstream: pkg/apis/certificates/helpers.go, ParseCSR
export function parseCertificateRequest(pem: string | Uint8Array): CertificateRequest {
  const blocks = readPemBlocks(pem)
  const first = blocks.next().value
  if (first?.type !== 'CERTIFICATE REQUEST') throw new DerError('PEM block type must be CERTIFICATE REQUEST')
  // Stricter than upstream, which reads the first block and says nothing of the rest.
  if (blocks.next().done !== true) throw new DerError('exactly one PEM block is allowed')
  return readCertificateRequest(first.bytes)
}

/** Reads a request in DER, as {@link parseCertificateRequest} does. */
// upstream: crypto/x509, ParseCertificateRequest
export function readCertificateRequest(bytes: Uint8Array): CertificateRequest {
  const der = Buffer.from(bytes)
  const whole = readDerOf(derTag.sequence, der, 'certificateRequest')
  if (whole.whole.length < der.length) throw new DerError('asn1: syntax error: trailing data')
  const [certified, algorithm, signature] = fieldsOf(whole, 3)
  const information = readDerOf(derTag.sequence, certified!.whole, 'tbsCertificateRequest')
  const [version, subject, spki, ...others] = fieldsOf(information, 3)
  readDerOf(derTag.integer, version!.whole, '')
  readDerOf(derTag.sequence, algorithm!.whole, 'AlgorithmIdentifier')
  readDerOf(derTag.bitString, signature!.whole, 'BitString')
  const key = readRequestedKey(readDerOf(derTag.sequence, spki!.whole, 'publicKeyInfo').whole)
  const extensions = requestedExtensions(others)
  const names = extensions.get(subjectAltName)
  const constraints = extensions.get(basicConstraints)
  return Object.freeze({
    der,
    subject: readDistinguishedName(subject!.whole),
    key,
    extensions,
    isAuthority: constraints !== undefined && asksToBeAuthority(constraints),
    ...(names === undefined ? noNames : readSubjectAltNames(names)),
    signatureError: () => requestSignatureError(information.whole, algorithm!, bitStringBytes(signature!), key),
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
    const [type, values] = fieldsOf(attribute, 2)
    if (type!.content.toString('hex') !== extensionRequest) continue
    for (const extension of readDerElements(readDer(values!.content).content)) {
      const parts = fieldsOf(extension, 2)
      const id = parts[0]!.content.toString('hex')
      if (found.has(id)) throw new DerError('x509: certificate request contains duplicate requested extensions')
      found.set(id, parts.at(-1)!.content)
    }
  }
  return found
}

function asksToBeAuthority(constraints: Buffer): boolean {
  const first = readDerElements(readDerOf(derTag.sequence, constraints, 'basicConstraints').content)[0]
  return first?.tag === derTag.boolean && first.content[0] !== 0
}
