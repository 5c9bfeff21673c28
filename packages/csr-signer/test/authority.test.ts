import { createPrivateKey, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto'
import { formatPem } from '@pinnace/x509'
import { loadClientAuthorities, verifyClientCertificate } from '@pinnace/server'
import { describe, expect, it } from 'vitest'
import {
  createBuiltInSigners,
  createPrivateKeyPem,
  loadAuthority,
  parseCertificates,
  parsePrivateKey,
  rotateAuthority,
  type CertificateAuthority,
  type KeyType,
} from '../src/index.ts'
import { anAuthority, aRequest, asking, clock, issued, random, startMs, vocabulary } from './support/fixtures.ts'
import { hasOpenssl, openssl } from './support/openssl.ts'

const tenYearsMs = 3650 * 24 * 3_600_000

/** A client certificate of jane in the group dev. */
async function janesCertificate(authority: CertificateAuthority): Promise<string> {
  const [signer] = createBuiltInSigners({ vocabulary, authority, clock })
  const request = await aRequest({ commonName: 'jane', organizations: ['dev'] })
  return issued(signer!, asking(signer!.signerName, request, ['client auth']))
}

/** Whom a server that trusts `bundlePem` takes its holder for. */
function holder(chainPem: string, bundlePem: string): unknown {
  const [own, ...intermediates] = parseCertificates(chainPem).map(({ raw }) => raw)
  const peer = { raw: own!, chain: intermediates }
  const identity = verifyClientCertificate(peer, loadClientAuthorities(bundlePem), clock.now())
  return identity && { username: identity.username, groups: identity.groups }
}

const jane = { username: 'jane', groups: ['dev'] }

describe('an authority', () => {
  it.each<KeyType>(['p-256', 'p-384', 'ed25519', 'rsa-2048', 'rsa-3072'])(
    'with a key of %s signs certificates that verify',
    async (keyType) => {
      const authority = await anAuthority({ keyType })
      const certificate = new X509Certificate(authority.certificatePem)
      expect(certificate.subject).toBe('CN=test-ca')
      expect(certificate.ca).toBe(true)
      expect(authority.notAfterMs).toBe(startMs + tenYearsMs)
      expect(authority.chainPem).toBe('')
      expect(authority.bundlePem).toBe(authority.certificatePem)
      const pem = await janesCertificate(authority)
      expect(holder(pem, authority.bundlePem)).toEqual(jane)
      if (!hasOpenssl) return
      const files = { 'ca.pem': authority.certificatePem, 'jane.pem': pem }
      const at = String(startMs / 1000)
      const args = ['verify', '-x509_strict', '-attime', at, '-purpose', 'sslclient', '-CAfile', 'ca.pem', 'jane.pem']
      expect(openssl(files, ...args)).toBe('jane.pem: OK\n')
    },
  )

  it('has its subject, with any characters in the name', async () => {
    const { certificatePem } = await anAuthority({ commonName: '#é, "x"=\\', organizations: ['a+b', '', 'ü'] })
    const { subject } = new X509Certificate(certificatePem).toLegacyObject()
    expect({ ...subject }).toEqual({ CN: '#é, "x"=\\', O: ['a+b', '', 'ü'] })
  })

  it('is valid for the given duration', async () => {
    const { notAfterMs } = await anAuthority({ durationSeconds: 3600 })
    expect(notAfterMs).toBe(startMs + 3_600_000)
  })

  it('gives certificates serial numbers of 16 random bytes, never negative', async () => {
    const ones = { ...random, bytes: (length: number) => new Uint8Array(length).fill(0xff) }
    const zeros = { ...random, bytes: (length: number) => new Uint8Array(length) }
    expect(new X509Certificate((await anAuthority({ random: ones })).certificatePem).serialNumber).toBe(
      `7F${'FF'.repeat(15)}`,
    )
    expect(new X509Certificate((await anAuthority({ random: zeros })).certificatePem).serialNumber).toBe(
      `40${'00'.repeat(15)}`,
    )
  })

  it('below another sends the chain to the root along, and expires with it', async () => {
    const root = await anAuthority({ commonName: 'root', durationSeconds: 7200 })
    const middle = await anAuthority({ commonName: 'middle', issuer: root, keyType: 'p-384' })
    const lower = await anAuthority({ commonName: 'lower', issuer: middle, keyType: 'rsa-2048' })
    expect([root, middle, lower].map(({ notAfterMs }) => notAfterMs)).toEqual(Array(3).fill(startMs + 7_200_000))
    expect(lower.bundlePem).toBe(root.certificatePem)
    const pem = await janesCertificate(lower)
    expect(parseCertificates(pem).map(({ subject }) => subject)).toEqual(['O=dev\nCN=jane', 'CN=lower', 'CN=middle'])
    expect(holder(pem, root.certificatePem)).toEqual(jane)
  })

  it('can be rotated: the bundle trusts what either has signed, until the first expires', async () => {
    const first = await anAuthority({ durationSeconds: 7200 })
    const second = await rotateAuthority(first, { clock, random })
    expect(new X509Certificate(second.certificatePem).subject).toBe('CN=test-ca')
    expect(parseCertificates(second.bundlePem).map(({ raw }) => formatPem('CERTIFICATE', raw))).toEqual([
      second.certificatePem,
      first.certificatePem,
    ])
    const [before, after] = [await janesCertificate(first), await janesCertificate(second)]
    expect(holder(before, second.bundlePem)).toEqual(jane)
    expect(holder(after, second.bundlePem)).toEqual(jane)
    expect(() => holder(after, first.bundlePem)).toThrow('Unauthorized')

    const later = { ...clock, now: () => startMs + 7_200_001 }
    const third = await rotateAuthority(second, {
      clock: later,
      random,
      subject: { commonName: 'third' },
      keyType: 'ed25519',
    })
    expect(parseCertificates(third.bundlePem).map(({ raw }) => formatPem('CERTIFICATE', raw))).toEqual([
      third.certificatePem,
      second.certificatePem,
    ])
    expect(new X509Certificate(third.certificatePem).subject).toBe('CN=third')
  })
})

describe('a loaded authority', () => {
  const exported = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1'): string =>
    key.export({ type: type as 'pkcs8', format: 'pem' }) as string

  it.each([
    ['rsa-2048', 'pkcs8'],
    ['rsa-2048', 'pkcs1'],
    ['p-256', 'pkcs8'],
    ['p-256', 'sec1'],
    ['p-384', 'sec1'],
    ['ed25519', 'pkcs8'],
  ] as const)('accepts a key of %s as %s', async (keyType, type) => {
    const made = await anAuthority({ keyType })
    const privateKeyPem = exported(createPrivateKey(made.privateKeyPem), type)
    const loaded = loadAuthority({ certificatePem: made.certificatePem, privateKeyPem, random })
    expect(holder(await janesCertificate(loaded), made.certificatePem)).toEqual(jane)
    expect(loaded.privateKeyPem).toBe(made.privateKeyPem)
  })

  it('accepts a key that follows the parameters of its curve', async () => {
    const pem = exported(createPrivateKey(await createPrivateKeyPem('p-256')), 'sec1')
    const parameters = formatPem('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex'))
    expect(parsePrivateKey(parameters + pem).asymmetricKeyType).toBe('ec')
  })

  it.each(['hash', 'none', '01:02:03'])(
    'accepts an authority made by OpenSSL with the subject key identifier %s',
    async (keyIdentifier) => {
      if (!hasOpenssl) return
      const loaded = loadAuthority({ ...opensslAuthority(keyIdentifier), random })
      expect(holder(await janesCertificate(loaded), loaded.bundlePem)).toEqual(jane)
      const files = { 'ca.pem': loaded.bundlePem, 'jane.pem': await janesCertificate(loaded) }
      const args = ['verify', '-attime', String(startMs / 1000), '-CAfile', 'ca.pem', 'jane.pem']
      expect(openssl(files, ...args)).toBe('jane.pem: OK\n')
    },
  )

  const none = 'data does not contain a valid RSA, ECDSA or Ed25519 private key'
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const odd = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
  const locked = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

  it.each([
    ['nothing', '', none],
    ['a public key', 'x', none],
    ['a key that needs a passphrase', locked, none],
    ['bytes that are no key', formatPem('PRIVATE KEY', Buffer.from('x')), none],
    ['a short RSA key', exported(weak, 'pkcs8'), 'RSA keys must have 2048 bits or more, not 1024'],
    ['a key of an odd curve', exported(odd, 'pkcs8'), 'unsupported elliptic curve "secp256k1"'],
    [
      'a key to agree with',
      exported(generateKeyPairSync('x25519').privateKey, 'pkcs8'),
      'unsupported type of key "x25519"',
    ],
  ])('refuses %s for a key', (_, pem, message) => {
    expect(() => parsePrivateKey(pem)).toThrow(new TypeError(message))
  })

  it('refuses certificates and keys that do not belong together', async () => {
    const [one, two] = [await anAuthority({ commonName: 'one' }), await anAuthority({ commonName: 'two' })]
    const load = (certificatePem: string, { privateKeyPem } = one): unknown =>
      loadAuthority({ certificatePem, privateKeyPem, random })
    expect(() => load('')).toThrow(new TypeError('data does not contain any valid RSA or ECDSA certificates'))
    expect(() => load(formatPem('CERTIFICATE', Buffer.from('x')))).toThrow(new TypeError('x509: malformed certificate'))
    expect(() => load(one.certificatePem, two)).toThrow(new TypeError('tls: private key does not match public key'))
    expect(() => load(one.certificatePem + two.certificatePem)).toThrow(
      new TypeError('certificate of "CN=one" is not signed by the one behind it'),
    )
    const leaf = await janesCertificate(one)
    expect(() => load(leaf)).toThrow(new TypeError('certificate of "O=dev\\nCN=jane" is not that of an authority'))
  })

  it('without its root trusts the intermediate itself', async () => {
    const root = await anAuthority({ commonName: 'root' })
    const middle = await anAuthority({ commonName: 'middle', issuer: root })
    const { certificatePem, privateKeyPem } = middle
    const loaded = loadAuthority({ certificatePem, privateKeyPem, random })
    expect(loaded.bundlePem).toBe(certificatePem)
    const trusted = loadAuthority({ certificatePem, privateKeyPem, bundlePem: root.bundlePem, random })
    expect(trusted.bundlePem).toBe(root.certificatePem)
    expect(holder(await janesCertificate(trusted), root.bundlePem)).toEqual(jane)
  })
})

function opensslAuthority(keyIdentifier: string): { certificatePem: string; privateKeyPem: string } {
  const privateKeyPem = openssl({}, 'genrsa', '-traditional', '2048')
  const named = keyIdentifier === 'none' ? [] : [`subjectKeyIdentifier = ${keyIdentifier}`]
  const config = ['[req]', 'distinguished_name = dn', '[dn]', '[v3]', 'basicConstraints = critical,CA:TRUE', ...named]
  const args = ['req', '-x509', '-config', 'ca.cnf', '-extensions', 'v3', '-key', 'ca.key', '-subj', '/CN=elsewhere']
  const files = { 'ca.key': privateKeyPem, 'ca.cnf': config.join('\n') }
  return { certificatePem: openssl(files, ...args, '-days', '3650'), privateKeyPem }
}
