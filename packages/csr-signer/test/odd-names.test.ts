// What a request says of its subject, and what a server reads in the certificate, must be the same: admission judges the
// one, the login is the other.
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, sign } from 'node:crypto'
import { DerError } from '@pinnace/x509'
import { loadClientAuthorities, verifyClientCertificate } from '@pinnace/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBuiltInSigners, parseCertificates, readCertificateRequest } from '../src/index.ts'
import { anAuthority, asking, clock, issued, vocabulary } from './support/fixtures.ts'

const { legacyUnknown } = vocabulary.signers
const authority = await anAuthority()
const trusted = loadClientAuthorities(authority.bundlePem)
const signer = createBuiltInSigners({ vocabulary, authority, clock }).at(-1)!
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const attribute = (type: string, tag: number, text: Uint8Array): Buffer => der(0x30, oid(type), der(tag, text))
const organization = '55040a'
const commonName = der(0x31, attribute('550403', 0x0c, Buffer.from('jane')))

function requestOf(...names: readonly Buffer[]): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const information = der(0x30, der(0x02, Buffer.from([0])), der(0x30, ...names), spki, der(0xa0))
  const signature = sign('sha256', information, privateKey)
  return der(0x30, information, der(0x30, oid('2a8648ce3d040302')), der(0x03, Buffer.from([0]), signature))
}

/** The groups a server takes from the certificate that is given for a request. */
async function groupsOf(bytes: Buffer): Promise<readonly string[] | undefined> {
  const pem = await issued(signer, asking(legacyUnknown, readCertificateRequest(bytes), ['client auth']))
  const [certificate] = parseCertificates(pem)
  return verifyClientCertificate({ raw: certificate!.raw, chain: [] }, trusted, clock.now())?.groups
}

const masters = 'system:masters'
const plain = Buffer.from(masters)
const doubled = Buffer.from(masters, 'utf16le').swap16()
const quadrupled = Buffer.concat([...masters].map((letter) => Buffer.from([0, 0, 0, letter.charCodeAt(0)])))

describe('an organization', () => {
  it.each([
    ['UTF8String', 0x0c, plain],
    ['NumericString', 0x12, plain],
    ['PrintableString', 0x13, plain],
    ['TeletexString', 0x14, plain],
    ['IA5String', 0x16, plain],
    ['UniversalString', 0x1c, quadrupled],
    ['BMPString', 0x1e, doubled],
  ])('in a %s is the same in admission and in authentication', async (_, tag, text) => {
    const bytes = requestOf(der(0x31, attribute(organization, tag, text)), commonName)
    expect(readCertificateRequest(bytes).subject.organizations).toEqual([masters])
    expect(await groupsOf(bytes)).toEqual([masters])
  })

  it('beside others is the same in both', async () => {
    const attributes = [attribute('55040b', 0x0c, Buffer.from('x')), attribute(organization, 0x0c, plain)]
    const more = der(0x31, attribute(organization, 0x13, Buffer.from('dev')), ...attributes)
    const bytes = requestOf(more, commonName, der(0x31, attribute(organization, 0x0c, Buffer.from('ops'))))
    expect(readCertificateRequest(bytes).subject.organizations).toEqual(['dev', masters, 'ops'])
    expect(await groupsOf(bytes)).toEqual(['dev', masters, 'ops'])
  })

  it.each([0x01, 0x02, 0x03, 0x04, 0x05, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1d, 0x30])(
    'is rejected in a value of type %i',
    (tag) => {
      const bytes = requestOf(der(0x31, attribute(organization, tag, plain)), commonName)
      expect(() => readCertificateRequest(bytes)).toThrow(
        new DerError(`asn1: structure error: a name has a value of type ${tag}, which is no text`),
      )
    },
  )
})

describe('a damaged request', () => {
  it('is parsed or rejected with a DerError', () => {
    const good = requestOf(der(0x31, attribute(organization, 0x0c, plain)), commonName)
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(damage, fc.nat(good.length), (changes, length) => {
        const bytes = Buffer.from(good)
        for (const [at, value] of changes) bytes[at] = value
        for (const given of [bytes, bytes.subarray(0, length)]) {
          try {
            const read = readCertificateRequest(given)
            expect(['string', 'undefined']).toContain(typeof read.signatureError())
          } catch (error) {
            expect(error).toBeInstanceOf(DerError)
          }
        }
      }),
      { numRuns: 3000 },
    )
  })
})
