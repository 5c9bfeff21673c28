import { kubernetesVocabulary, platformVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createBootstrapTokenAuthenticator, type SecretObject, type TokenVerdict } from '../src/index.ts'
import { testClock } from './support/clock.ts'
import { failure } from './support/forge.ts'

const token = 'abcdef.0123456789abcdef'
const whole = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
}

function secretWith(data: Readonly<Record<string, string | undefined>>, more: object = {}): SecretObject {
  const encoded = Object.entries({ ...whole, ...data }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]],
  )
  return {
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.kubernetes.io/token',
    data: Object.fromEntries(encoded),
    ...more,
  }
}

async function ask(secret: SecretObject | undefined, presented: string = token): Promise<TokenVerdict | undefined> {
  const authenticate = createBootstrapTokenAuthenticator({
    vocabulary: kubernetesVocabulary,
    readSecret: async (name) => (name === 'bootstrap-token-abcdef' ? secret : undefined),
    clock: testClock(Date.parse('2026-06-01T00:00:00Z')),
  })
  return authenticate(presented)
}

describe('bootstrap tokens', () => {
  it('name their id as user, in the group of bootstrappers', async () => {
    expect(await ask(secretWith({}))).toEqual({
      user: { username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'], extra: {} },
    })
  })

  it('have the groups of their secret, sorted and without duplicates', async () => {
    const groups = 'system:bootstrappers:worker,system:bootstrappers:a:b,system:bootstrappers:worker'
    expect((await ask(secretWith({ 'auth-extra-groups': groups })))!.user.groups).toEqual([
      'system:bootstrappers',
      'system:bootstrappers:a:b',
      'system:bootstrappers:worker',
    ])
  })

  it('are valid until they expire', async () => {
    const verdict = await ask(secretWith({ expiration: '2026-06-01T02:00:01+02:00' }))
    expect(verdict!.expiresAtMs).toBe(Date.parse('2026-06-01T00:00:01Z'))
  })

  it.each([
    ['that is unknown', undefined, token],
    ['of another id', secretWith({}), 'abcdeg.0123456789abcdef'],
    ['with another secret', secretWith({}), 'abcdef.0123456789abcdeg'],
    ['in upper case', secretWith({}), 'ABCDEF.0123456789abcdef'],
    ['that is too short', secretWith({}), 'abcdef.0123456789abcde'],
    ['that is too long', secretWith({}), 'abcdef.0123456789abcdef0'],
    ['with a line end', secretWith({}), `${token}\n`],
    ['with something before it', secretWith({}), ` ${token}`],
    ['of a path', secretWith({}), '../../.0123456789abcdef'],
    ['whose secret is of another type', secretWith({}, { type: 'Opaque' }), token],
    ['whose secret is of another vocabulary', secretWith({}, { type: 'bootstrap.platform.io/token' }), token],
    [
      'whose secret is being deleted',
      secretWith({}, { metadata: { deletionTimestamp: '2026-05-01T00:00:00Z' } }),
      token,
    ],
    ['whose secret is empty', secretWith({}, { data: null }), token],
    ['whose secret has another id', secretWith({ 'token-id': 'zzzzzz' }), token],
    ['whose secret has no id', secretWith({ 'token-id': undefined }), token],
    ['whose secret has no token', secretWith({ 'token-secret': undefined }), token],
    ['that is expired', secretWith({ expiration: '2026-05-31T23:59:59Z' }), token],
    ['that expires now', secretWith({ expiration: '2026-06-01T00:00:00Z' }), token],
    ['whose expiration is no time', secretWith({ expiration: 'tomorrow' }), token],
    ['not meant for authentication', secretWith({ 'usage-bootstrap-authentication': undefined }), token],
    ['only nearly meant for authentication', secretWith({ 'usage-bootstrap-authentication': 'True' }), token],
    ['with a foreign group', secretWith({ 'auth-extra-groups': 'system:masters' }), token],
    ['with the bare group', secretWith({ 'auth-extra-groups': 'system:bootstrappers' }), token],
    ['with an empty group', secretWith({ 'auth-extra-groups': 'system:bootstrappers:a,' }), token],
    ['with a group that ends in a line end', secretWith({ 'auth-extra-groups': 'system:bootstrappers:a\n' }), token],
    ['with a space before a group', secretWith({ 'auth-extra-groups': ' system:bootstrappers:a' }), token],
  ])('get no opinion on a token %s', async (_case, secret, presented) => {
    expect(await ask(secret, presented)).toBeUndefined()
  })

  it('are named by the vocabulary', async () => {
    const authenticate = createBootstrapTokenAuthenticator({
      vocabulary: platformVocabulary,
      readSecret: () => secretWith({}, { type: 'bootstrap.platform.io/token' }),
    })
    expect(await authenticate(token)).toBeDefined()
  })

  it('fail where secrets cannot be read', async () => {
    const readSecret = (): never => {
      throw new Error('the store is down')
    }
    const authenticate = createBootstrapTokenAuthenticator({ vocabulary: kubernetesVocabulary, readSecret })
    expect(await failure(() => authenticate(token))).toBe('the store is down')
    expect(await authenticate('not-a-bootstrap-token')).toBeUndefined()
  })
})
