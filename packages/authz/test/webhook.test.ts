import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary } from '@pinnace/meta'
import {
  createWebhookAuthorizer,
  firstDecision,
  webhookRuleResolver,
  type Authorizer,
  type AuthorizerAttributes,
  type WebhookAuthorizerOptions,
} from '../src/index.ts'
import { attributes, user } from './support/attributes.ts'
import { handClock } from './support/clock.ts'
import { startRemote, type Answer, type Remote } from './support/remote.ts'

const alice = user('alice', 'team')
const pods = attributes(alice, 'get pods/log p@n')

function says(status: object, version = 'v1'): Answer {
  return { body: { apiVersion: `authorization.k8s.io/${version}`, kind: 'SubjectAccessReview', status } }
}

function webhook(remote: Remote, options: Partial<WebhookAuthorizerOptions> = {}): Authorizer {
  return createWebhookAuthorizer({
    vocabulary: kubernetesVocabulary,
    transport: remote.transport,
    version: 'v1',
    initialBackoffMs: 0,
    ...options,
  })
}

describe('createWebhookAuthorizer', () => {
  it('sends a review of the request', async () => {
    await using remote = await startRemote(() => says({ allowed: true, reason: 'because' }))
    const request: AuthorizerAttributes = {
      ...pods,
      user: { ...alice, uid: 'u-1', extra: { 'example.dev/scopes': ['a', 'b'] } },
      fieldRequirements: [
        { field: 'spec.nodeName', operator: '=', value: 'x' },
        { field: 'metadata.name', operator: '!=', value: 'y' },
      ],
      labelRequirements: [
        { key: 'a', operator: 'in', values: ['1', '2'] },
        { key: 'b', operator: '!=', values: ['3'] },
        { key: 'c', operator: 'exists', values: [] },
        { key: 'd', operator: '!', values: [] },
        { key: 'e', operator: 'gt', values: ['5'] },
      ],
    }
    expect(await webhook(remote)(request)).toEqual({ effect: 'allow', reason: 'because' })
    expect(remote.sent).toEqual([
      {
        kind: 'SubjectAccessReview',
        apiVersion: 'authorization.k8s.io/v1',
        metadata: { creationTimestamp: null },
        spec: {
          resourceAttributes: {
            namespace: 'n',
            verb: 'get',
            version: 'v1',
            resource: 'pods',
            subresource: 'log',
            name: 'p',
            fieldSelector: {
              requirements: [
                { key: 'spec.nodeName', operator: 'In', values: ['x'] },
                { key: 'metadata.name', operator: 'NotIn', values: ['y'] },
              ],
            },
            labelSelector: {
              requirements: [
                { key: 'a', operator: 'In', values: ['1', '2'] },
                { key: 'b', operator: 'NotIn', values: ['3'] },
                { key: 'c', operator: 'Exists' },
                { key: 'd', operator: 'DoesNotExist' },
              ],
            },
          },
          user: 'alice',
          groups: ['team'],
          extra: { 'example.dev/scopes': ['a', 'b'] },
          uid: 'u-1',
        },
        status: { allowed: false },
      },
    ])
  })

  it('sends v1beta1 by default, which has the member group', async () => {
    await using remote = await startRemote(() => says({ allowed: true }, 'v1beta1'))
    const authorize = createWebhookAuthorizer({ vocabulary: kubernetesVocabulary, transport: remote.transport })
    expect(await authorize(attributes(alice, 'get /healthz'))).toMatchObject({ effect: 'allow' })
    expect(remote.sent).toMatchObject([
      {
        apiVersion: 'authorization.k8s.io/v1beta1',
        spec: { nonResourceAttributes: { path: '/healthz', verb: 'get' }, user: 'alice', group: ['team'] },
      },
    ])
  })

  it.each([
    [{ allowed: true, reason: 'yes' }, 'allow', 'yes'],
    [{ allowed: false, denied: true, reason: 'no' }, 'deny', 'no'],
    [{ allowed: false, reason: 'who knows' }, 'noOpinion', 'who knows'],
    [{ allowed: true, denied: true, reason: 'both' }, 'deny', 'both'],
    [{}, 'noOpinion', ''],
  ])('reads %j as %s', async (status, effect, reason) => {
    await using remote = await startRemote(() => says(status))
    expect(await webhook(remote)(pods)).toEqual({ effect, reason })
  })

  it.each([
    ['no JSON', { body: 'yes' }],
    ['a list', { body: [] }],
    [
      'another kind',
      { body: { apiVersion: 'authorization.k8s.io/v1', kind: 'TokenReview', status: { allowed: true } } },
    ],
    ['another version', says({ allowed: true }, 'v1beta1')],
    ['a word for yes', says({ allowed: 'true' })],
    ['a denial that is no word', says({ allowed: true, denied: 1 })],
    ['a reason that is not a string', says({ allowed: true, reason: 1 })],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['404', { status: 404 }],
    ['403 with a review', { ...says({ allowed: true }), status: 403 }],
  ])('throws for an answer that is %s, without another attempt', async (_, answer) => {
    await using remote = await startRemote(() => answer)
    await expect(webhook(remote)(pods)).rejects.toThrow()
    expect(remote.sent).toHaveLength(1)
  })

  it.each([
    ['500', { status: 500 }],
    ['504', { status: 504 }],
    ['429', { status: 429 }],
    ['503 that says when', { status: 503, headers: { 'retry-after': '1' } }],
    ['a connection that is reset', { isReset: true }],
  ])('tries again after %s', async (_, failure) => {
    await using remote = await startRemote((__, count) => (count < 3 ? failure : says({ allowed: true })))
    expect(await webhook(remote)(pods)).toMatchObject({ effect: 'allow' })
    expect(remote.sent).toHaveLength(3)
  })

  it('tries five times in all, and caches no failure', async () => {
    await using remote = await startRemote((_, count) => (count <= 5 ? { status: 500 } : says({ allowed: true })))
    const authorize = webhook(remote)
    await expect(authorize(pods)).rejects.toThrow('the authorization webhook answered 500')
    expect(remote.sent).toHaveLength(5)
    expect(await authorize(pods)).toMatchObject({ effect: 'allow' })
  })

  it('waits 1.5 times as long before each further attempt', async () => {
    const clock = handClock()
    const waits: number[] = []
    const transport = { post: async () => ({ status: 500, headers: {}, body: '' }) }
    const authorize = createWebhookAuthorizer({
      vocabulary: kubernetesVocabulary,
      transport,
      clock: { ...clock, after: (ms, callback) => (waits.push(ms), clock.after(0, callback)) },
      random: { bytes: (length) => new Uint8Array(length), uid: () => '' },
    })
    const answer = Promise.resolve(authorize(pods)).catch((error: unknown) => error)
    for (let step = 0; step < 5; step++) await clock.pass(0)
    expect(await answer).toBeInstanceOf(Error)
    expect(waits.map(Math.round)).toEqual([500, 750, 1125, 1688])
  })

  it('denies with the failure policy deny, and leaves the decision to the next authorizer without it', async () => {
    await using remote = await startRemote(() => ({ status: 404 }))
    const yes: Authorizer = () => ({ effect: 'allow', reason: 'yes' })
    expect(await firstDecision([webhook(remote), yes])(pods)).toMatchObject({ effect: 'allow' })
    expect(await firstDecision([webhook(remote, { failurePolicy: 'deny' }), yes])(pods)).toMatchObject({
      effect: 'deny',
    })
    await expect(firstDecision([webhook(remote)])(pods)).rejects.toThrow('authorization could not be decided')
  })

  it('caches an allow for five minutes and other decisions for thirty seconds', async () => {
    const clock = handClock()
    await using remote = await startRemote(({ spec }) => says({ allowed: (spec as { user: string }).user === 'alice' }))
    const authorize = webhook(remote, { clock })
    const asked = async (who: string): Promise<number> => {
      const before = remote.sent.length
      await authorize(attributes(user(who), 'get pods@n'))
      return remote.sent.length - before
    }
    expect([await asked('alice'), await asked('bob')]).toEqual([1, 1])
    expect([await asked('alice'), await asked('bob')]).toEqual([0, 0])
    await clock.pass(29_999)
    expect([await asked('alice'), await asked('bob')]).toEqual([0, 0])
    await clock.pass(1)
    expect([await asked('alice'), await asked('bob')]).toEqual([0, 1])
    await clock.pass(270_000 - 1)
    expect(await asked('alice')).toBe(0)
    await clock.pass(1)
    expect(await asked('alice')).toBe(1)
  })

  it('caches requests apart that differ in any attribute', async () => {
    await using remote = await startRemote(() => says({ allowed: true }))
    const authorize = webhook(remote)
    const requests = [
      pods,
      { ...pods, verb: 'list' },
      { ...pods, name: '', namespace: 'np' },
      { ...pods, user: user('alice') },
      { ...pods, user: { ...alice, uid: 'x' } },
      { ...pods, user: { ...alice, extra: { a: ['b'] } } },
      { ...pods, fieldRequirements: [{ field: 'a', operator: '=' as const, value: 'b' }] },
      attributes(alice, 'get /pods'),
    ]
    for (const request of [...requests, ...requests]) await authorize(request)
    expect(remote.sent).toHaveLength(requests.length)
  })

  it('does not cache requests of 10,000 bytes or more', async () => {
    await using remote = await startRemote(() => says({ allowed: true }))
    const authorize = webhook(remote)
    const sizes = async (name: string): Promise<number> => {
      const before = remote.sent.length
      for (let round = 0; round < 2; round++) await authorize({ ...attributes(alice, 'get x'), version: '', name })
      return remote.sent.length - before
    }
    // "getx" is four bytes.
    expect(await sizes('a'.repeat(9_995))).toBe(1)
    expect(await sizes('a'.repeat(9_996))).toBe(2)
    expect(await sizes('ü'.repeat(4_997))).toBe(1)
    expect(await sizes('ü'.repeat(4_998))).toBe(2)
  })

  it('evicts the least recently used decision at the limit', async () => {
    await using remote = await startRemote(() => says({ allowed: true }))
    const authorize = webhook(remote, { maxEntries: 2 })
    const asked = async (text: string): Promise<number> => {
      const before = remote.sent.length
      await authorize(attributes(alice, text))
      return remote.sent.length - before
    }
    expect([await asked('get a'), await asked('get b'), await asked('get a'), await asked('get c')]).toEqual([
      1, 1, 0, 1,
    ])
    expect([await asked('get a'), await asked('get b')]).toEqual([0, 1])
  })

  it('caches nothing with a time to live of 0', async () => {
    await using remote = await startRemote(() => says({ allowed: true }))
    const authorize = webhook(remote, { authorizedTtlMs: 0 })
    await authorize(pods)
    await authorize(pods)
    expect(remote.sent).toHaveLength(2)
  })

  it('throws a TypeError for invalid options', () => {
    const transport = { post: async () => ({ status: 200, headers: {}, body: '' }) }
    const make = (options: object) => () =>
      createWebhookAuthorizer({ vocabulary: kubernetesVocabulary, transport, ...options })
    expect(make({ version: 'v2' })).toThrow(
      'unsupported webhook authorizer version "v2", supported versions are "v1", "v1beta1"',
    )
    expect(make({ attempts: 0 })).toThrow(TypeError)
    expect(make({ maxEntries: 1.5 })).toThrow(TypeError)
  })
})

describe('webhookRuleResolver', () => {
  it('reports that a webhook cannot list rules', () => {
    expect(webhookRuleResolver(alice, 'n')).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    })
  })
})
