import { Buffer } from 'node:buffer'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPem, parseCertificateRequest, readCertificateRequest } from '../src/index.ts'

// A writer independent of the one under test, which can also write malformed requests.
const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const attribute = (type: string, tag: number, text: string | Buffer): Buffer =>
  der(0x30, oid(type), der(tag, typeof text === 'string' ? Buffer.from(text) : text))
const commonName = (text: string): Buffer => der(0x31, attribute('550403', 0x0c, text))
const organization = (text: string): Buffer => der(0x31, attribute('55040a', 0x0c, text))
const extension = (id: string, value: Buffer): Buffer => der(0x30, oid(id), der(0x04, value))
const extensionsOf = (...extensions: readonly Buffer[]): Buffer =>
  der(0xa0, der(0x30, oid('2a864886f70d01090e'), der(0x31, der(0x30, ...extensions))))

const ecdsaSha256 = der(0x30, oid('2a8648ce3d040302'))
const rsaSha256 = der(0x30, oid('2a864886f70d01010b'), der(0x05))
const ed25519 = der(0x30, oid('2b6570'))

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

interface Parts {
  readonly subject?: readonly Buffer[]
  readonly key?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  readonly algorithm?: Buffer
  readonly hash?: string | null
  readonly attributes?: Buffer
  readonly spki?: Buffer
}

function request(parts: Parts = {}): Buffer {
  const { subject = [organization('dev'), commonName('jane')], key = p256, algorithm = ecdsaSha256 } = parts
  const { hash = 'sha256', attributes = der(0xa0), spki } = parts
  const information = der(
    0x30,
    der(0x02, Buffer.from([0])),
    der(0x30, ...subject),
    spki ?? key.publicKey.export({ type: 'spki', format: 'der' }),
    attributes,
  )
  return der(0x30, information, algorithm, der(0x03, Buffer.from([0]), sign(hash, information, key.privateKey)))
}

const pem = (bytes: Buffer): string => formatPem('CERTIFICATE REQUEST', bytes)

function refusal(given: string | Buffer): string | undefined {
  try {
    return (typeof given === 'string' ? parseCertificateRequest(given) : readCertificateRequest(given)).signatureError()
  } catch (error) {
    return (error as Error).message
  }
}

describe('a certificate request', () => {
  it('has the subject, whatever string type it is encoded in', () => {
    const bmp = Buffer.from('wide', 'utf16le').swap16()
    const universal = Buffer.concat(Array.from('four', (letter) => Buffer.from([0, 0, 0, letter.charCodeAt(0)])))
    const subject = [
      organization('utf8 é'),
      der(0x31, attribute('55040a', 0x13, 'printable'), attribute('55040a', 0x16, 'ia5')),
      der(0x31, attribute('55040a', 0x1e, bmp)),
      der(0x31, attribute('55040a', 0x1c, universal)),
      commonName('first'),
      commonName('last'),
      der(0x31, attribute('550406', 0x13, 'DE')),
    ]
    const read = readCertificateRequest(request({ subject }))
    expect(read.subject.commonName).toBe('last')
    expect(read.subject.organizations).toEqual(['utf8 é', 'printable', 'ia5', 'wide', 'four'])
    expect(read.subject.der.equals(der(0x30, ...subject))).toBe(true)
  })

  it('is rejected where an organization is not text', () => {
    const subject = [der(0x31, attribute('55040a', 0x04, 'system:masters'))]
    expect(refusal(request({ subject }))).toBe('asn1: structure error: a name has a value of type 4, which is no text')
  })

  it('has the subject alternative names', () => {
    const names = der(
      0x30,
      der(0x82, Buffer.from('a.example')),
      der(0x81, Buffer.from('a@example')),
      der(0x86, Buffer.from('spiffe://a')),
      der(0x87, Buffer.from([10, 0, 0, 1])),
      der(0x87, Buffer.from('fd000000000000000000000000000001', 'hex')),
      der(0x87, Buffer.from('00000000000000000000ffff0a000002', 'hex')),
    )
    const attributes = extensionsOf(extension('551d11', names))
    expect(readCertificateRequest(request({ attributes }))).toMatchObject({
      dnsNames: ['a.example'],
      emailAddresses: ['a@example'],
      uris: ['spiffe://a'],
      ipAddresses: ['10.0.0.1', 'fd00:0:0:0:0:0:0:1', '10.0.0.2'],
      isAuthority: false,
    })
  })

  it('says whether it requests the certificate of an authority', () => {
    const asks = (...constraints: readonly Buffer[]): boolean =>
      readCertificateRequest(request({ attributes: extensionsOf(extension('551d13', der(0x30, ...constraints))) }))
        .isAuthority
    expect(asks(der(0x01, Buffer.from([0xff])))).toBe(true)
    expect(asks(der(0x01, Buffer.from([0])))).toBe(false)
    expect(asks()).toBe(false)
  })

  it.each([
    ['P-256', p256, ecdsaSha256, 'sha256'],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }), der(0x30, oid('2a8648ce3d040303')), 'sha384'],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }), der(0x30, oid('2a8648ce3d040304')), 'sha512'],
    ['RSA', rsa, rsaSha256, 'sha256'],
    ['RSA with SHA-1', rsa, der(0x30, oid('2a864886f70d010105'), der(0x05)), 'sha1'],
    ['Ed25519', generateKeyPairSync('ed25519'), ed25519, null],
  ] as const)('proves possession of a key: %s', (_, key, algorithm, hash) => {
    expect(refusal(request({ key, algorithm, hash }))).toBeUndefined()
  })

  const unsigned = (good: Buffer): Buffer => {
    const bent = Buffer.from(good)
    bent[bent.length - 1]! ^= 1
    return bent
  }
  const small = generateKeyPairSync('rsa', { modulusLength: 512 })
  const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })

  it.each([
    ['an ECDSA signature of other text', unsigned(request()), 'x509: ECDSA verification failure'],
    [
      'an RSA signature of other text',
      unsigned(request({ key: rsa, algorithm: rsaSha256 })),
      'crypto/rsa: verification error',
    ],
    [
      'an Ed25519 signature of other text',
      unsigned(request({ key: generateKeyPairSync('ed25519'), algorithm: ed25519, hash: null })),
      'x509: Ed25519 verification failure',
    ],
    [
      'the signature of another key',
      request({
        spki: generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }),
      }),
      'x509: ECDSA verification failure',
    ],
    [
      'MD5',
      request({ key: rsa, algorithm: der(0x30, oid('2a864886f70d010104'), der(0x05)) }),
      'x509: cannot verify signature: insecure algorithm MD5-RSA',
    ],
    [
      'an unknown algorithm',
      request({ algorithm: der(0x30, oid('2a0304')) }),
      'x509: cannot verify signature: algorithm unimplemented',
    ],
    [
      'an algorithm of another type of key',
      request({ algorithm: rsaSha256 }),
      'x509: signature algorithm specifies an RSA public key, but have public key of type *ecdsa.PublicKey',
    ],
    [
      'a key of 512 bits',
      request({ key: small, algorithm: rsaSha256 }),
      'crypto/rsa: 512-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)',
    ],
    ['an unknown curve', request({ key: secp256k1 }), 'x509: unsupported elliptic curve'],
    ['bytes after its end', Buffer.concat([request(), Buffer.from([0])]), 'asn1: syntax error: trailing data'],
    ['fewer bytes than its length says', request().subarray(0, 100), 'asn1: syntax error: data truncated'],
    ['nothing', Buffer.alloc(0), 'asn1: syntax error: truncated tag or length'],
    [
      'something else',
      Buffer.from('0403666f6f', 'hex'),
      "asn1: structure error: tags don't match (16 vs {class:0 tag:4 length:3 isCompound:false}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} certificateRequest @2",
    ],
    ['an indefinite length', Buffer.from('3080', 'hex'), 'asn1: structure error: indefinite length found (not DER)'],
    ['a length encoded in too many bytes', Buffer.from('30810100', 'hex'), 'asn1: structure error: non-minimal length'],
    ['too few parts', Buffer.from('30023000', 'hex'), 'asn1: syntax error: sequence truncated'],
    [
      'an extension twice',
      request({ attributes: extensionsOf(extension('551d11', der(0x30)), extension('551d11', der(0x30))) }),
      'x509: certificate request contains duplicate requested extensions',
    ],
    [
      'an address of five bytes',
      request({ attributes: extensionsOf(extension('551d11', der(0x30, der(0x87, Buffer.alloc(5))))) }),
      'x509: cannot parse IP address of length 5',
    ],
    [
      'a DNS name beyond ASCII',
      request({ attributes: extensionsOf(extension('551d11', der(0x30, der(0x82, Buffer.from('é'))))) }),
      'x509: SAN dNSName is malformed',
    ],
    [
      'names that are not a sequence',
      request({ attributes: extensionsOf(extension('551d11', der(0x04))) }),
      'x509: invalid subject alternative names',
    ],
  ])('is rejected with %s', (_, bytes, message) => {
    expect(refusal(bytes)).toBe(message)
  })

  it.each([
    ['no block', 'nothing here', 'PEM block type must be CERTIFICATE REQUEST'],
    ['DER', request().toString('latin1'), 'PEM block type must be CERTIFICATE REQUEST'],
    ['a certificate', formatPem('CERTIFICATE', request()), 'PEM block type must be CERTIFICATE REQUEST'],
    ['two blocks', pem(request()) + pem(request()), 'exactly one PEM block is allowed'],
    ['text around the block', `before\n${pem(request())}after\n`, undefined],
    ['lines that end in CR LF', pem(request()).replaceAll('\n', '\r\n'), undefined],
  ])('in PEM, with %s', (_, text, message) => {
    expect(refusal(text)).toBe(message)
  })
})
