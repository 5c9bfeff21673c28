import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { kubernetesVocabulary, platformVocabulary, type ApiObject } from '@pinnace/meta'
import { exportJWK } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createServiceAccountAuthenticator,
  createServiceAccountTokens,
  jwks,
  loadTokenKeys,
  loadTokenSigningKey,
  openIdConfiguration,
  toTokenKey,
  toTokenSigningKey,
  type SecretObject,
  type ServiceAccountOptions,
  type ServiceAccountTokensOptions,
} from '../src/index.ts'
import { testClock, type TestClock } from './support/clock.ts'
import { failure, forge } from './support/forge.ts'

const vocabulary = kubernetesVocabulary
const issuer = 'https://kubernetes.default.svc'
const apiAudiences = ['https://kubernetes.default.svc', 'api']
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsaKey = toTokenSigningKey(rsa.privateKey)
const ecKey = toTokenSigningKey(ec.privateKey)

let clock: TestClock
let objects: Map<string, ApiObject | SecretObject>

beforeEach(() => {
  clock = testClock()
  objects = new Map<string, ApiObject | SecretObject>([
    ['sa/ns/robot', { metadata: { name: 'robot', namespace: 'ns', uid: 'sa-uid' } }],
    ['pod/ns/web', { metadata: { name: 'web', namespace: 'ns', uid: 'pod-uid' } }],
    ['secret/ns/bound', { metadata: { name: 'bound', namespace: 'ns', uid: 'secret-uid' } }],
    ['node/n1', { metadata: { name: 'n1', uid: 'node-uid' } }],
  ])
})

const account = { name: 'robot', uid: 'sa-uid' }
const pod = { name: 'web', uid: 'pod-uid' }
const node = { name: 'n1', uid: 'node-uid' }
const secret = { name: 'bound', uid: 'secret-uid' }

function authenticator(
  options: Partial<ServiceAccountOptions> = {},
): ReturnType<typeof createServiceAccountAuthenticator> {
  return createServiceAccountAuthenticator({
    vocabulary,
    issuers: [issuer],
    keys: [toTokenKey(rsa.publicKey), toTokenKey(ec.publicKey)],
    apiAudiences,
    clock,
    reader: {
      serviceAccount: (namespace, name) => objects.get(`sa/${namespace}/${name}`),
      secret: (namespace, name) => objects.get(`secret/${namespace}/${name}`) as SecretObject,
      pod: async (namespace, name) => objects.get(`pod/${namespace}/${name}`),
      node: (name) => objects.get(`node/${name}`),
    },
    ...options,
  })
}

function tokens(options: Partial<ServiceAccountTokensOptions> = {}): ReturnType<typeof createServiceAccountTokens> {
  return createServiceAccountTokens({ vocabulary, issuer, signingKey: rsaKey, apiAudiences, clock, ...options })
}

function mark(key: string, metadata: object): void {
  const object = objects.get(key)!
  objects.set(key, { ...object, metadata: { ...object.metadata, ...metadata } })
}

const request = { namespace: 'ns', account, expirationSeconds: 3600 }
const legacyUser = {
  username: 'system:serviceaccount:ns:robot',
  uid: 'sa-uid',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
}

describe('bound service-account tokens', () => {
  it.each([
    ['RSA', rsaKey],
    ['EC', ecKey],
  ])('name the account that they were signed for, with an %s key', async (_kind, signingKey) => {
    const { token, credentialId } = await tokens({ signingKey }).sign(request)
    const verdict = await authenticator()(token)
    expect(verdict).toEqual({
      user: { ...legacyUser, extra: { 'authentication.kubernetes.io/credential-id': [credentialId] } },
      audiences: apiAudiences,
      expiresAtMs: clock.now() + 3_660_000,
    })
    expect(credentialId).toMatch(/^JTI=[0-9a-f-]{36}$/)
  })

  it('have the claims that clients read', async () => {
    const random = { bytes: (length: number) => new Uint8Array(length), uid: () => 'the-id' }
    const { token } = await tokens({ random }).sign({ ...request, pod, node })
    const [header, payload] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    expect(header).toEqual({ alg: 'RS256', kid: rsaKey.id })
    const now = clock.now() / 1000
    expect(payload).toEqual({
      aud: apiAudiences,
      exp: now + 3600,
      iat: now,
      iss: issuer,
      jti: 'the-id',
      'kubernetes.io': {
        namespace: 'ns',
        node: { name: 'n1', uid: 'node-uid' },
        pod: { name: 'web', uid: 'pod-uid' },
        serviceaccount: { name: 'robot', uid: 'sa-uid' },
      },
      nbf: now,
      sub: 'system:serviceaccount:ns:robot',
    })
  })

  it('name pod and node in the extra of the user, with keys of the vocabulary', async () => {
    const { token } = await tokens().sign({ ...request, pod, node })
    const { user } = (await authenticator()(token))!
    expect(Object.entries(user.extra).filter(([key]) => !key.endsWith('credential-id'))).toEqual([
      ['authentication.kubernetes.io/node-name', ['n1']],
      ['authentication.kubernetes.io/node-uid', ['node-uid']],
      ['authentication.kubernetes.io/pod-name', ['web']],
      ['authentication.kubernetes.io/pod-uid', ['pod-uid']],
    ])
    const own = await tokens({ vocabulary: platformVocabulary }).sign({ ...request, pod })
    const verdict = await authenticator({ vocabulary: platformVocabulary })(own.token)
    expect(Object.keys(verdict!.user.extra)).toContain('authentication.platform.io/pod-name')
  })

  it('are accepted for those of the requested audiences that they were issued for', async () => {
    const { token } = await tokens().sign({ ...request, audiences: ['vault', 'api', 'db'] })
    expect((await authenticator()(token))!.audiences).toEqual(['api'])
    expect((await authenticator()(token, ['db', 'vault', 'x']))!.audiences).toEqual(['vault', 'db'])
    expect(await failure(() => authenticator()(token, ['x']))).toBe(
      'token audiences ["vault" "api" "db"] is invalid for the target audiences ["x"]',
    )
    const other = await tokens().sign({ ...request, audiences: ['vault'] })
    expect(await failure(() => authenticator()(other.token))).toContain('is invalid for the target audiences')
  })

  it.each([
    ['is over', 3_661_000, 'service account token has expired'],
    ['has not begun', -61_000, 'service account token is not valid yet'],
  ])('are rejected when their time %s by more than a minute', async (_when, ms, message) => {
    const { token } = await tokens().sign(request)
    const authenticate = authenticator()
    await authenticate(token)
    clock.advance(ms - Math.sign(ms) * 2000)
    expect(await authenticate(token)).toBeDefined()
    clock.advance(Math.sign(ms) * 2000)
    expect(await failure(() => authenticate(token))).toBe(message)
    expect(await failure(() => authenticator()(token))).toBe(message)
  })

  it('are rejected when issued in the future', async () => {
    const token = forge({ alg: 'RS256' }, { iss: issuer, iat: clock.now() / 1000 + 100, aud: 'api' }, rsa.privateKey)
    expect(await failure(() => authenticator()(token))).toBe('service account token is issued in the future')
  })

  it.each([
    [
      'the account',
      {},
      'sa/ns/robot',
      'serviceaccount "robot" not found',
      'service account UID (other) does not match claim (sa-uid)',
      'service account ns/robot has been deleted',
    ],
    [
      'its pod',
      { pod },
      'pod/ns/web',
      'service account token has been invalidated',
      'pod UID (other) does not match service account pod ref claim (pod-uid)',
      'service account token has been invalidated',
    ],
    [
      'its secret',
      { secret },
      'secret/ns/bound',
      'service account token has been invalidated',
      'secret UID (other) does not match service account secret ref claim (secret-uid)',
      'service account token has been invalidated',
    ],
    [
      'its node',
      { node },
      'node/n1',
      'service account token has been invalidated',
      'node UID (other) does not match service account node ref claim (node-uid)',
      'service account token has been invalidated',
    ],
  ])('become invalid with %s, from one request to the next', async (_what, bound, key, gone, replaced, deleted) => {
    const { token } = await tokens().sign({ ...request, ...bound })
    const authenticate = authenticator()
    await authenticate(token)
    mark(key, { deletionTimestamp: new Date(clock.now() - 59_000).toISOString() })
    expect(await authenticate(token)).toBeDefined()
    mark(key, { deletionTimestamp: new Date(clock.now() - 61_000).toISOString() })
    expect(await failure(() => authenticate(token))).toBe(deleted)
    mark(key, { deletionTimestamp: undefined, uid: 'other' })
    expect(await failure(() => authenticate(token))).toBe(replaced)
    objects.delete(key)
    expect(await failure(() => authenticate(token))).toBe(gone)
  })

  it('of a pod do not depend on its node', async () => {
    const { token } = await tokens().sign({ ...request, pod, node })
    objects.delete('node/n1')
    expect(await authenticator()(token)).toBeDefined()
  })

  it('of a pod are valid for a year and reported after the requested hour', async () => {
    const { token, expiresAtMs } = await tokens().sign({ ...request, pod, expirationSeconds: 3607 })
    expect(expiresAtMs).toBe(clock.now() + 3_607_000)
    const authenticate = authenticator()
    clock.advance(3_607_000)
    expect(await authenticate(token)).not.toHaveProperty('annotations')
    clock.advance(5000)
    expect((await authenticate(token))!.annotations).toEqual({
      'authentication.k8s.io/stale-token':
        'subject: system:serviceaccount:ns:robot, seconds after warning threshold: 5',
    })
    clock.advance(365 * 86_400_000)
    expect(await failure(() => authenticate(token))).toBe('service account token has expired')
  })

  it.each([
    ['without a pod', { expirationSeconds: 3607 }, {}],
    ['of another length', { pod, expirationSeconds: 3608 }, {}],
    ['for another audience', { pod, expirationSeconds: 3607, audiences: ['vault', 'api'] }, {}],
    ['where it is switched off', { pod, expirationSeconds: 3607 }, { extendExpiration: false }],
  ])('are not valid for longer than requested %s', async (_case, extra, options) => {
    const { token } = await tokens(options).sign({ ...request, ...extra })
    clock.advance(3_700_000)
    expect(await failure(() => authenticator()(token))).toBe('service account token has expired')
  })

  it('are shortened to the limit of the server, with a warning', async () => {
    const issued = await tokens({ maxExpirationSeconds: 7200 }).sign({ ...request, expirationSeconds: 10_000 })
    expect(issued).toMatchObject({
      expirationSeconds: 7200,
      expiresAtMs: clock.now() + 7_200_000,
      warnings: ['requested expiration of 10000 seconds shortened to 7200 seconds'],
    })
    expect((await tokens().sign(request)).warnings).toEqual([])
  })

  it('are bound to one object', async () => {
    await expect(tokens().sign({ ...request, pod, secret })).rejects.toThrow(TypeError)
  })

  it('are accepted with any of several keys and issuers, also while keys change', async () => {
    const old = await tokens({ issuer: 'https://old' }).sign(request)
    let keys = [toTokenKey(rsa.publicKey)]
    const authenticate = authenticator({ issuers: [issuer, 'https://old'], keys: () => keys })
    expect(await authenticate(old.token)).toBeDefined()
    keys = [toTokenKey(ec.publicKey)]
    expect(await failure(() => authenticate(old.token))).toBe('invalid signature, no keys found')
    expect(await authenticate((await tokens({ signingKey: ecKey }).sign(request)).token)).toBeDefined()
  })

  it('return the same user object for every request', async () => {
    const { token } = await tokens().sign(request)
    const authenticate = authenticator()
    expect((await authenticate(token))!.user).toBe((await authenticate(token))!.user)
  })
})

describe('forged tokens', () => {
  const claims = (): Record<string, unknown> => ({
    iss: issuer,
    aud: ['api'],
    sub: 'system:serviceaccount:ns:robot',
    exp: clock.now() / 1000 + 100,
    'kubernetes.io': { namespace: 'ns', serviceaccount: account },
  })
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string
  const der = rsa.publicKey.export({ type: 'spki', format: 'der' })

  it('are accepted where nothing is wrong with them', async () => {
    expect(await authenticator()(forge({ alg: 'RS256' }, claims(), rsa.privateKey))).toBeDefined()
  })

  it.each([
    ['another issuer', () => forge({ alg: 'RS256' }, { ...claims(), iss: 'https://other' }, rsa.privateKey)],
    ['an issuer with a slash more', () => forge({ alg: 'RS256' }, { ...claims(), iss: `${issuer}/` }, rsa.privateKey)],
    ['no issuer', () => forge({ alg: 'RS256' }, { ...claims(), iss: undefined }, rsa.privateKey)],
    ['an issuer that is a list', () => forge({ alg: 'RS256' }, { ...claims(), iss: [issuer] }, rsa.privateKey)],
    ['two parts', () => forge({ alg: 'RS256' }, claims(), rsa.privateKey).split('.').slice(0, 2).join('.')],
    ['four parts', () => `${forge({ alg: 'RS256' }, claims(), rsa.privateKey)}.x`],
    ['padding', () => forge({ alg: 'RS256' }, claims(), rsa.privateKey).replace('.', '=.')],
    ['a payload that is a list', () => forge({ alg: 'RS256' }, [claims()], rsa.privateKey)],
    ['a payload that is no JSON', () => forge({ alg: 'RS256' }, '{', rsa.privateKey)],
    ['the JSON form of a signature', () => JSON.stringify({ payload: 'e30', signatures: [] })],
    ['nothing', () => ''],
    ['dots', () => '..'],
  ])('get no opinion with %s', async (_case, make) => {
    expect(await authenticator()(make())).toBeUndefined()
  })

  const attacks: readonly [string, () => string | Promise<string>, string | RegExp][] = [
    ['the algorithm none', () => forge({ alg: 'none' }, claims()), 'unexpected signature algorithm "none"'],
    [
      'the algorithm None, without a signature',
      () => forge({ alg: 'None' }, claims()),
      /unexpected signature algorithm/,
    ],
    ['no algorithm', () => forge({}, claims(), rsa.privateKey), /unexpected signature algorithm/],
    ['an empty signature', () => forge({ alg: 'RS256' }, claims()), 'invalid signature'],
    [
      'HMAC with the public key, PEM',
      () => forge({ alg: 'HS256' }, claims(), { hmac: pem }),
      /unexpected signature algorithm "HS256"/,
    ],
    [
      'HMAC with the public key, DER',
      () => forge({ alg: 'HS256' }, claims(), { hmac: der }),
      /unexpected signature algorithm "HS256"/,
    ],
    ['HMAC under the name of RSA', () => forge({ alg: 'RS256' }, claims(), { hmac: pem }), 'invalid signature'],
    [
      'another algorithm of the same key',
      () => forge({ alg: 'PS256' }, claims(), rsa.privateKey),
      /unexpected signature algorithm "PS256"/,
    ],
    ['RS512 said of RS256', () => forge({ alg: 'RS512' }, claims(), rsa.privateKey), /unexpected signature algorithm/],
    [
      "an RSA signature with the EC key's name",
      () => forge({ alg: 'RS256', kid: ecKey.id }, claims(), rsa.privateKey),
      /unexpected signature algorithm/,
    ],
    ['a key of a stranger', () => forge({ alg: 'RS256' }, claims(), stranger.privateKey), 'invalid signature'],
    [
      'a key of a stranger under our name',
      () => forge({ alg: 'RS256', kid: rsaKey.id }, claims(), stranger.privateKey),
      'invalid signature',
    ],
    [
      'the name of an unknown key',
      () => forge({ alg: 'RS256', kid: 'unknown' }, claims(), rsa.privateKey),
      'invalid signature, no keys found',
    ],
    [
      'a path for a key name',
      () => forge({ alg: 'RS256', kid: '../../dev/null' }, claims(), { hmac: '' }),
      'invalid signature, no keys found',
    ],
    [
      'a prototype for a key name',
      () => forge({ alg: 'RS256', kid: '__proto__' }, claims(), rsa.privateKey),
      'invalid signature, no keys found',
    ],
    [
      'its key embedded',
      async () => forge({ alg: 'RS256', jwk: await exportJWK(stranger.publicKey) }, claims(), stranger.privateKey),
      'token header "jwk" is not allowed',
    ],
    [
      'its key embedded, though signed by us',
      async () => forge({ alg: 'RS256', jwk: await exportJWK(rsa.publicKey) }, claims(), rsa.privateKey),
      'token header "jwk" is not allowed',
    ],
    [
      'the address of its key',
      () => forge({ alg: 'RS256', jku: 'https://evil/keys' }, claims(), stranger.privateKey),
      'token header "jku" is not allowed',
    ],
    [
      'a certificate',
      () => forge({ alg: 'RS256', x5c: ['AAAA'] }, claims(), stranger.privateKey),
      'token header "x5c" is not allowed',
    ],
    [
      'the address of a certificate',
      () => forge({ alg: 'RS256', x5u: 'https://evil' }, claims(), stranger.privateKey),
      'token header "x5u" is not allowed',
    ],
    [
      'critical extensions',
      () => forge({ alg: 'RS256', crit: ['exp'], exp: 1 }, claims(), rsa.privateKey),
      'token header "crit" is not allowed',
    ],
    [
      'an unencoded payload',
      () => forge({ alg: 'RS256', crit: ['b64'], b64: false }, claims(), rsa.privateKey),
      /is not allowed/,
    ],
    [
      'a changed payload',
      () => {
        const [header, , signature] = forge({ alg: 'RS256' }, claims(), rsa.privateKey).split('.')
        const payload = Buffer.from(JSON.stringify({ ...claims(), aud: ['api', 'x'] })).toString('base64url')
        return `${header}.${payload}.${signature}`
      },
      'invalid signature',
    ],
    [
      'an expiry that is a text',
      () => forge({ alg: 'RS256' }, { ...claims(), exp: '9999999999' }, rsa.privateKey),
      'token claim "exp" has the wrong type',
    ],
    [
      'audiences that are no texts',
      () => forge({ alg: 'RS256' }, { ...claims(), aud: [1] }, rsa.privateKey),
      'token claim "aud" has the wrong type',
    ],
    [
      'an account that is a text',
      () => forge({ alg: 'RS256' }, { ...claims(), 'kubernetes.io': { serviceaccount: 'robot' } }, rsa.privateKey),
      'token claim "serviceaccount" has the wrong type',
    ],
    [
      'no private claims',
      () => forge({ alg: 'RS256' }, { ...claims(), 'kubernetes.io': undefined }, rsa.privateKey),
      'serviceaccount "" not found',
    ],
  ]
  it.each(attacks)('are rejected with %s', async (_case, make, message) => {
    const token = await make()
    expect(await failure(() => authenticator()(token))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })
})

describe('a valid token', () => {
  it('is rejected with any character of its header or payload changed', async () => {
    const { token } = await tokens().sign({ ...request, pod })
    const authenticate = authenticator()
    const end = token.lastIndexOf('.')
    for (let index = 0; index < end; index++) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`
      const verdict = await Promise.resolve()
        .then(() => authenticate(changed))
        .catch(() => undefined)
      expect(verdict, `changed at ${index}`).toBeUndefined()
    }
    expect(await authenticate(token)).toBeDefined()
  })

  it('is rejected with the signature of another token, without one, and with two', async () => {
    const [one, other] = [await tokens().sign(request), await tokens().sign({ ...request, pod })]
    const [header, payload, signature] = one.token.split('.')
    const parts = other.token.split('.')
    expect(await failure(() => authenticator()(`${header}.${payload}.${parts[2]}`))).toBe('invalid signature')
    expect(await failure(() => authenticator()(`${header}.${payload}.${signature!.slice(4)}`))).toBe(
      'invalid signature',
    )
    expect(await failure(() => authenticator()(`${header}.${payload}.${signature}${signature}`))).toBe(
      'invalid signature',
    )
    expect(await authenticator()(`${one.token}.${one.token}`)).toBeUndefined()
  })

  it('for another audience is rejected also if it was accepted before', async () => {
    const { token } = await tokens().sign({ ...request, audiences: ['vault'] })
    const authenticate = authenticator()
    expect((await authenticate(token, ['vault']))!.audiences).toEqual(['vault'])
    expect(await failure(() => authenticate(token))).toContain('is invalid for the target audiences')
  })
})

describe('legacy service-account tokens', () => {
  async function stored(): Promise<string> {
    const token = await tokens().signLegacy({ namespace: 'ns', account, secretName: 'robot-token' })
    objects.set('secret/ns/robot-token', {
      metadata: { name: 'robot-token', uid: 's' },
      data: { token: Buffer.from(token).toString('base64') },
    } as SecretObject)
    return token
  }

  it('are accepted while their secret contains them, for the audiences of the server', async () => {
    expect(await authenticator()(await stored())).toEqual({
      user: { ...legacyUser, extra: {} },
      audiences: apiAudiences,
      annotations: {
        'authentication.k8s.io/legacy-token': 'system:serviceaccount:ns:robot',
        'authentication.k8s.io/legacy-token-manual-secret': 'robot-token',
      },
    })
    expect(await failure(async () => authenticator()(await stored(), ['vault']))).toContain('is invalid for the target')
  })

  it.each([
    ['its secret is gone', () => objects.delete('secret/ns/robot-token'), 'Token has been invalidated'],
    [
      'its secret is being deleted',
      () => mark('secret/ns/robot-token', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      'Token has been invalidated',
    ],
    [
      'its secret holds another',
      () => objects.set('secret/ns/robot-token', { metadata: {}, data: { token: 'eA==' } } as SecretObject),
      "Token does not match server's copy",
    ],
    [
      'its secret holds none',
      () => objects.set('secret/ns/robot-token', { metadata: {} }),
      "Token does not match server's copy",
    ],
    ['its account is gone', () => objects.delete('sa/ns/robot'), 'serviceaccount "robot" not found'],
    [
      'its account is being deleted',
      () => mark('sa/ns/robot', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      'ServiceAccount ns/robot has been deleted',
    ],
    [
      'its account was made anew',
      () => mark('sa/ns/robot', { uid: 'new' }),
      'ServiceAccount UID (new) does not match claim (sa-uid)',
    ],
  ])('are rejected when %s', async (_case, change, message) => {
    const token = await stored()
    const authenticate = authenticator()
    await authenticate(token)
    change()
    expect(await failure(() => authenticate(token))).toBe(message)
    expect(await authenticator({ lookup: false })(token)).toBeDefined()
  })

  it('are rejected when marked invalid', async () => {
    const token = await stored()
    mark('secret/ns/robot-token', { labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' } })
    expect(await failure(() => authenticator()(token))).toMatch(
      /^the token in secret ns\/robot-token for service account ns\/robot has been marked invalid\./,
    )
  })

  const prefix = 'kubernetes.io/serviceaccount'
  const whole: Record<string, unknown> = {
    iss: 'kubernetes/serviceaccount',
    sub: 'system:serviceaccount:ns:robot',
    [`${prefix}/namespace`]: 'ns',
    [`${prefix}/secret.name`]: 'robot-token',
    [`${prefix}/service-account.name`]: 'robot',
    [`${prefix}/service-account.uid`]: 'sa-uid',
  }
  it.each([
    ['sub', 'sub claim is missing'],
    [`${prefix}/namespace`, 'namespace claim is missing'],
    [`${prefix}/secret.name`, 'secretName claim is missing'],
    [`${prefix}/service-account.name`, 'serviceAccountName claim is missing'],
    [`${prefix}/service-account.uid`, 'serviceAccountUID claim is missing'],
  ])('are rejected without the claim %s', async (name, message) => {
    const token = forge({ alg: 'RS256' }, { ...whole, [name]: undefined }, rsa.privateKey)
    expect(await failure(() => authenticator({ lookup: false })(token))).toBe(message)
  })

  it('are rejected when the subject is another account', async () => {
    const token = forge({ alg: 'RS256' }, { ...whole, sub: 'system:serviceaccount:ns:admin' }, rsa.privateKey)
    expect(await failure(() => authenticator({ lookup: false })(token))).toBe('sub claim is invalid')
  })
})

describe('keys of service-account tokens', () => {
  const pemOf = (key: KeyObject): string =>
    key.type === 'private'
      ? (key.export({ type: 'pkcs8', format: 'pem' }) as string)
      : (key.export({ type: 'spki', format: 'pem' }) as string)

  it('are read from files with several, public or private', () => {
    const keys = loadTokenKeys(`${pemOf(rsa.publicKey)}\n# the other\n${pemOf(ec.privateKey)}`)
    expect(keys.map(({ id, algorithm }) => [id, algorithm])).toEqual([
      [rsaKey.id, 'RS256'],
      [ecKey.id, 'ES256'],
    ])
    expect(keys.every(({ publicKey }) => publicKey.type === 'public')).toBe(true)
    const pkcs1 = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string
    expect(loadTokenSigningKey(pkcs1).id).toBe(rsaKey.id)
    const sec1 = ec.privateKey.export({ type: 'sec1', format: 'pem' }) as string
    expect(
      loadTokenSigningKey(`-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${sec1}`).id,
    ).toBe(ecKey.id)
  })

  it.each([
    ['P-384', 'ES384'],
    ['P-521', 'ES512'],
  ])('on %s sign with %s', async (namedCurve, algorithm) => {
    const signingKey = toTokenSigningKey(generateKeyPairSync('ec', { namedCurve }).privateKey)
    expect(signingKey.algorithm).toBe(algorithm)
    const { token } = await tokens({ signingKey }).sign(request)
    expect(await authenticator({ keys: [signingKey] })(token)).toBeDefined()
  })

  it.each([
    ['no key', 'nothing'],
    ['a broken key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    ['a short key', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
    ['a key of another kind', pemOf(generateKeyPairSync('ed25519').publicKey)],
  ])('throw a TypeError for %s', (_case, pem) => {
    expect(() => loadTokenKeys(pem)).toThrow(TypeError)
    expect(() => loadTokenSigningKey(pem)).toThrow(TypeError)
  })

  it('are published for relying parties', async () => {
    const published = jwks([toTokenKey(rsa.publicKey), toTokenKey(ec.publicKey), toTokenKey(rsa.publicKey)])
    expect(published.keys).toEqual([
      { use: 'sig', kid: rsaKey.id, alg: 'RS256', ...(await exportJWK(rsa.publicKey)) },
      { use: 'sig', kid: ecKey.id, alg: 'ES256', ...(await exportJWK(ec.publicKey)) },
    ])
    expect(JSON.stringify(jwks([rsaKey]))).not.toContain('"d"')
    expect(createPublicKey({ key: published.keys[0]! as never, format: 'jwk' }).equals(rsa.publicKey)).toBe(true)
    expect(openIdConfiguration(issuer, `${issuer}/openid/v1/jwks`, [ecKey, rsaKey])).toEqual({
      issuer,
      jwks_uri: `${issuer}/openid/v1/jwks`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    })
    expect(() => openIdConfiguration('kubernetes', `${issuer}/keys`, [])).toThrow(TypeError)
  })
})
