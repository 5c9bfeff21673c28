import { Buffer } from 'node:buffer'
import { isIP } from 'node:net'
import { parseIp } from '@pinnace/meta'
import { DerError, readDer, readDerElements, type DerElement } from './der-reader.ts'
import { derTag } from './der-tags.ts'
import { derElement, derSequence } from './der-writer.ts'

/** Alternative names of a subject, of the kinds that Kubernetes reads. */
export interface SubjectAltNames {
  readonly dnsNames: readonly string[]
  readonly emailAddresses: readonly string[]
  /** In text, as `10.0.0.1` or `fd00:0:0:0:0:0:0:1`. */
  readonly ipAddresses: readonly string[]
  readonly uris: readonly string[]
}

// The context tags of GeneralName.
const nameTag = { emailAddress: 0x81, dnsName: 0x82, uri: 0x86, ipAddress: 0x87 } as const

/** Reads the value of a subjectAltName extension. Names of other kinds are skipped: no certificate written here has them. */
// upstream: crypto/x509/parser.go, parseSANExtension
export function readSubjectAltNames(der: Buffer): SubjectAltNames {
  const names = {
    dnsNames: [] as string[],
    emailAddresses: [] as string[],
    ipAddresses: [] as string[],
    uris: [] as string[],
  }
  for (const { tag, content } of namesOf(der)) {
    if (tag === nameTag.emailAddress) names.emailAddresses.push(readAscii(content, 'rfc822Name'))
    else if (tag === nameTag.dnsName) names.dnsNames.push(readAscii(content, 'dNSName'))
    else if (tag === nameTag.uri) names.uris.push(readAscii(content, 'uniformResourceIdentifier'))
    else if (tag === nameTag.ipAddress) names.ipAddresses.push(readAddress(content))
  }
  return names
}

/**
 * The value of a subjectAltName extension; `undefined` without names. Throws a TypeError for text outside ASCII and for
 * what is not an IP address.
 */
// upstream: crypto/x509, marshalSANs
export function encodeSubjectAltNames(names: Partial<SubjectAltNames>): Buffer | undefined {
  const { dnsNames = [], emailAddresses = [], ipAddresses = [], uris = [] } = names
  const elements = [
    ...dnsNames.map((name) => derElement(nameTag.dnsName, asciiBytes(name))),
    ...emailAddresses.map((address) => derElement(nameTag.emailAddress, asciiBytes(address))),
    ...ipAddresses.map((address) => derElement(nameTag.ipAddress, addressBytes(address))),
    ...uris.map((uri) => derElement(nameTag.uri, asciiBytes(uri))),
  ]
  return elements.length === 0 ? undefined : derSequence(...elements)
}

function namesOf(der: Buffer): DerElement[] {
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

function readAscii(content: Buffer, what: string): string {
  if (content.some((byte) => byte >= 0x80)) throw new DerError(`x509: SAN ${what} is malformed`)
  return content.toString('latin1')
}

function asciiBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length !== text.length) throw new TypeError(`not an ASCII name: ${JSON.stringify(text)}`)
  return bytes
}

function readAddress(content: Buffer): string {
  if (content.length === 4) return content.join('.')
  if (content.length !== 16) throw new DerError(`x509: cannot parse IP address of length ${content.length}`)
  // An IPv4 address in sixteen bytes is the same address.
  if (isMappedIpv4(content)) return content.subarray(12).join('.')
  return Array.from({ length: 8 }, (_, index) => content.readUInt16BE(index * 2).toString(16)).join(':')
}

function addressBytes(text: string): Uint8Array {
  // parseIp alone would also take leading zeros.
  const bytes = isIP(text) === 0 ? undefined : parseIp(text)
  if (bytes === undefined) throw new TypeError(`not an IP address: ${JSON.stringify(text)}`)
  return bytes.length === 16 && isMappedIpv4(bytes) ? bytes.subarray(12) : bytes
}

function isMappedIpv4(bytes: Uint8Array): boolean {
  return bytes.every((byte, index) => index >= 12 || byte === (index < 10 ? 0 : 0xff))
}
