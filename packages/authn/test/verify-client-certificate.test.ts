import { StatusError, type PeerCertificate } from '@pinnace/meta'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadClientAuthorities, verifyClientCertificate } from '../src/certificates/verify-client-certificate.ts'
import { authority, clientAuth, issue, serverAuth, usage, x509, type Issued } from './support/certificates.ts'

let root: Issued
let stranger: Issued

beforeAll(async () => {
  root = await issue({ subject: 'CN=root', extensions: authority() })
  stranger = await issue({ subject: 'CN=root', extensions: authority() })
})

const client = [usage(clientAuth)]

function verify(leaf: Issued, chain: readonly Issued[] = [], now: number = Date.now()): unknown {
  const peer: PeerCertificate = { raw: leaf.raw, chain: chain.map(({ raw }) => raw) }
  return verifyClientCertificate(peer, loadClientAuthorities(root.pem), now)
}

function reasonOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    expect(error).toBeInstanceOf(StatusError)
    expect((error as StatusError).toStatus()).toMatchObject({
      code: 401,
      reason: 'Unauthorized',
      message: 'Unauthorized',
    })
    return ((error as StatusError).cause as Error).message
  }
  throw new Error('nothing was thrown')
}

describe('verifyClientCertificate', () => {
  it('names the common name as user and every organization as group, in order', async () => {
    const leaf = await issue({ subject: 'O=zeta,O=alpha,CN=jane', issuer: root, extensions: client })
    expect(verify(leaf)).toEqual({ username: 'jane', groups: ['zeta', 'alpha'] })
  })

  it('keeps names with separators, newlines and other scripts as they are', async () => {
    const username = 'a,b+c="d"\nO=system:masters\\ \u00fc\u{1f600}'
    const groups = ['g\nCN=root', 'x/y', '#1', ' lead']
    // The types of the library leave out the form that says how a value is written.
    const subject = [
      ...groups.map((group) => ({ O: [{ utf8String: group }] })),
      { CN: [{ utf8String: username }] },
    ] as unknown as x509.JsonName
    const leaf = await issue({ subject, issuer: root, extensions: client })
    expect(verify(leaf)).toEqual({ username, groups })
  })

  it('has no opinion on a certificate without a common name', async () => {
    const leaf = await issue({ subject: 'O=only', issuer: root, extensions: client })
    expect(verify(leaf)).toBeUndefined()
  })

  it('accepts a chain through intermediates in any order', async () => {
    const one = await issue({ subject: 'CN=one', issuer: root, extensions: authority() })
    const two = await issue({ subject: 'CN=two', issuer: one, extensions: authority(0) })
    const leaf = await issue({ subject: 'CN=jane', issuer: two, extensions: client })
    expect(verify(leaf, [one, two])).toMatchObject({ username: 'jane' })
    expect(verify(leaf, [two, one])).toMatchObject({ username: 'jane' })
    expect(reasonOf(() => verify(leaf, [two]))).toContain('unknown authority')
  })

  it('refuses a certificate of another authority with the same name', async () => {
    const leaf = await issue({ subject: 'CN=jane', issuer: stranger, extensions: client })
    expect(reasonOf(() => verify(leaf))).toContain('signed by unknown authority')
    expect(reasonOf(() => verify(leaf, [stranger]))).toContain('signed by unknown authority')
  })

  it('refuses a self-signed certificate', async () => {
    expect(reasonOf(() => verify(stranger))).toContain('x509: ')
  })

  it.each([
    ['is over', -7_200_000, -3_600_000],
    ['has not begun', 3_600_000, 7_200_000],
  ])('refuses a certificate whose time %s', async (_when, from, to) => {
    const [notBefore, notAfter] = [new Date(Date.now() + from), new Date(Date.now() + to)]
    const leaf = await issue({ subject: 'CN=jane', issuer: root, extensions: client, notBefore, notAfter })
    expect(reasonOf(() => verify(leaf))).toContain('expired or is not yet valid')
  })

  it('refuses a certificate whose intermediate has expired', async () => {
    const notAfter = new Date(Date.now() - 1000)
    const old = await issue({ subject: 'CN=old', issuer: root, extensions: authority(), notAfter })
    const leaf = await issue({ subject: 'CN=jane', issuer: old, extensions: client })
    expect(reasonOf(() => verify(leaf, [old]))).toContain('expired or is not yet valid')
  })

  it('checks the time again for a certificate that it has verified before', async () => {
    const leaf = await issue({ subject: 'CN=jane', issuer: root, extensions: client })
    const authorities = loadClientAuthorities(root.pem)
    const peer = { raw: leaf.raw, chain: [] }
    const first = verifyClientCertificate(peer, authorities, Date.now())
    expect(verifyClientCertificate(peer, authorities, Date.now())).toBe(first)
    expect(reasonOf(() => verifyClientCertificate(peer, authorities, Date.now() + 7_200_000))).toContain('expired')
  })

  it.each([
    ['for servers only', () => [usage(serverAuth)]],
    ['for nothing it states', () => []],
  ])('refuses a certificate that is %s', async (_for, extensions) => {
    const leaf = await issue({ subject: 'CN=jane', issuer: root, extensions: extensions() })
    expect(reasonOf(() => verify(leaf))).toContain('incompatible key usage')
  })

  it('accepts a certificate for any usage', async () => {
    const leaf = await issue({ subject: 'CN=jane', issuer: root, extensions: [usage('2.5.29.37.0')] })
    expect(verify(leaf)).toMatchObject({ username: 'jane' })
  })

  it('refuses an intermediate whose usage excludes clients', async () => {
    const narrow = await issue({ subject: 'CN=n', issuer: root, extensions: [...authority(), usage(serverAuth)] })
    const leaf = await issue({ subject: 'CN=jane', issuer: narrow, extensions: client })
    expect(reasonOf(() => verify(leaf, [narrow]))).toContain('incompatible key usage')
  })

  it('refuses a leaf that signs another', async () => {
    const middle = await issue({ subject: 'CN=middle', issuer: root, extensions: client })
    const leaf = await issue({ subject: 'CN=jane', issuer: middle, extensions: client })
    expect(reasonOf(() => verify(leaf, [middle]))).toMatch(/not authorized to sign|unknown authority/)
  })

  it('refuses more intermediates than an authority allows', async () => {
    const one = await issue({ subject: 'CN=one', issuer: root, extensions: authority(0) })
    const two = await issue({ subject: 'CN=two', issuer: one, extensions: authority() })
    const leaf = await issue({ subject: 'CN=jane', issuer: two, extensions: client })
    expect(reasonOf(() => verify(leaf, [one, two]))).toContain('path length')
  })

  it('refuses unknown critical extensions, and name constraints always', async () => {
    const odd = new x509.Extension('1.2.3.4', true, new Uint8Array([5, 0]))
    const leaf = await issue({ subject: 'CN=jane', issuer: root, extensions: [...client, odd] })
    expect(reasonOf(() => verify(leaf))).toContain('critical extension')
    const constraints = new x509.Extension('2.5.29.30', false, new Uint8Array([0x30, 0]))
    const one = await issue({ subject: 'CN=one', issuer: root, extensions: [...authority(), constraints] })
    const below = await issue({ subject: 'CN=jane', issuer: one, extensions: client })
    expect(reasonOf(() => verify(below, [one]))).toContain('critical extension')
  })

  it('refuses bytes that are not a certificate', () => {
    const peer = { raw: new Uint8Array([1, 2, 3]), chain: [] }
    expect(reasonOf(() => verifyClientCertificate(peer, loadClientAuthorities(root.pem), 0))).toContain('malformed')
  })

  it('accepts a certificate of any authority of a bundle', async () => {
    const leaf = await issue({ subject: 'CN=jane', issuer: stranger, extensions: client })
    const bundle = loadClientAuthorities(`${root.pem}\n# the other\n${stranger.pem}`)
    expect(verifyClientCertificate({ raw: leaf.raw, chain: [] }, bundle, Date.now())).toMatchObject({
      username: 'jane',
    })
  })

  it('throws a TypeError for malformed authorities', () => {
    expect(() => loadClientAuthorities('')).toThrow(TypeError)
    expect(() => loadClientAuthorities('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toThrow(
      TypeError,
    )
  })
})
