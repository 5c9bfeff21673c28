import { Buffer } from 'node:buffer'
import { DerError, derField, oidOf, readDer, readDerElements, readDerOf } from './der-reader.ts'
import { derTag } from './der-tags.ts'
import { derOid, derSequence, derSet, derUtf8String } from './der-writer.ts'
import { oid } from './object-identifiers.ts'

/** The subject of a certificate or of a request, as far as Kubernetes reads it. */
export interface DistinguishedName {
  /** The last common name; empty where there is none. */
  readonly commonName: string
  /** In order. */
  readonly organizations: readonly string[]
  /** The whole name, DER. */
  readonly der: Buffer
}

/** The subject of a certificate that is to be written. */
export interface Subject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

/** Reads a name. Throws a {@link DerError} where a common name or an organization is not text. */
// upstream: crypto/x509/pkix, FillFromRDNSequence – an attribute counts wherever it stands, also beside others.
export function readDistinguishedName(der: Buffer): DistinguishedName {
  const commonNames: string[] = []
  const organizations: string[] = []
  for (const { content: attributes } of readDerElements(readDerOf(derTag.sequence, der, 'RDNSequence').content)) {
    for (const { content } of readDerElements(attributes)) {
      const fields = readDerElements(content)
      const type = oidOf(derField(fields, 0))
      const value = derField(fields, 1)
      if (type === oid.commonName) commonNames.push(textOf(value.tag, value.content))
      else if (type === oid.organization) organizations.push(textOf(value.tag, value.content))
    }
  }
  return Object.freeze({
    commonName: commonNames.at(-1) ?? '',
    organizations: Object.freeze(organizations),
    der: readDer(der).whole,
  })
}

/** The DER of a name: organizations, then the common name unless it is empty, all as UTF8String. */
export function encodeDistinguishedName({ commonName, organizations = [] }: Subject): Buffer {
  const attribute = (type: string, text: string): Buffer => derSet(derSequence(derOid(type), derUtf8String(text)))
  return derSequence(
    ...organizations.map((text) => attribute(oid.organization, text)),
    ...(commonName === '' ? [] : [attribute(oid.commonName, commonName)]),
  )
}

// INVARIANT: every type that some reader of certificates takes for text is text here, so that no organization can hide
// from one reader in a type that another does not know.
function textOf(tag: number, content: Buffer): string {
  switch (tag) {
    case derTag.utf8String:
      return utf8(content)
    case derTag.numericString:
    case derTag.printableString:
    case derTag.teletexString:
    case derTag.ia5String:
      return content.toString('latin1')
    case derTag.universalString:
      return wide(content, 4)
    case derTag.bmpString:
      return wide(content, 2)
    default:
      throw new DerError(`asn1: structure error: a name has a value of type ${tag}, which is no text`)
  }
}

function utf8(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch (error) {
    throw new DerError('asn1: invalid UTF-8 string', { cause: error })
  }
}

function wide(content: Buffer, size: 2 | 4): string {
  if (content.length % size !== 0) throw new DerError('pkcs12: odd-length BMP string')
  const points: number[] = []
  for (let at = 0; at < content.length; at += size) points.push(content.readUIntBE(at, size))
  if (points.some((point) => point > 0x10_ffff)) throw new DerError('asn1: invalid UTF-8 string')
  return points.map((point) => String.fromCodePoint(point)).join('')
}
