import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { kubernetesVocabulary } from '@pinnace/meta'
import { exportJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOidcAuthenticator, type OidcOptions, type TokenAuthenticator } from '../src/index.ts'
import { testClock, type TestClock } from './support/clock.ts'
import { failure, forge } from './support/forge.ts'
import { serveLoopback, type Answer, type Loopback } from './support/loopback.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rotated = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

let issuer: Loopback
let other: Loopback
let clock: TestClock
let documents: Record<string, Answer>

async function jwk(key: KeyObject, more: object = {}): Promise<object> {
  return { ...(await exportJWK(key)), use: 'sig', ...more }
}

beforeAll(async () => {
  issuer = await serveLoopback(({ url }) => documents[url] ?? { status: 404 })
  other = await serveLoopback(({ url }) => documents[url] ?? { status: 404 })
})
afterAll(() => Promise.all([issuer.close(), other.close()]))

beforeEach(async () => {
  clock = testClock()
  issuer.requests.length = 0
  documents = {
    '/.well-known/openid-configuration': { body: { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` } },
    '/keys': { body: { keys: [await jwk(rsa.publicKey, { kid: 'k1', alg: 'RS256' })] } },
  }
})

function oidc(options: Partial<OidcOptions> = {}): TokenAuthenticator {
  return createOidcAuthenticator({
    vocabulary: kubernetesVocabulary,
    issuerUrl: issuer.url,
    clientId: 'my-client',
    ca: issuer.ca,
    clock,
    ...options,
  })
}

function claims(more: object = {}): Record<string, unknown> {
  return { iss: issuer.url, aud: 'my-client', sub: 'jane', exp: clock.now() / 1000 + 3600, ...more }
}

const sign = (more: object = {}, header: object = {}, key: KeyObject = rsa.privateKey): string =>
  forge({ alg: 'RS256', kid: 'k1', ...header }, claims(more), key)

describe('ID tokens', () => {
  it('name the subject as user, with the issuer as prefix', async () => {
    expect(await oidc()(sign({ jti: 'id-1' }))).toEqual({
      user: {
        username: `${issuer.url}#jane`,
        groups: [],
        extra: { 'authentication.kubernetes.io/credential-id': ['JTI=id-1'] },
      },
      expiresAtMs: clock.now() + 3_600_000,
    })
    expect(issuer.requests.map(({ url }) => url)).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  it.each([
    ['the subject with a configured prefix', {}, { usernamePrefix: 'oidc:' }, 'oidc:jane'],
    ['the subject with no prefix', {}, { usernamePrefix: '-' }, 'jane'],
    ['another claim', { preferred: 'j' }, { usernameClaim: 'preferred', usernamePrefix: '-' }, 'j'],
    ['the address, never prefixed by itself', { email: 'j@x.org' }, { usernameClaim: 'email' }, 'j@x.org'],
    ['a verified address', { email: 'j@x.org', email_verified: true }, { usernameClaim: 'email' }, 'j@x.org'],
    ['the address with a prefix', { email: 'j@x.org' }, { usernameClaim: 'email', usernamePrefix: 'o:' }, 'o:j@x.org'],
    [
      'a subject whose address is not verified',
      { email: 'j@x.org', email_verified: false },
      { usernamePrefix: '-' },
      'jane',
    ],
  ])('name the user by %s', async (_case, more, options, username) => {
    expect((await oidc(options)(sign(more)))!.user.username).toBe(username)
  })

  it.each([
    ['a list', { groups: ['a', 'b'] }, { groupsClaim: 'groups' }, ['a', 'b']],
    ['one text', { role: 'a' }, { groupsClaim: 'role' }, ['a']],
    ['a list with a prefix', { groups: ['a'] }, { groupsClaim: 'groups', groupsPrefix: 'oidc:' }, ['oidc:a']],
    ['nothing', {}, { groupsClaim: 'groups' }, []],
    ['null', { groups: null }, { groupsClaim: 'groups' }, []],
    ['a claim that is not configured', { groups: ['system:masters'] }, {}, []],
    ['the prototype', {}, { groupsClaim: 'constructor' }, []],
  ])('name the groups by %s', async (_case, more, options, groups) => {
    expect((await oidc(options)(sign(more)))!.user.groups).toEqual(groups)
  })

  it('can have several audiences, and become valid within five minutes', async () => {
    const nbf = clock.now() / 1000 + 299
    expect(await oidc()(sign({ aud: ['x', 'my-client'], nbf }))).toBeDefined()
  })

  it.each([
    ['an audience of others', { aud: 'other' }, {}, 'oidc: verify token: expected audience "my-client" got ["other"]'],
    ['a list of others', { aud: ['other'] }, {}, /expected audience/],
    ['no audience', { aud: undefined }, {}, /expected audience/],
    ['the audience as a part', { aud: 'my-client-2' }, {}, /expected audience/],
    ['an end that has passed', { exp: 1_700_000_000 }, {}, 'oidc: verify token: token is expired'],
    ['no end', { exp: undefined }, {}, 'oidc: verify token: token is expired'],
    ['an end that is a text', { exp: '9999999999' }, {}, 'oidc: parse claim exp: not a time'],
    ['a beginning ahead', { nbf: 4_000_000_000 }, {}, /before the nbf/],
    ['no user name', { sub: undefined }, {}, 'oidc: parse username claims "sub": claim not present'],
    ['an empty user name', { sub: '' }, {}, /parse username claims/],
    ['a user name that is a number', { sub: 7 }, {}, /parse username claims/],
    ['a user name from the prototype', {}, { usernameClaim: 'toString' }, /claim not present/],
    [
      'an address that is not verified',
      { email: 'a@b', email_verified: false },
      { usernameClaim: 'email' },
      'oidc: email not verified',
    ],
    [
      'an address verified by a text',
      { email: 'a@b', email_verified: 'true' },
      { usernameClaim: 'email' },
      "oidc: parse 'email_verified' claim: not a boolean",
    ],
    ['groups that are numbers', { groups: [1] }, { groupsClaim: 'groups' }, /parse groups claim "groups"/],
    ['groups that are an object', { groups: {} }, { groupsClaim: 'groups' }, /parse groups claim "groups"/],
    [
      'groups that stand elsewhere, it does not say where',
      { _claim_names: { groups: 'src1' } },
      { groupsClaim: 'groups' },
      'oidc: no claim sources',
    ],
    [
      'a required claim missing',
      {},
      { requiredClaims: { hd: 'x.org' } },
      'oidc: required claim hd not present in ID token',
    ],
    [
      'a required claim of another value',
      { hd: 'y.org' },
      { requiredClaims: { hd: 'x.org' } },
      'oidc: required claim hd value does not match. Got = y.org, want = x.org',
    ],
    [
      'a required claim that is a list',
      { hd: ['x.org'] },
      { requiredClaims: { hd: 'x.org' } },
      'oidc: parse claim hd: not a string',
    ],
    ['one of two required claims', { a: '1' }, { requiredClaims: { a: '1', b: '2' } }, /required claim b not present/],
  ])('are rejected with %s', async (_case, more, options, message) => {
    expect(await failure(() => oidc(options)(sign(more)))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })

  it('are accepted with all required claims', async () => {
    expect(await oidc({ requiredClaims: { hd: 'x.org', a: '1' } })(sign({ hd: 'x.org', a: '1' }))).toBeDefined()
  })

  it.each([
    ['another issuer', () => sign({ iss: other.url })],
    ['an issuer with a slash more', () => sign({ iss: `${issuer.url}/` })],
    ['no issuer', () => sign({ iss: undefined })],
    ['text that is no JWT', () => 'abcdef.0123456789abcdef'],
  ])('get no opinion, and cause no request to the issuer, with %s', async (_case, make) => {
    expect(await oidc()(make())).toBeUndefined()
    expect(issuer.requests).toEqual([])
  })

  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
  const attacks: readonly [string, () => string | Promise<string>, string][] = [
    [
      'the algorithm none',
      () => forge({ alg: 'none' }, claims()),
      'oidc: verify token: unexpected signature algorithm "none"',
    ],
    [
      'HMAC with the public key',
      () => forge({ alg: 'HS256', kid: 'k1' }, claims(), { hmac: pem }),
      'oidc: verify token: unexpected signature algorithm "HS256"',
    ],
    [
      'HMAC under the name of RSA',
      () => forge({ alg: 'RS256', kid: 'k1' }, claims(), { hmac: pem }),
      'oidc: verify token: invalid signature',
    ],
    [
      'an algorithm the server does not take',
      () => sign({}, { alg: 'PS256' }),
      'oidc: verify token: unexpected signature algorithm "PS256"',
    ],
    ['a key of a stranger', () => sign({}, {}, stranger.privateKey), 'oidc: verify token: invalid signature'],
    [
      'a key of a stranger and no name',
      () => sign({}, { kid: undefined }, stranger.privateKey),
      'oidc: verify token: invalid signature',
    ],
    [
      'its key embedded',
      async () => sign({}, { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
      'oidc: verify token: token header "jwk" is not allowed',
    ],
    [
      'the address of its keys',
      () => sign({}, { jku: `${other.url}/keys` }, stranger.privateKey),
      'oidc: verify token: token header "jku" is not allowed',
    ],
    [
      'a certificate',
      () => sign({}, { x5c: ['AAAA'] }, stranger.privateKey),
      'oidc: verify token: token header "x5c" is not allowed',
    ],
    [
      'critical extensions',
      () => sign({}, { crit: ['x'], x: 1 }),
      'oidc: verify token: token header "crit" is not allowed',
    ],
    [
      'the name of an unknown key',
      () => sign({}, { kid: '../k1' }),
      'oidc: verify token: invalid signature, no keys found',
    ],
  ]
  it.each(attacks)('are rejected with %s', async (_case, make, message) => {
    const token = await make()
    expect(await failure(() => oidc()(token))).toBe(message)
    expect(other.requests).toEqual([])
  })

  it('expire although their signature is cached', async () => {
    const authenticate = oidc()
    const token = sign()
    const first = await authenticate(token)
    expect((await authenticate(token))!.user).toBe(first!.user)
    clock.advance(3_600_001)
    expect(await failure(() => authenticate(token))).toBe('oidc: verify token: token is expired')
  })

  it('can be signed with other algorithms that the server allows', async () => {
    documents['/keys'] = {
      body: { keys: [await jwk(ec.publicKey, { kid: 'e' }), await jwk(rsa.publicKey, { kid: 'k1' })] },
    }
    const authenticate = oidc({ signingAlgorithms: ['ES256', 'RS256'] })
    expect(await authenticate(sign({}, { alg: 'ES256', kid: 'e' }, ec.privateKey))).toBeDefined()
    expect(await authenticate(sign())).toBeDefined()
    expect(await failure(() => authenticate(sign({}, { alg: 'ES256', kid: 'k1' }, ec.privateKey)))).toContain(
      'invalid signature',
    )
  })

  it('are not verified with keys for encryption, for other algorithms, or with secret keys', async () => {
    const secret = { kty: 'oct', kid: 'o', k: Buffer.from('secret').toString('base64url') }
    documents['/keys'] = {
      body: {
        keys: [
          secret,
          await jwk(rsa.publicKey, { kid: 'enc', use: 'enc' }),
          await jwk(rsa.publicKey, { kid: 'ps', alg: 'PS256' }),
          { kty: 'RSA', kid: 'bad', n: '!', e: 7 },
          null,
          'x',
        ],
      },
    }
    for (const kid of ['enc', 'ps', 'bad', undefined]) {
      expect(await failure(() => oidc()(sign({}, { kid })))).toBe(
        'oidc: verify token: invalid signature, no keys found',
      )
    }
    expect(await failure(() => oidc()(forge({ alg: 'HS256', kid: 'o' }, claims(), { hmac: 'secret' })))).toContain(
      'unexpected',
    )
  })
})

describe('keys of the issuer', () => {
  const questions = (): number => issuer.requests.filter(({ url }) => url === '/keys').length

  it('are fetched again when a token names an unknown key, at most once per ten seconds', async () => {
    const authenticate = oidc()
    await authenticate(sign())
    const fresh = sign({}, { kid: 'k2' }, rotated.privateKey)
    documents['/keys'] = { body: { keys: [await jwk(rotated.publicKey, { kid: 'k2' })] } }
    for (let count = 0; count < 5; count++) await failure(() => authenticate(fresh))
    expect(questions()).toBe(1)
    clock.advance(10_000)
    const verdicts = await Promise.all([authenticate(fresh), authenticate(fresh), authenticate(fresh)])
    expect(verdicts.every((verdict) => verdict !== undefined)).toBe(true)
    expect(questions()).toBe(2)
  })

  it('that were removed invalidate their tokens, once the keys are fetched again', async () => {
    const authenticate = oidc()
    const old = sign()
    await authenticate(old)
    documents['/keys'] = { body: { keys: [await jwk(rotated.publicKey, { kid: 'k1' })] } }
    clock.advance(10_000)
    expect(await authenticate(sign({}, {}, rotated.privateKey))).toBeDefined()
    expect(await failure(() => authenticate(old))).toContain('invalid signature')
  })

  it('are kept while the issuer is not available', async () => {
    const authenticate = oidc()
    await authenticate(sign())
    documents = {}
    clock.advance(60_000)
    expect(await failure(() => authenticate(sign({}, { kid: 'k2' })))).toContain('no keys found')
    expect(await authenticate(sign({ sub: 'joe' }))).toBeDefined()
  })

  const broken: readonly [string, () => void][] = [
    ['is not there', () => void (documents = {})],
    ['answers an error', () => void (documents['/keys'] = { status: 500 })],
    [
      'names another issuer',
      () =>
        void (documents['/.well-known/openid-configuration'] = {
          body: { issuer: other.url, jwks_uri: `${issuer.url}/keys` },
        }),
    ],
    [
      'has keys without TLS',
      () =>
        void (documents['/.well-known/openid-configuration'] = {
          body: { issuer: issuer.url, jwks_uri: issuer.url.replace('https', 'http') },
        }),
    ],
    [
      'has no address of keys',
      () => void (documents['/.well-known/openid-configuration'] = { body: { issuer: issuer.url } }),
    ],
    ['answers no JSON', () => void (documents['/keys'] = { body: '<html>' })],
    ['answers no list', () => void (documents['/keys'] = { body: { keys: {} } })],
    [
      'answers more than a megabyte',
      () => void (documents['/keys'] = { body: { keys: [], more: 'x'.repeat(1_048_577) } }),
    ],
    [
      'redirects to another host',
      () => void (documents['/keys'] = { status: 302, headers: { location: `${other.url}/keys` } }),
    ],
    ['redirects in a circle', () => void (documents['/keys'] = { status: 302, headers: { location: '/keys' } })],
  ]
  it.each(broken)('are not accepted when the issuer %s, and are fetched again later', async (_case, spoil) => {
    const whole = documents
    documents = { ...documents }
    spoil()
    const authenticate = oidc()
    expect(await failure(() => authenticate(sign()))).toBe('oidc: authenticator not initialized')
    expect(other.requests).toEqual([])
    documents = whole
    expect(await failure(() => authenticate(sign()))).toBe('oidc: authenticator not initialized')
    clock.advance(10_000)
    expect(await authenticate(sign())).toBeDefined()
  })

  it('can be behind a redirect within the same host', async () => {
    documents['/moved'] = documents['/keys']!
    documents['/keys'] = { status: 307, headers: { location: '/moved' } }
    expect(await oidc()(sign())).toBeDefined()
  })

  it('are not fetched from a server with a certificate of another authority', async () => {
    expect(await failure(() => oidc({ ca: other.ca })(sign()))).toBe('oidc: authenticator not initialized')
    expect(
      await failure(() =>
        createOidcAuthenticator({
          vocabulary: kubernetesVocabulary,
          issuerUrl: issuer.url,
          clientId: 'my-client',
          clock,
        })(sign()),
      ),
    ).toBe('oidc: authenticator not initialized')
    expect(issuer.requests).toEqual([])
  })

  it('are fetched within a time limit', async () => {
    documents['/keys'] = new Promise(() => {}) as never
    const authenticate = oidc()
    const waiting = failure(() => authenticate(sign()))
    while (clock.waiting === 0 || issuer.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    clock.advance(30_000)
    expect(await waiting).toBe('oidc: authenticator not initialized')
  })

  it('are found below the path of the issuer', async () => {
    const issuerUrl = `${issuer.url}/realms/a/`
    documents = {
      '/realms/a/.well-known/openid-configuration': { body: { issuer: issuerUrl, jwks_uri: `${issuer.url}/keys` } },
      '/keys': documents['/keys']!,
    }
    expect(await oidc({ issuerUrl })(sign({ iss: issuerUrl }))).toBeDefined()
  })
})

describe('options', () => {
  it.each([
    ['plain http', { issuerUrl: 'http://issuer' }],
    ['no URL', { issuerUrl: 'issuer' }],
    ['a query', { issuerUrl: 'https://issuer?x=1' }],
    ['an empty fragment', { issuerUrl: 'https://issuer#' }],
    ['a user', { issuerUrl: 'https://me:pw@issuer' }],
    ['no client id', { clientId: '' }],
    ['an empty user name claim', { usernameClaim: '' }],
    ['HMAC', { signingAlgorithms: ['RS256', 'HS256'] }],
    ['none', { signingAlgorithms: ['none'] }],
    ['no algorithm', { signingAlgorithms: [] }],
  ])('are rejected with %s', (_case, options) => {
    expect(() => oidc(options)).toThrow(TypeError)
  })
})
