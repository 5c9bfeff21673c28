import { X509Certificate } from 'node:crypto'
import { platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  createAuthoritySigner,
  createBuiltInSigners,
  createCertificateRequest,
  createPrivateKeyPem,
  findSigner,
  parseCertificateRequest,
  readCertificateRequest,
  readUsages,
  toSigningRequest,
  type CertificateRequest,
  type CertificateRequestOptions,
  type KeyType,
  type Signer,
} from '../src/index.ts'
import { anAuthority, aRequest, asking, clock, issued, jane, startMs, times, vocabulary } from './support/fixtures.ts'
import { hasOpenssl, openssl } from './support/openssl.ts'

// CN=jane, made by OpenSSL: no library of today makes keys like these.
const rsa1024 =
  'MIIBTjCBuAIBADAPMQ0wCwYDVQQDDARqYW5lMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDDZYiKcVO551iCDrue+R4JiOkTwqoAMidAVnExbI9DpPH5pq89MI8v5QTzEVr2rXgf3YEhh41PfbyrU11VCpX8PPOXvbpwX9Nf9QVJCGPxoOBxEIK9AQXiLSo/+6Rdbj2AUiP1e/NNKA+MJf72HBUC/bvDOuGhvZx8FHZxutjN9QIDAQABoAAwDQYJKoZIhvcNAQELBQADgYEAOe8d8DzfbX91SjKjmrhoNeC4O6V4DiTWr4KkF1HLcA2DfvC5rRpRuR3E5o5cHCmesY3Css4eWFhIPoz7vmkJwylx/ixURTrcq7HfEyXMNkk93vbwQwHBZHeTdGq+C9ra/YBXcDlIf0Yj2qS+Cz38TH6GsU5jyNkdH4AsTlbI7nY='
const p224 =
  'MIG2MGYCAQAwDzENMAsGA1UEAwwEamFuZTBOMBAGByqGSM49AgEGBSuBBAAhAzoABIZ9zvmvQlDnc+LSu0bVTNUkxV3AawQ/XiEG1lo/aVMw2K37BOR6J9qod8WJazNPf3vVEpPVulL4oAAwCgYIKoZIzj0EAwIDQAAwPQIcSDMC/ochsukC/ppMcq2pyNZ85o+NtVLJ2uZ1KQIdAL+9X76elXoJ6sGddyzg5KEi1rO0Jr4LXINpaCs='

const authority = await anAuthority()
const signers = createBuiltInSigners({ vocabulary, authority, clock })
const { apiserverClient, nodeClient, nodeServing, legacyUnknown } = vocabulary.signers
const node = { commonName: 'system:node:a', organizations: ['system:nodes'] }
const year = 365 * 24 * 3600

const signerOf = (name: string): Signer => findSigner(signers, name)!

/** What the signer says of a request: the message of a refusal, or that it is issued. */
async function verdict(
  signerName: string,
  subject: Omit<CertificateRequestOptions, 'privateKeyPem'>,
  usages: readonly string[],
): Promise<string> {
  const answer = await signerOf(signerName).sign(asking(signerName, await aRequest(subject), usages))
  if (answer.type === 'refused') expect(answer.reason).toBe('SignerValidationFailure')
  return answer.type === 'refused' ? answer.message : answer.type
}

const noNodes = 'subject organization is not system:nodes'
const noNode = 'subject common name does not begin with system:node:'
const clientUsages = 'usages did not match [client auth digital signature key encipherment]'
const servingUsages = 'usages did not match [digital signature key encipherment server auth]'
const client = ['key encipherment', 'digital signature', 'client auth']
const serving = ['key encipherment', 'digital signature', 'server auth']
const named = { ...node, dnsNames: ['a.example'] }

type Row = readonly [
  what: string,
  subject: Omit<CertificateRequestOptions, 'privateKeyPem'>,
  usages: readonly string[],
  says: string,
]

describe('the signer kube-apiserver-client', () => {
  it.each<Row>([
    ['anybody', { commonName: 'jane', organizations: ['dev', 'ops'] }, ['client auth'], 'issued'],
    ['all usages it knows', { commonName: 'jane' }, client, 'issued'],
    ['other names', { commonName: 'jane', dnsNames: ['a.b'], emailAddresses: ['a@b'] }, ['client auth'], 'issued'],
    [
      'a group that admission guards',
      { commonName: 'x', organizations: ['system:masters'] },
      ['client auth'],
      'issued',
    ],
    ['no common name', { commonName: '' }, ['client auth'], 'issued'],
    [
      'no client auth',
      { commonName: 'jane' },
      ['digital signature'],
      'missing required usage for client certificate: client auth',
    ],
    ['nothing', { commonName: 'jane' }, [], 'missing required usage for client certificate: client auth'],
    [
      'server auth',
      { commonName: 'jane' },
      ['client auth', 'server auth'],
      'invalid usage for client certificate: server auth',
    ],
    ['cert sign', { commonName: 'jane' }, ['cert sign'], 'invalid usage for client certificate: cert sign'],
    [
      'an authority',
      { commonName: 'jane', isAuthority: true },
      ['client auth'],
      'certificates of authorities are not allowed',
    ],
  ])('asked for %s', async (_, subject, usages, says) => {
    expect(await verdict(apiserverClient, subject, usages)).toBe(says)
  })
})

describe('the signer kube-apiserver-client-kubelet', () => {
  it.each<Row>([
    ['a node', node, client, 'issued'],
    ['a node whose key enciphers nothing', node, ['digital signature', 'client auth'], 'issued'],
    ['another group', { ...node, organizations: ['dev'] }, client, noNodes],
    ['no group', { commonName: 'system:node:a' }, client, noNodes],
    ['a group more', { ...node, organizations: ['system:nodes', 'dev'] }, client, noNodes],
    ['another name', { ...node, commonName: 'jane' }, client, noNode],
    ['a DNS name', named, client, 'DNS subjectAltNames are not allowed'],
    ['a mail address', { ...node, emailAddresses: ['a@b'] }, client, 'Email subjectAltNames are not allowed'],
    ['an address', { ...node, ipAddresses: ['10.0.0.1'] }, client, 'IP subjectAltNames are not allowed'],
    ['a URI', { ...node, uris: ['spiffe://a'] }, client, 'URI subjectAltNames are not allowed'],
    ['no client auth', node, ['key encipherment', 'digital signature'], clientUsages],
    ['no digital signature', node, ['key encipherment', 'client auth'], clientUsages],
    ['server auth', node, serving, clientUsages],
    ['a usage more', node, [...client, 'server auth'], clientUsages],
    ['an authority', { ...node, isAuthority: true }, client, 'certificates of authorities are not allowed'],
  ])('asked for %s', async (_, subject, usages, says) => {
    expect(await verdict(nodeClient, subject, usages)).toBe(says)
  })
})

describe('the signer kubelet-serving', () => {
  it.each<Row>([
    ['a DNS name', named, serving, 'issued'],
    ['an address', { ...node, ipAddresses: ['10.0.0.1', 'fd00::1'] }, serving, 'issued'],
    ['a key that enciphers nothing', named, ['digital signature', 'server auth'], 'issued'],
    ['another group', { ...named, organizations: ['dev'] }, serving, noNodes],
    ['a group more', { ...named, organizations: ['dev', 'system:nodes'] }, serving, noNodes],
    ['no other name', node, serving, 'DNS or IP subjectAltName is required'],
    ['a mail address', { ...named, emailAddresses: ['a@b'] }, serving, 'Email subjectAltNames are not allowed'],
    ['a URI', { ...named, uris: ['spiffe://a'] }, serving, 'URI subjectAltNames are not allowed'],
    ['client auth', named, client, servingUsages],
    ['no digital signature', named, ['server auth', 'key encipherment'], servingUsages],
    ['a usage more', named, [...serving, 'client auth'], servingUsages],
    ['another name', { ...named, commonName: 'a' }, serving, noNode],
    ['an authority', { ...named, isAuthority: true }, serving, 'certificates of authorities are not allowed'],
  ])('asked for %s', async (_, subject, usages, says) => {
    expect(await verdict(nodeServing, subject, usages)).toBe(says)
  })
})

describe('the signer legacy-unknown', () => {
  it.each<Row>([
    [
      'anybody, for anything',
      { commonName: 'x', organizations: ['system:masters'], uris: ['a:b'] },
      ['any', 'cert sign'],
      'issued',
    ],
    ['an authority', { commonName: 'x', isAuthority: true }, ['any'], 'certificates of authorities are not allowed'],
  ])('asked for %s', async (_, subject, usages, says) => {
    expect(await verdict(legacyUnknown, subject, usages)).toBe(says)
  })
})

describe('a certificate', () => {
  it('contains what was requested, and is not one of an authority', async () => {
    const request = await aRequest({
      ...node,
      dnsNames: ['a.example', '*.b.example'],
      ipAddresses: ['10.0.0.1', 'fd00::1'],
    })
    const pem = await issued(signerOf(nodeServing), asking(nodeServing, request, serving))
    const certificate = new X509Certificate(pem)
    expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:a')
    expect(certificate.issuer).toBe('CN=test-ca')
    expect(certificate.ca).toBe(false)
    expect(certificate.subjectAltName).toBe(
      'DNS:a.example, DNS:*.b.example, IP Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:0:1',
    )
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(certificate.publicKey.equals(request.key.publicKey!)).toBe(true)
    if (!hasOpenssl) return
    const text = openssl({ 'a.pem': pem }, 'x509', '-in', 'a.pem', '-noout', '-text')
    expect(text).toContain('X509v3 Key Usage: critical\n                Digital Signature, Key Encipherment\n')
    expect(text).toContain('X509v3 Extended Key Usage: \n                TLS Web Server Authentication\n')
    expect(text).toContain('X509v3 Basic Constraints: critical\n                CA:FALSE\n')
    expect(text.match(/X509v3 [A-Z][^:]+:/g)).toHaveLength(5)
  })

  it('contains mail addresses and URIs if its signer allows them', async () => {
    const request = await aRequest({ commonName: '', emailAddresses: ['a@b.example'], uris: ['spiffe://a/b'] })
    const pem = await issued(signerOf(legacyUnknown), asking(legacyUnknown, request, ['client auth']))
    expect(new X509Certificate(pem).subjectAltName).toBe('email:a@b.example, URI:spiffe://a/b')
    if (!hasOpenssl) return
    // Without a subject, the alternative names identify the holder.
    const text = openssl({ 'a.pem': pem }, 'x509', '-in', 'a.pem', '-noout', '-text')
    expect(text).toContain('X509v3 Subject Alternative Name: critical')
  })

  it.each<[asked: number | undefined, from: number, to: number]>([
    [undefined, -300, year - 300],
    [600, -300, 600],
    [3600, -300, 3600],
    [8 * 3600 - 1, -300, 8 * 3600 - 1],
    [8 * 3600, -300, 8 * 3600 - 300],
    [year, -300, year - 300],
    [year + 1, -300, year - 300],
    [1, -300, 600],
  ])('requested for %s seconds begins five minutes in the past and ends as expected', async (asked, from, to) => {
    const request = await aRequest({ commonName: 'jane' })
    const pem = await issued(signerOf(apiserverClient), asking(apiserverClient, request, ['client auth'], asked))
    expect(times(pem)).toEqual({ from, to })
  })

  it('is valid for the configured duration unless a shorter one is requested', async () => {
    const [signer] = createBuiltInSigners({ vocabulary, authority, clock, durationSeconds: 3600 })
    const request = await aRequest({ commonName: 'jane' })
    const ask = async (seconds?: number): Promise<number> =>
      times(await issued(signer!, asking(apiserverClient, request, ['client auth'], seconds))).to
    expect([await ask(), await ask(1800), await ask(7200)]).toEqual([3600, 1800, 3600])
    expect(() => createBuiltInSigners({ vocabulary, authority, clock, durationSeconds: 599 })).toThrow(
      new TypeError('durationSeconds must be whole and at least 600, not 599'),
    )
  })

  it('does not outlive its authority, and is not signed by an expired one', async () => {
    const short = await anAuthority({ durationSeconds: 3600 })
    const at = (seconds: number): Signer =>
      createBuiltInSigners({
        vocabulary,
        authority: short,
        clock: { ...clock, now: () => startMs + seconds * 1000 },
      })[0]!
    const ask = asking(apiserverClient, await aRequest({ commonName: 'jane' }), ['client auth'])
    expect(times(await issued(at(0), ask)).to).toBe(3600)
    await expect(at(3600).sign(ask)).rejects.toThrow(
      'refusing to sign a certificate that expired in the past: NotAfter=2030-01-01 01:00:00 +0000 UTC',
    )
    await expect(at(3900).sign(ask)).rejects.toThrow('the signer has expired: NotAfter=2030-01-01 01:00:00 +0000 UTC')
  })

  it('is signed by the current authority', async () => {
    const other = await anAuthority({ commonName: 'other' })
    let current = authority
    const [signer] = createBuiltInSigners({ vocabulary, authority: () => current, clock })
    const ask = asking(apiserverClient, await aRequest({ commonName: 'jane' }), ['client auth'])
    const before = await issued(signer!, ask)
    current = other
    const issuers = [before, await issued(signer!, ask)].map((pem) => new X509Certificate(pem).issuer)
    expect(issuers).toEqual(['CN=test-ca', 'CN=other'])
  })

  it.each<KeyType>(['p-256', 'p-384', 'ed25519', 'rsa-2048', 'rsa-4096'])(
    'is signed for a key of %s',
    async (keyType) => {
      const request = await aRequest({ commonName: 'jane', keyType })
      expect(request.signatureError()).toBeUndefined()
      const pem = await issued(signerOf(apiserverClient), asking(apiserverClient, request, ['client auth']))
      expect(new X509Certificate(pem).publicKey.equals(request.key.publicKey!)).toBe(true)
    },
  )

  it('is not signed for a request without proof of possession', async () => {
    const { der } = await aRequest({ commonName: 'jane' })
    der[der.length - 1]! ^= 1
    const ask = asking(apiserverClient, readCertificateRequest(der), ['client auth'])
    await expect(signerOf(apiserverClient).sign(ask)).rejects.toThrow(
      'unable to verify certificate request signature: x509: ECDSA verification failure',
    )
  })

  it('is not signed for a weak key', async () => {
    const answers = [rsa1024, p224].map(async (der) => {
      const ask = asking(apiserverClient, readCertificateRequest(Buffer.from(der, 'base64')), ['client auth'])
      return signerOf(apiserverClient).sign(ask)
    })
    expect(await Promise.all(answers)).toEqual([
      refused('RSA keys must have 2048 bits or more, not 1024'),
      refused('unsupported elliptic curve "secp224r1"'),
    ])
  })

  it('is signed for a request of OpenSSL as it is', async () => {
    if (!hasOpenssl) return
    const request = opensslRequest(
      '/C=DE/O=dev/O=ops/OU=x/CN=jane',
      '-newkey rsa:2048 -addext subjectAltName=DNS:a.example,IP:10.0.0.1,email:j@a,URI:https://a',
    )
    expect(request).toMatchObject({
      subject: { commonName: 'jane', organizations: ['dev', 'ops'] },
      dnsNames: ['a.example'],
      ipAddresses: ['10.0.0.1'],
      emailAddresses: ['j@a'],
      uris: ['https://a'],
      key: { type: 'rsa', bits: 2048 },
    })
    const pem = await issued(signerOf(apiserverClient), asking(apiserverClient, request, ['client auth']))
    expect(new X509Certificate(pem).subject).toBe('C=DE\nO=dev\nO=ops\nOU=x\nCN=jane')
  })
})

describe('usages', () => {
  it.each<[usages: readonly string[], keyUsage: number, extended: readonly string[]]>([
    [['signing', 'digital signature'], 1, []],
    [['content commitment', 'key encipherment', 'key agreement', 'data encipherment'], 2 + 4 + 16 + 8, []],
    [['cert sign', 'crl sign', 'encipher only', 'decipher only'], 32 + 64 + 128 + 256, []],
    [['client auth', 'server auth', 'any'], 0, ['2.5.29.37.0', '1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']],
    [['s/mime', 'email protection', 'code signing'], 0, ['1.3.6.1.5.5.7.3.3', '1.3.6.1.5.5.7.3.4']],
    [
      ['ipsec user', 'ipsec tunnel', 'ipsec end system'],
      0,
      ['1.3.6.1.5.5.7.3.5', '1.3.6.1.5.5.7.3.6', '1.3.6.1.5.5.7.3.7'],
    ],
    [['ocsp signing', 'timestamping'], 0, ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.9']],
    [['netscape sgc', 'microsoft sgc'], 0, ['1.3.6.1.4.1.311.10.3.3', '2.16.840.1.113730.4.1']],
  ])('%j are in the certificate', (usages, keyUsage, extended) => {
    expect(readUsages(usages)).toEqual({ keyUsage, extended })
  })

  it('that are unknown are rejected', () => {
    expect(() => readUsages(['tea', 'client auth', 'co"ffee'])).toThrow(
      new TypeError('unrecognized usage values: ["tea" "co\\"ffee"]'),
    )
  })
})

describe('signers', () => {
  it('are named by the vocabulary', () => {
    const names = (list: readonly Signer[]): string[] => list.map(({ signerName }) => signerName)
    expect(names(signers)).toEqual([
      'kubernetes.io/kube-apiserver-client',
      'kubernetes.io/kube-apiserver-client-kubelet',
      'kubernetes.io/kubelet-serving',
      'kubernetes.io/legacy-unknown',
    ])
    expect(names(createBuiltInSigners({ vocabulary: platformVocabulary, authority, clock }))).toEqual([
      'platform.io/apiserver-client',
      'platform.io/apiserver-client-node-agent',
      'platform.io/node-agent-serving',
      'platform.io/legacy-unknown',
    ])
  })

  it('can have different authorities, or none', async () => {
    const other = await anAuthority({ commonName: 'serving' })
    const some = createBuiltInSigners({
      vocabulary,
      authority: { nodeServing: () => other, nodeClient: authority },
      clock,
    })
    expect(some.map(({ signerName }) => signerName)).toEqual([nodeClient, nodeServing])
    const pem = await issued(some[1]!, asking(nodeServing, await aRequest(named), serving))
    expect(new X509Certificate(pem).issuer).toBe('CN=serving')
  })

  it('of a host sign with its own rules', async () => {
    const signer = createAuthoritySigner({
      signerName: 'example.com/mesh',
      authority,
      clock,
      durationSeconds: 3600,
      rule: (request, usages, user) => {
        if (user.username !== 'jane') return `not for ${user.username}`
        return request.uris.length === 1 && usages.length === 2 ? undefined : 'exactly one URI'
      },
    })
    const usages = ['client auth', 'server auth']
    const bad = await aRequest({ commonName: '' })
    const good = await aRequest({ commonName: '', uris: ['spiffe://a/b'] })
    expect(await signer.sign(asking('example.com/mesh', bad, usages))).toEqual(refused('exactly one URI'))
    const bob = { ...asking('example.com/mesh', good, usages), user: { ...jane, username: 'bob' } }
    expect(await signer.sign(bob)).toEqual(refused('not for bob'))
    expect(times(await issued(signer, asking('example.com/mesh', good, usages))).to).toBe(3600)
  })

  it('are found by name, or by domain', () => {
    const signer = (signerName: string): Signer => ({ signerName, sign: async () => ({ type: 'ignored' }) })
    const [all, exact] = [signer('example.com/*'), signer('example.com/x')]
    expect(findSigner([all, exact], 'example.com/x')).toBe(exact)
    expect(findSigner([all, exact], 'example.com/y')).toBe(all)
    expect(findSigner([all, exact], 'example.org/x')).toBeUndefined()
  })

  it('get the fields of the object', async () => {
    const privateKeyPem = await createPrivateKeyPem()
    const pem = await createCertificateRequest({ commonName: 'jane', privateKeyPem })
    const object = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'a' },
      spec: {
        request: Buffer.from(pem).toString('base64'),
        signerName: apiserverClient,
        usages: ['client auth'],
        expirationSeconds: 600,
        username: 'bob',
        uid: 'u',
        groups: ['g'],
        extra: { k: ['v'] },
      },
    }
    expect(toSigningRequest(object)).toMatchObject({
      signerName: apiserverClient,
      usages: ['client auth'],
      expirationSeconds: 600,
      user: { username: 'bob', uid: 'u', groups: ['g'], extra: { k: ['v'] } },
      request: { subject: { commonName: 'jane' } },
    })
  })
})

function refused(message: string): object {
  return { type: 'refused', reason: 'SignerValidationFailure', message }
}

function opensslRequest(subject: string, rest: string): CertificateRequest {
  const args = ['req', '-new', '-nodes', '-keyout', 'key.pem', '-subj', subject, ...rest.split(' ')]
  return parseCertificateRequest(openssl({}, ...args))
}
