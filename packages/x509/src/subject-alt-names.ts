import type { Buffer } from 'node:buffer'

import { DerError, derTag, readDer, readDerElements } from './der-reader.ts'

/** Other names of a subject, as far as certificates here can hold them. */
export interface SubjectAltNames {
  readonly dnsNames: readonly string[]
  readonly emailAddresses: readonly string[]
  /** In text, as `10.0.0.1` or `fd00:0:0:0:0:0:0:1`. */
  readonly ipAddresses: readonly string[]
  readonly uris: readonly string[]
}

/** Reads a subjectAltName extension. Names of other kinds are passed over, for no certificate made here has them. */
// upstream: crypto/x509/parser.go, parseSANExtension
export function readSubjectAltNames(der: Buffer): SubjectAltNames {
  const names = {
    dnsNames: [] as string[],
    emailAddresses: [] as string[],
    ipAddresses: [] as string[],
    uris: [] as string[],
  }
  for (const { tag, content } of namesOf(der)) {
    if (tag === 0x81) names.emailAddresses.push(ascii(content, 'rfc822Name'))
    else if (tag === 0x82) names.dnsNames.push(ascii(content, 'dNSName'))
    else if (tag === 0x86) names.uris.push(ascii(content, 'uniformResourceIdentifier'))
    else if (tag === 0x87) names.ipAddresses.push(formatAddress(content))
  }
  return names
}

function namesOf(der: Buffer): ReturnType<typeof readDerElements> {
  const whole = attempt(() => readDer(der), 'x509: invalid subject alternative names')
  if (whole.tag !== derTag.sequence) throw new DerError('x509: invalid subject alternative names')
  return attempt(() => readDerElements(whole.content), 'x509: invalid subject alternative name')
}

function attempt<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch (error) {
    throw new DerError(message, { cause: error })
  }
}

function ascii(content: Buffer, what: string): string {
  if (content.some((byte) => byte >= 0x80)) throw new DerError(`x509: SAN ${what} is malformed`)
  return content.toString('latin1')
}

function formatAddress(content: Buffer): string {
  if (content.length === 4) return content.join('.')
  if (content.length !== 16) throw new DerError(`x509: cannot parse IP address of length ${content.length}`)
  const words = Array.from({ length: 8 }, (_, index) => content.readUInt16BE(index * 2))
  // An IPv4 address in sixteen bytes is the same address.
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff
  return isMapped ? content.subarray(12).join('.') : words.map((word) => word.toString(16)).join(':')
}
