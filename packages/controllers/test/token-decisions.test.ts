import { createVocabulary, kubernetesVocabulary } from '@pinnace/meta'
import type { Secret, ServiceAccount } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signDetached } from '../src/bootstrap-signer/sign-detached.ts'
import { signedData, signingTokens } from '../src/bootstrap-signer/bootstrap-signer-controller.ts'
import { expirationOf, signingTokenOf } from '../src/bootstrap-token/bootstrap-tokens.ts'
import { accountKeyOf, filledSecret, tokenAnnotations } from '../src/service-account-token/token-secrets.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64')
const encodeAll = (data: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encode(value)]))

const nowMs = Date.parse('2030-01-01T00:00:00Z')
const valid = { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true' }
const bootstrapToken = (data: Readonly<Record<string, string>>, name = 'bootstrap-token-abcdef'): Secret => ({
  metadata: { name },
  data: encodeAll(data),
})

describe('a bootstrap token', () => {
  it.each([
    ['has no expiration', {}, undefined],
    ['has an empty expiration, which is none', { expiration: '' }, undefined],
    ['expires at its time', { expiration: '2030-01-01T01:00:00Z' }, nowMs + 3_600_000],
    ['expires at its time in another zone', { expiration: '2030-01-01T01:00:00+01:00' }, nowMs],
    ['has expired when its time cannot be parsed', { expiration: 'tomorrow' }, 0],
  ] as const)('%s', (_, data, expiration) => {
    expect(expirationOf(bootstrapToken(data))).toBe(expiration)
  })

  it.each([
    ['signs', valid, undefined, true],
    ['signs before its expiration', { ...valid, expiration: '2030-01-01T00:00:01Z' }, undefined, true],
    ['does not sign at its expiration', { ...valid, expiration: '2030-01-01T00:00:00Z' }, undefined, false],
    ['does not sign without the usage', { ...valid, 'usage-bootstrap-signing': 'false' }, undefined, false],
    ['does not sign with the usage in capitals', { ...valid, 'usage-bootstrap-signing': 'TRUE' }, undefined, false],
    ['does not sign under another name', valid, 'bootstrap-token-ghijkl', false],
    ['does not sign with an id that is too short', { ...valid, 'token-id': 'abc' }, 'bootstrap-token-abc', false],
    ['does not sign with an id in capitals', { ...valid, 'token-id': 'ABCDEF' }, 'bootstrap-token-ABCDEF', false],
    ['does not sign without a secret', { ...valid, 'token-secret': '' }, undefined, false],
  ] as const)('%s', (_, data, name, signs) => {
    const token = signingTokenOf(bootstrapToken(data, name), nowMs)
    expect(token).toEqual(signs ? { id: 'abcdef', secret: '0123456789abcdef' } : undefined)
  })

  it('is not read from the prototype of its data', () => {
    const secret: Secret = { metadata: { name: 'bootstrap-token-abcdef' }, data: Object.create(encodeAll(valid)) as {} }
    expect(signingTokenOf(secret, nowMs)).toBeUndefined()
  })
})

describe('the tokens that sign cluster-info', () => {
  it('are the valid ones, with the earliest expiration among them', () => {
    const at = (id: string, expiration?: string): Secret =>
      bootstrapToken(
        { ...valid, 'token-id': id, ...(expiration === undefined ? {} : { expiration }) },
        `bootstrap-token-${id}`,
      )
    const { tokens, nextExpirationMs } = signingTokens(
      [
        at('aaaaaa'),
        at('bbbbbb', '2030-01-01T02:00:00Z'),
        at('cccccc', '2030-01-01T01:00:00Z'),
        at('dddddd', '2029-01-01T00:00:00Z'),
      ],
      nowMs,
    )
    expect(tokens.map(({ id }) => id)).toEqual(['aaaaaa', 'bbbbbb', 'cccccc'])
    expect(nextExpirationMs).toBe(nowMs + 3_600_000)
  })

  it('have no next expiration when none of them expires', () => {
    expect(signingTokens([bootstrapToken(valid)], nowMs).nextExpirationMs).toBeUndefined()
    expect(signingTokens([], nowMs)).toEqual({ tokens: [], nextExpirationMs: undefined })
  })

  it('replace the signatures of others, and leave other data', async () => {
    const token = { id: 'abcdef', secret: '0123456789abcdef' }
    const before = { kubeconfig: 'x', 'jws-kubeconfig-gone00': 'old', 'jws-kubeconfig-abcdef': 'wrong', other: 'y' }
    const data = await signedData(before, 'x', [token], 'token')
    expect(data).toEqual({
      kubeconfig: 'x',
      other: 'y',
      'jws-kubeconfig-abcdef': await signDetached('x', token, 'token'),
    })
  })

  it.each([
    ['token', 'abcdef.0123456789abcdef'],
    ['secret', '0123456789abcdef'],
  ] as const)('sign with the %s as a JWS with detached payload', async (signingKey, key) => {
    const token = { id: 'abcdef', secret: '0123456789abcdef' }
    const [header = '', payload, signature] = (await signDetached('content', token, signingKey)).split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'abcdef' })
    expect(payload).toBe('')
    const signed = `${header}.${Buffer.from('content').toString('base64url')}`
    expect(createHmac('sha256', key).update(signed).digest('base64url')).toBe(signature)
  })
})

describe('the secret of a service account', () => {
  const annotations = tokenAnnotations(kubernetesVocabulary)
  const account: ServiceAccount = { metadata: { name: 'robot', namespace: 'team', uid: 'u1' } }
  const secret = (data?: Readonly<Record<string, string>>): Secret => ({
    metadata: { name: 's', namespace: 'team', annotations: { [annotations.accountName]: 'robot' } },
    ...(data === undefined ? {} : { data: encodeAll(data) }),
  })
  const signed: unknown[] = []
  const filling = {
    rootCa: 'PEM',
    annotations,
    sign: async (request: unknown) => {
      signed.push(request)
      return 'signed'
    },
  }

  it('has names of the vocabulary', () => {
    expect(tokenAnnotations(createVocabulary('acme'))).toEqual({
      type: 'acme.io/service-account-token',
      accountName: 'acme.io/service-account.name',
      accountUid: 'acme.io/service-account.uid',
    })
  })

  it.each([
    ['its annotation', { [annotations.accountName]: 'robot' }, 'team/robot'],
    ['no annotation', {}, ''],
    ['an empty annotation', { [annotations.accountName]: '' }, ''],
    ['annotations of other names', { constructor: 'x' }, ''],
  ])('refers to an account by %s', (_, own, key) => {
    expect(accountKeyOf({ metadata: { name: 's', namespace: 'team', annotations: own } }, annotations)).toBe(key)
  })

  it('gets a token, its namespace and the CA, and the uid of its account', async () => {
    signed.length = 0
    const filled = await filledSecret(secret(), account, filling)
    expect(filled?.data).toEqual(encodeAll({ token: 'signed', namespace: 'team', 'ca.crt': 'PEM' }))
    expect(filled?.metadata.annotations).toEqual({
      [annotations.accountName]: 'robot',
      [annotations.accountUid]: 'u1',
    })
    expect(signed).toEqual([{ namespace: 'team', account: { name: 'robot', uid: 'u1' }, secretName: 's' }])
  })

  it.each([
    ['is complete', { token: 't', namespace: 'n', 'ca.crt': 'PEM' }, undefined],
    [
      'has another CA',
      { token: 't', namespace: 'n', 'ca.crt': 'old' },
      { token: 't', namespace: 'n', 'ca.crt': 'PEM' },
    ],
    [
      'has an empty token',
      { token: '', namespace: 'n', 'ca.crt': 'PEM' },
      { token: 'signed', namespace: 'n', 'ca.crt': 'PEM' },
    ],
    ['lacks the namespace', { token: 't', 'ca.crt': 'PEM' }, { token: 't', namespace: 'team', 'ca.crt': 'PEM' }],
    ['has other data', { token: 't', namespace: 'n', 'ca.crt': 'PEM', a: 'b' }, undefined],
  ] as const)('that %s is completed with what it lacks', async (_, data, wanted) => {
    const filled = await filledSecret(secret(data), account, filling)
    expect(filled?.data).toEqual(wanted === undefined ? undefined : encodeAll(wanted))
  })

  it('gets no CA where the controller has none', async () => {
    const withoutCa = { ...filling, rootCa: undefined }
    expect(await filledSecret(secret({ token: 't', namespace: 'n' }), account, withoutCa)).toBeUndefined()
    expect((await filledSecret(secret(), account, withoutCa))?.data).toEqual(
      encodeAll({ token: 'signed', namespace: 'team' }),
    )
  })
})
