// Certificates and requests are held against two readers that are not ours: node:crypto and @peculiar/x509.
import 'reflect-metadata'
import { Buffer } from 'node:buffer'
import { createHash, generateKeyPairSync, webcrypto, X509Certificate, type KeyObject } from 'node:crypto'
import { systemRandom } from '@pinnace/meta'
import * as peculiar from '@peculiar/x509'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeDistinguishedName,
  extendedKeyUsage,
  keyIdentifierFor,
  keyIdentifierOf,
  keyUsage,
  oid,
  parseCertificateRequest,
  parseCertificates,
  readExtensions,
  signCertificate,
  signCertificateRequest,
  signCertificateSync,
  subjectOf,
  type CertificateFields,
  type CertificateIssuer,
} from '../src/index.ts'

peculiar.cryptoProvider.set(webcrypto as unknown as Crypto)

const keys = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  Ed25519: generateKeyPairSync('ed25519'),
  'RSA 2048': generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
type KeyName = keyof typeof keys
const keyNames = Object.keys(keys) as KeyName[]

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })
const issuerName = encodeDistinguishedName({ commonName: 'test-ca', organizations: ['dev'] })

function issuerOf(key: KeyName): CertificateIssuer {
  const { publicKey, privateKey } = keys[key]
  return { subject: issuerName, keyIdentifier: keyIdentifierFor(spkiOf(publicKey)), privateKey }
}

const fields: CertificateFields = {
  subject: encodeDistinguishedName({ commonName: 'jane', organizations: ['dev', 'ops'] }),
  spki: spkiOf(keys['P-256'].publicKey),
  notBeforeMs: Date.UTC(2030, 0, 1),
  notAfterMs: Date.UTC(2050, 0, 1),
  usages: { keyUsage: keyUsage.digitalSignature, extended: [extendedKeyUsage.clientAuth] },
  dnsNames: [],
  emailAddresses: [],
  ipAddresses: [],
  uris: [],
}

const written = (changes: Partial<CertificateFields> = {}): X509Certificate =>
  new X509Certificate(signCertificateSync({ ...fields, ...changes }, issuerOf('P-256'), systemRandom))

describe('a certificate', () => {
  it.each(keyNames)('signed with a key of %s verifies', async (name) => {
    const pem = await signCertificate(fields, issuerOf(name), systemRandom)
    const certificate = new X509Certificate(pem)
    expect(certificate.verify(keys[name].publicKey)).toBe(true)
    const known = new peculiar.X509Certificate(pem)
    expect(
      await known.verify({
        publicKey: new peculiar.PublicKey(new Uint8Array(spkiOf(keys[name].publicKey))),
        signatureOnly: true,
      }),
    ).toBe(true)
    expect(known.subject).toBe('O=dev, O=ops, CN=jane')
    expect(known.issuer).toBe('O=dev, CN=test-ca')
    expect(known.notBefore.getTime()).toBe(fields.notBeforeMs)
    expect(known.notAfter.getTime()).toBe(fields.notAfterMs)
  })

  it.each(keyNames)('is written for a key of %s', (name) => {
    const spki = spkiOf(keys[name].publicKey)
    const certificate = written({ spki, isAuthority: true })
    expect(certificate.publicKey.equals(keys[name].publicKey)).toBe(true)
    expect(keyIdentifierOf(certificate)).toEqual(keyIdentifierFor(spki))
  })

  it('names the same subject to every reader', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.array(fc.string()), (commonName, organizations) => {
        const subject = encodeDistinguishedName({ commonName, organizations })
        const certificate = written({ subject })
        expect(subjectOf(certificate).equals(subject)).toBe(true)
        const known = new peculiar.X509Certificate(certificate.raw).subjectName
        expect(known.getField('CN')).toEqual([commonName])
        expect(known.getField('O')).toEqual(organizations)
      }),
      { numRuns: 100 },
    )
  })

  it('states its key usages the same to every reader', () => {
    for (let bits = 1; bits < 512; bits++) {
      const certificate = written({ usages: { keyUsage: bits, extended: [] } })
      const extension = new peculiar.X509Certificate(certificate.raw).getExtension(peculiar.KeyUsagesExtension)
      expect(extension).toMatchObject({ usages: bits, critical: true })
      const expected = new peculiar.KeyUsagesExtension(bits, true)
      expect(readExtensions(certificate.raw).get(oid.keyUsage)?.value).toEqual(Buffer.from(expected.value))
    }
    expect(readExtensions(written({ usages: { keyUsage: 0, extended: [] } }).raw).has(oid.keyUsage)).toBe(false)
  })

  it('states its extended key usages in order', () => {
    const extended = ['1.3.6.1.4.1.311.10.3.3', extendedKeyUsage.any, '2.16.840.1.113730.4.1', '2.999.4294967296']
    const certificate = new peculiar.X509Certificate(written({ usages: { keyUsage: 0, extended } }).raw)
    expect(certificate.getExtension(peculiar.ExtendedKeyUsageExtension)?.usages).toEqual(extended)
  })

  it('states its alternative names, and makes them critical where it has no subject', () => {
    const names = {
      dnsNames: ['a.example', '*.b.example'],
      emailAddresses: ['a@b.example'],
      ipAddresses: ['10.0.0.1', 'fd00::1', '::ffff:1.2.3.4', '2001:db8:0:0:1::'],
      uris: ['spiffe://a/b'],
    }
    const certificate = written(names)
    expect(certificate.subjectAltName).toBe(
      'DNS:a.example, DNS:*.b.example, email:a@b.example, IP Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:0:1, ' +
        'IP Address:1.2.3.4, IP Address:2001:DB8:0:0:1:0:0:0, URI:spiffe://a/b',
    )
    expect(readExtensions(certificate.raw).get(oid.subjectAltName)?.isCritical).toBe(false)
    const nameless = written({ ...names, subject: encodeDistinguishedName({ commonName: '' }) })
    expect(readExtensions(nameless.raw).get(oid.subjectAltName)?.isCritical).toBe(true)
  })

  it.each([
    ['a DNS name outside ASCII', { dnsNames: ['é'] }, 'not an ASCII name: "é"'],
    ['an address with leading zeros', { ipAddresses: ['010.0.0.1'] }, 'not an IP address: "010.0.0.1"'],
    ['an address with a zone', { ipAddresses: ['fe80::1%eth0'] }, 'not an IP address: "fe80::1%eth0"'],
  ])('is not written with %s', (_, names, message) => {
    expect(() => written(names)).toThrow(new TypeError(message))
  })

  it('is not written with a key on an unsupported curve', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    expect(() => signCertificateSync(fields, { ...issuerOf('P-256'), privateKey }, systemRandom)).toThrow(
      new TypeError('cannot sign with a key of type "secp256k1"'),
    )
  })

  it('has a positive serial number of sixteen bytes, whatever the random bytes are', () => {
    const serialOf = (byte: number): string => {
      const random = { ...systemRandom, bytes: (length: number) => new Uint8Array(length).fill(byte) }
      return new X509Certificate(signCertificateSync(fields, issuerOf('P-256'), random)).serialNumber
    }
    expect(serialOf(0xff)).toBe(`7F${'FF'.repeat(15)}`)
    expect(serialOf(0)).toBe(`40${'00'.repeat(15)}`)
  })

  it.each([
    ['the last second of two-digit years', Date.UTC(2049, 11, 31, 23, 59, 59)],
    ['the first second of four-digit years', Date.UTC(2050, 0, 1)],
    ['the last second there is', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('ends at %s', (_, notAfterMs) => {
    expect(Date.parse(written({ notAfterMs }).validTo)).toBe(notAfterMs)
  })
})

describe('the certificates of a PEM text', () => {
  it('are parsed in order, without blocks of other types', () => {
    const pem = (commonName: string): string => written({ subject: encodeDistinguishedName({ commonName }) }).toString()
    const text = `${pem('a')}-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem('b')}`
    expect(parseCertificates(text).map(({ subject }) => subject)).toEqual(['CN=a', 'CN=b'])
    expect(parseCertificates('')).toEqual([])
  })
})

describe('a certificate request', () => {
  it.each(keyNames)('signed with a key of %s is read the same by every reader', async (name) => {
    const request = {
      commonName: 'jane',
      organizations: ['dev'],
      dnsNames: ['a.example'],
      emailAddresses: ['a@b.example'],
      ipAddresses: ['10.0.0.1'],
      uris: ['spiffe://a/b'],
      isAuthority: true,
    }
    const pem = await signCertificateRequest(request, keys[name].privateKey)
    const { commonName, organizations, isAuthority, ...names } = request
    const read = parseCertificateRequest(pem)
    expect(read).toMatchObject({ subject: { commonName, organizations }, isAuthority, ...names })
    expect(read.signatureError()).toBeUndefined()
    const known = new peculiar.Pkcs10CertificateRequest(pem)
    expect(known.subject).toBe('O=dev, CN=jane')
    expect(known.extensions.map(({ type }) => type)).toEqual(['2.5.29.17', '2.5.29.19'])
    expect(await known.verify()).toBe(true)
  })

  it('without alternative names has no extensions', async () => {
    const pem = await signCertificateRequest({ commonName: 'jane' }, keys['P-256'].privateKey)
    expect(parseCertificateRequest(pem).extensions.size).toBe(0)
    expect(new peculiar.Pkcs10CertificateRequest(pem).extensions).toEqual([])
  })
})

describe('an identifier of a key', () => {
  it('is the SHA-1 of its bits', () => {
    const spki = spkiOf(keys['P-256'].publicKey)
    expect(keyIdentifierFor(spki)).toEqual(createHash('sha1').update(spki.subarray(-65)).digest())
  })
})
