import type { Buffer } from 'node:buffer'

import { DerError, derTag, readDer, readDerElements, readDerOf } from './der-reader.ts'

/** Who a certificate, or a request for one, is about. */
export interface DistinguishedName {
  /** The last one, empty where there is none. */
  readonly commonName: string
  /** In order. */
  readonly organizations: readonly string[]
  /** The name as it stands in the certificate. */
  readonly der: Buffer
}

const commonName = '550403'
const organization = '55040a'

/** Reads a name. All values of common names and organizations are text, or the name is refused. */
// upstream: crypto/x509/pkix, FillFromRDNSequence – an attribute counts wherever it stands, also beside others.
export function readDistinguishedName(der: Buffer): DistinguishedName {
  const commonNames: string[] = []
  const organizations: string[] = []
  for (const { content: attributes } of readDerElements(readDerOf(derTag.sequence, der, 'RDNSequence').content)) {
    for (const { content } of readDerElements(attributes)) {
      const [type, value] = readDerElements(content)
      if (type === undefined || value === undefined) throw new DerError('asn1: syntax error: sequence truncated')
      const id = type.content.toString('hex')
      if (id === commonName) commonNames.push(textOf(value.tag, value.content))
      else if (id === organization) organizations.push(textOf(value.tag, value.content))
    }
  }
  return Object.freeze({
    commonName: commonNames.at(-1) ?? '',
    organizations: Object.freeze(organizations),
    der: readDer(der).whole,
  })
}

/**
 * The text of a string. INVARIANT: every type that some reader of certificates takes for text is text here, so that no
 * organization can hide from one reader in a type another does not know.
 */
function textOf(tag: number, content: Buffer): string {
  switch (tag) {
    case 0x0c:
      return utf8(content)
    // numeric, printable, teletex and IA5 strings
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
      return content.toString('latin1')
    case 0x1c:
      return wide(content, 4)
    case 0x1e:
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
