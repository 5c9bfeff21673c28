import { Buffer as NodeBuffer } from 'node:buffer'
import * as nodeCrypto from 'node:crypto'
import * as nodeNet from 'node:net'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeDistinguishedName, signCertificateSync, type CertificateFields } from '@pinnace/x509'
import { systemRandom } from '@pinnace/meta'
import { Buffer } from '../node/buffer.ts'
import * as crypto from '../node/crypto.ts'
import { isIPv4, isIPv6 } from '../node/ip-address.ts'
import * as path from '../node/path.ts'

const texts = ['', 'a', 'äöü – 😀', 'x'.repeat(100), '\uFEFFbom', '{"a":"ü"}'.repeat(20)]

describe('stand-ins for the modules of Node answer as they do', () => {
  it.each(['utf8', 'base64', 'base64url', 'hex', 'latin1'] as const)('Buffer with %s', (encoding) => {
    for (const text of texts) {
      const bytes = NodeBuffer.from(text)
      const encoded = bytes.toString(encoding)
      expect(Buffer.from(text).toString(encoding as 'utf8')).toBe(encoded)
      expect([...Buffer.from(encoded, encoding as 'utf8')]).toEqual([...NodeBuffer.from(encoded, encoding)])
      expect(Buffer.byteLength(text)).toBe(bytes.length)
    }
    expect(Buffer.isBuffer(Buffer.from('abc').subarray(1))).toBe(true)
  })

  it.each(['md5', 'sha1', 'sha256', 'sha384', 'sha512'])('hashes: %s', (algorithm) => {
    for (const text of texts) {
      const expected = nodeCrypto.createHash(algorithm).update(text).digest('base64url')
      expect(crypto.createHash(algorithm).update(text).digest('base64url')).toBe(expected)
    }
    expect(crypto.hash(algorithm, 'a')).toBe(nodeCrypto.createHash(algorithm).update('a').digest('hex'))
  })

  it.each([
    ['P-256', 'sha256'],
    ['P-384', 'sha384'],
    ['P-521', 'sha512'],
    ['ed25519', undefined],
  ])('signatures and keys of %s, each verified by the other', (curve, hash) => {
    const type = curve === 'ed25519' ? curve : 'ec'
    const data = NodeBuffer.from('signed')
    const own = crypto.generateKeyPairSync(type, { namedCurve: curve })
    const pkcs8 = String(own.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const theirs = nodeCrypto.createPrivateKey(pkcs8)
    expect(theirs.export({ type: 'pkcs8', format: 'pem' })).toBe(pkcs8)
    expect(theirs.export({ format: 'jwk' })).toEqual(own.privateKey.export({ format: 'jwk' }))
    const spki = own.publicKey.export({ type: 'spki', format: 'der' }) as Uint8Array
    const publicKey = nodeCrypto.createPublicKey({ key: NodeBuffer.from(spki), format: 'der', type: 'spki' })
    const signature = crypto.sign(hash, data, own.privateKey)
    expect(nodeCrypto.verify(hash, data, publicKey, NodeBuffer.from(signature ?? []))).toBe(true)
    const other = nodeCrypto.sign(hash, data, theirs)
    const readBack = crypto.createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)
    expect(crypto.verify(hash, data, readBack, other)).toBe(true)
    expect(crypto.verify(hash, NodeBuffer.from('other'), readBack, other)).toBe(false)
    if (type !== 'ec') return
    const sec1 = theirs.export({ type: 'sec1', format: 'der' })
    const again = crypto.createPrivateKey({ key: sec1, format: 'der', type: 'sec1' })
    expect(again.export({ type: 'pkcs8', format: 'pem' })).toBe(pkcs8)
  })

  it('new keys of a curve', () => {
    const own = crypto.createECDH('prime256v1')
    expect(() => own.getPrivateKey()).toThrow('no key has been generated')
    const point = own.generateKeys()
    const theirs = nodeCrypto.createECDH('prime256v1')
    theirs.setPrivateKey(NodeBuffer.from(own.getPrivateKey()))
    expect(theirs.getPublicKey().equals(point)).toBe(true)
    expect(() => crypto.createECDH('secp256k1').generateKeys()).toThrow('the curve secp256k1 is not available')
  })

  it('RSA signatures are verified', () => {
    const { privateKey, publicKey } = nodeCrypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = crypto.createPublicKey({ key: publicKey.export({ type: 'spki', format: 'der' }), format: 'der' })
    const data = NodeBuffer.from('signed')
    expect(key.asymmetricKeyDetails).toEqual({ modulusLength: 2048 })
    for (const hash of ['sha1', 'sha256', 'sha384', 'sha512']) {
      const signature = nodeCrypto.sign(hash, data, privateKey)
      expect(crypto.verify(hash, data, key, signature)).toBe(true)
      signature[0] = (signature[0] ?? 0) ^ 1
      expect(crypto.verify(hash, data, key, signature)).toBe(false)
    }
  })

  it.each([0x80, 0x86])('certificates with the key usage %i', (keyUsage) => {
    const { privateKey, publicKey } = nodeCrypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const subject = encodeDistinguishedName({ commonName: 'janë', organizations: ['devs', 'ops'] })
    const fields: CertificateFields = {
      subject,
      spki: publicKey.export({ type: 'spki', format: 'der' }),
      notBeforeMs: Date.parse('2026-01-02T03:04:05Z'),
      notAfterMs: Date.parse('2055-01-02T03:04:05Z'),
      usages: { keyUsage, extended: ['1.3.6.1.5.5.7.3.2'] },
      isAuthority: true,
      dnsNames: [],
      emailAddresses: [],
      ipAddresses: [],
      uris: [],
    }
    const issuer = { subject: fields.subject, keyIdentifier: undefined, privateKey }
    const pem = signCertificateSync(fields, issuer, systemRandom)
    const node = new nodeCrypto.X509Certificate(pem)
    const own = new crypto.X509Certificate(pem)
    expect(Buffer.compare(own.raw, node.raw)).toBe(0)
    expect([own.ca, own.keyUsage, own.fingerprint256]).toEqual([node.ca, node.keyUsage, node.fingerprint256])
    expect([own.validFrom, own.validTo].map(Date.parse)).toEqual([node.validFrom, node.validTo].map(Date.parse))
    expect(own.subject).toBe(node.subject)
    expect(own.toLegacyObject().subject).toEqual({ ...node.toLegacyObject().subject })
    expect([own.checkIssued(own), own.verify(own.publicKey)]).toEqual([true, true])
    const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
    expect(own.checkPrivateKey(crypto.createPrivateKey(pkcs8))).toBe(true)
    expect(own.verify(crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)).toBe(false)
    expect(() => new crypto.X509Certificate(own.raw.slice(0, 50))).toThrow()
  })

  it('addresses', () => {
    const addresses =
      '1.2.3.4 01.2.3.4 1.2.3 256.1.1.1 1.2.3.4.5 :: ::1 1:: 1::8 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7 1::2::3 12345:: g:: ::1.2.3.4 1.2.3.4:: ::ffff:1.2.3.4 1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 fe80::1%eth0 fe80::1% 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1:2:3:4:5:6:7:8:: : :1 1:'
    for (const text of [...addresses.split(' '), '']) {
      expect([text, isIPv4(text), isIPv6(text)]).toEqual([text, nodeNet.isIPv4(text), nodeNet.isIPv6(text)])
    }
  })

  it('paths', () => {
    for (const one of ['/a/b.txt', 'a/../b', './a/', '/', 'a', '/a/..', '../a', '/..']) {
      expect([one, path.dirname(one), path.basename(one), path.extname(one)].slice(0, 2)).toEqual([
        one,
        posix.dirname(one),
      ])
      expect([one, path.normalize(one)]).toEqual([one, posix.normalize(one)])
      for (const other of ['c', '../d', '/e']) {
        expect(path.join(one, other)).toBe(posix.join(one, other))
        expect(path.resolve('/', one, other)).toBe(posix.resolve('/', one, other))
      }
    }
  })

  it('random identifiers and comparisons', () => {
    expect(crypto.randomUUID()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(crypto.randomBytes(5)).toHaveLength(5)
    const [one, other] = [Uint8Array.of(1, 2), Uint8Array.of(1, 3)]
    expect([crypto.timingSafeEqual(one, one), crypto.timingSafeEqual(one, other)]).toEqual([true, false])
  })
})
