import { createFakeClock } from '@pinnace/testing'
import { platformVocabulary, type Clock } from '@pinnace/meta'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { imagePolicyWebhook } from '../../src/plugins/image-policy-webhook/image-policy-webhook.ts'
import { startImageBackend, type ImageAnswer, type ImageBackend } from '../support/image-backend.ts'
import { judgeOf, type Judge, type Situation, type Verdict } from '../support/judge.ts'
import { podRequest } from '../support/pods.ts'

let backend: ImageBackend
let failures: string[]

beforeEach(async () => {
  backend = await startImageBackend()
  failures = []
})
afterEach(async () => {
  await backend[Symbol.asyncDispose]()
})

const open = (over: object = {}, situation: Situation = {}): Promise<Judge> =>
  judgeOf(imagePolicyWebhook, {
    configuration: backend.configuration(over),
    directory: backend.directory,
    onError: (error) => void failures.push(String(error)),
    ...situation,
  })
const images = (...names: string[]): object => ({ containers: names.map((image) => ({ name: image, image })) })
const ask = async (judge: Judge, spec: object, over: Partial<AdmissionAttributes> = {}): Promise<Verdict> =>
  judge.judge(podRequest({ spec }, over))
const failing =
  (status: number, headers: Record<string, string> = {}, text = ''): ImageAnswer =>
  (_, response) => (response.writeHead(status, headers).end(text), undefined)

/** A clock whose waits are over at once, and noted. */
function hastyClock(waits: number[]): Clock {
  const clock = createFakeClock()
  return {
    ...clock,
    after(ms, callback) {
      if (ms >= 20_000) return clock.after(ms, callback)
      waits.push(Math.round(ms))
      setImmediate(callback)
      return { cancel: () => {} }
    },
  }
}
const least = { bytes: (length: number) => new Uint8Array(length), uid: () => 'u' }

describe('ImagePolicyWebhook', () => {
  it('sends all images of a pod, with the annotations for the backend', async () => {
    const judge = await open()
    const annotations = {
      'team.image-policy.k8s.io/b': '2',
      'mycluster.image-policy.k8s.io/a': '1',
      'image-policy.k8s.io/other': 'x',
      other: 'y',
    }
    const spec = { ...images('a', 'b'), initContainers: [{ name: 'i', image: 'c' }] }
    const { refusal, annotations: noted } = await judge.judge(podRequest({ spec, metadata: { annotations } }))
    expect([refusal, noted]).toEqual([undefined, {}])
    expect(backend.asked).toMatchObject([{ url: '/policy?timeout=30s', headers: { authorization: 'Bearer secret' } }])
    expect(backend.asked[0]!.review).toEqual({
      kind: 'ImageReview',
      apiVersion: 'imagepolicy.k8s.io/v1alpha1',
      metadata: { creationTimestamp: null },
      spec: {
        containers: [{ image: 'a' }, { image: 'b' }, { image: 'c' }],
        annotations: { 'mycluster.image-policy.k8s.io/a': '1', 'team.image-policy.k8s.io/b': '2' },
        namespace: 'default',
      },
      status: { allowed: false },
    })
  })

  it('has the spelling of the vocabulary in reviews', async () => {
    const judge = await open({}, { vocabulary: platformVocabulary })
    const annotations = { 'a.image-policy.platform.io/b': '1', 'a.image-policy.k8s.io/b': '2' }
    backend.answer = () => ({ allowed: true, auditAnnotations: { x: 'y' } })
    const { annotations: noted } = await judge.judge(podRequest({ spec: images('a'), metadata: { annotations } }))
    expect(backend.asked[0]!.review).toMatchObject({
      apiVersion: 'imagepolicy.platform.io/v1alpha1',
      spec: { annotations: { 'a.image-policy.platform.io/b': '1' } },
    })
    expect(noted).toEqual({ 'imagepolicywebhook.image-policy.platform.io/x': 'y' })
  })

  it('sends ephemeral containers, and ignores other subresources', async () => {
    const judge = await open()
    const spec = { ...images('a'), ephemeralContainers: [{ name: 'e', image: 'e' }] }
    await ask(judge, spec, { operation: 'UPDATE', subresource: 'ephemeralcontainers' })
    await ask(judge, spec, { operation: 'UPDATE', subresource: 'status' })
    await ask(judge, spec, { operation: 'DELETE' })
    expect(backend.asked.map(({ review }) => review.spec)).toEqual([
      { containers: [{ image: 'e' }], namespace: 'default' },
    ])
  })

  it('refuses images the backend denies, with its reason', async () => {
    const judge = await open({ denyTTL: -1 })
    backend.answer = () => ({ allowed: false, reason: 'not signed' })
    expect((await ask(judge, images('a'))).refusal).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'pods "a" is forbidden: image policy webhook backend denied one or more images: not signed',
    })
    backend.answer = () => ({ allowed: false })
    expect((await ask(judge, images('a'))).refusal.message).toBe(
      'pods "a" is forbidden: one or more images rejected by webhook backend',
    )
    backend.answer = () => ({})
    expect((await ask(judge, images('a'))).refusal.message).toContain('rejected by webhook backend')
  })

  it('adds audit annotations of the backend with valid keys', async () => {
    const judge = await open()
    backend.answer = () => ({ allowed: false, auditAnnotations: { 'audit-required': 'true', 'no name': 'x' } })
    const noted = { 'imagepolicywebhook.image-policy.k8s.io/audit-required': 'true' }
    expect((await ask(judge, images('a'))).annotations).toEqual(noted)
    expect((await ask(judge, images('a'))).annotations).toEqual(noted)
    expect(backend.asked).toHaveLength(1)
  })

  it('caches allowed and denied answers for the configured times', async () => {
    const judge = await open({ allowTTL: 60, denyTTL: 10 })
    backend.answer = ({ review }) => ({ allowed: review.spec.containers[0].image === 'good' })
    const count = async (): Promise<number> => {
      await ask(judge, images('good'))
      await ask(judge, images('bad'))
      return backend.asked.length
    }
    expect(await count()).toBe(2)
    await judge.clock.advance(9_999)
    expect(await count()).toBe(2)
    await judge.clock.advance(1)
    expect(await count()).toBe(3)
    await judge.clock.advance(50_000)
    expect(await count()).toBe(5)
  })

  it.each([
    ['another namespace', podRequest({ spec: images('a') }, { namespace: 'other' })],
    ['another image', podRequest({ spec: images('b') })],
    [
      'other annotations',
      podRequest({ spec: images('a'), metadata: { annotations: { 'x.image-policy.k8s.io/y': '' } } }),
    ],
  ])('asks the backend again about %s', async (_what, request) => {
    const judge = await open()
    await ask(judge, images('a'))
    await ask(judge, images('a'), { name: 'b' })
    await judge.judge(request)
    expect(backend.asked).toHaveLength(2)
  })

  it('caches 1024 answers, and no large ones', async () => {
    const judge = await open()
    backend.answer = () => ({ allowed: true, reason: 'x'.repeat(20_000) })
    await ask(judge, images('long'))
    await ask(judge, images('long'))
    expect(backend.asked).toHaveLength(2)
    backend.answer = () => ({ allowed: true })
    for (let index = 0; index < 1025; index++) await ask(judge, images(`i${index}`))
    await ask(judge, images('i1'))
    expect(backend.asked).toHaveLength(1027)
    await ask(judge, images('i0'))
    expect(backend.asked).toHaveLength(1028)
  })

  it('tries five times with a growing backoff for transient failures', async () => {
    const waits: number[] = []
    const judge = await open({ retryBackoff: 100 }, { clock: hastyClock(waits), random: least })
    backend.answer = failing(500, { 'content-type': 'text/plain' }, 'oh no')
    expect((await ask(judge, images('a'))).refusal).toMatchObject({
      code: 403,
      message: 'pods "a" is forbidden: an error on the server ("oh no") has prevented the request from succeeding',
    })
    expect(backend.asked).toHaveLength(5)
    expect(waits).toEqual([100, 150, 225, 338])
    expect(failures).toEqual([
      'BackendError: an error on the server ("oh no") has prevented the request from succeeding',
    ])
  })

  it.each([
    ['429', failing(429)],
    ['504', failing(504)],
    ['that it wants to be asked later', failing(503, { 'retry-after': '1' })],
    ['nothing at all', (_: unknown, response: { destroy(): void }): undefined => (response.destroy(), undefined)],
  ] as [string, ImageAnswer][])('uses a later answer if the first is %s', async (_what, first) => {
    const judge = await open({}, { clock: hastyClock([]), random: least })
    backend.answer = (asked, response) => (backend.asked.length < 3 ? first(asked, response) : { allowed: true })
    expect((await ask(judge, images('a'))).refusal).toBeUndefined()
    expect(backend.asked).toHaveLength(3)
  })

  it.each([
    [401, 'the server has asked for the client to provide credentials'],
    [404, 'the server could not find the requested resource'],
    [503, 'the server is currently unable to handle the request'],
    [302, 'the server responded with the status code 302 but did not return more information'],
  ])('asks once if the backend answers %s', async (status, message) => {
    const judge = await open()
    backend.answer = failing(status, { location: backend.url })
    expect((await ask(judge, images('a'))).refusal.message).toBe(`pods "a" is forbidden: ${message}`)
    expect(backend.asked).toHaveLength(1)
  })

  it.each([
    [
      'no JSON',
      'x',
      `pods "a" is forbidden: couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value`,
    ],
    ['no object', '[]', 'pods "a" is forbidden: the response of the image policy webhook must be an object'],
    [
      'another kind',
      '{"kind":"Status","apiVersion":"v1"}',
      'pods "a" is forbidden: the response of the image policy webhook must be an ImageReview of imagepolicy.k8s.io/v1alpha1',
    ],
    [
      'a text for a truth value',
      '{"kind":"ImageReview","apiVersion":"imagepolicy.k8s.io/v1alpha1","status":{"allowed":"yes"}}',
      'pods "a" is forbidden: allowed in the response of the image policy webhook must be a boolean',
    ],
    [
      'a number for a text',
      '{"kind":"ImageReview","apiVersion":"imagepolicy.k8s.io/v1alpha1","status":{"allowed":true,"auditAnnotations":{"a":1}}}',
      'pods "a" is forbidden: a in the response of the image policy webhook must be a string',
    ],
  ])('refuses if the backend answers %s', async (_what, text, message) => {
    const judge = await open()
    backend.answer = failing(200, {}, text)
    expect((await ask(judge, images('a'))).refusal).toMatchObject({ code: 403, message })
  })

  it('does not cache a failure', async () => {
    const judge = await open()
    backend.answer = failing(404)
    expect((await ask(judge, images('a'))).refusal).toBeDefined()
    backend.answer = () => ({ allowed: true })
    expect((await ask(judge, images('a'))).refusal).toBeUndefined()
  })

  it('allows and annotates a pod if the backend fails and defaultAllow is set', async () => {
    const judge = await open({ defaultAllow: true })
    await backend[Symbol.asyncDispose]()
    const { refusal, object, annotations } = await ask(judge, images('a'))
    expect(refusal).toBeUndefined()
    expect(object.metadata.annotations).toEqual({ 'alpha.image-policy.k8s.io/failed-open': 'true' })
    expect(annotations).toEqual({ 'imagepolicywebhook.image-policy.k8s.io/failed-open': 'true' })
    expect(failures).toEqual([
      `Error: Post "${backend.url}?timeout=30s": dial tcp ${new URL(backend.url).host}: connect: connection refused`,
    ])
  })

  it('refuses images the backend denies, even with defaultAllow', async () => {
    const judge = await open({ defaultAllow: true })
    backend.answer = () => ({ allowed: false })
    expect((await ask(judge, images('a'))).refusal.message).toContain('rejected by webhook backend')
  })

  it.each([
    ['thirty seconds', {}, 30_000],
    ['what the request has left', { deadlineMs: 5_000 }, 5_000],
  ])('waits for an answer until %s', async (_what, over, ms) => {
    const judge = await open()
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    backend.answer = () => (isAsked(), undefined)
    const verdict = ask(judge, images('a'), over)
    await asked
    await judge.clock.advance(ms)
    expect((await verdict).refusal.message).toBe(
      `pods "a" is forbidden: Post "${backend.url}?timeout=30s": context deadline exceeded`,
    )
    expect(judge.clock.pending).toBe(0)
  })

  it('stops waiting when the client disconnects', async () => {
    const judge = await open()
    const gone = new AbortController()
    backend.answer = () => (gone.abort(), undefined)
    const { refusal } = await ask(judge, images('a'), { signal: gone.signal })
    expect(refusal.message).toBe(`pods "a" is forbidden: Post "${backend.url}?timeout=30s": context canceled`)
    expect(judge.clock.pending).toBe(0)
  })

  it('does not wait beyond the deadline of the request', async () => {
    const judge = await open({ retryBackoff: 1000 })
    backend.answer = failing(500)
    expect((await ask(judge, images('a'), { deadlineMs: 900 })).refusal).toBeDefined()
    expect([backend.asked.length, judge.clock.pending]).toEqual([1, 0])
  })
})

describe('the configuration of ImagePolicyWebhook', () => {
  it.each([
    [undefined, 'ImagePolicyWebhook: no config specified'],
    [{ other: {} }, 'ImagePolicyWebhook: unknown field "other"'],
    [{ imagePolicy: [] }, 'ImagePolicyWebhook: imagePolicy must be an object'],
    [{ imagePolicy: { ttl: 1 } }, 'ImagePolicyWebhook: imagePolicy: unknown field "ttl"'],
    [{ imagePolicy: {} }, 'ImagePolicyWebhook: imagePolicy.kubeConfigFile: Required value'],
    [
      { imagePolicy: { kubeConfigFile: 'backend.json', defaultAllow: 'yes' } },
      'ImagePolicyWebhook: imagePolicy.defaultAllow must be true or false, not "yes"',
    ],
    [
      { imagePolicy: { kubeConfigFile: 'backend.json', allowTTL: 1801 } },
      'ImagePolicyWebhook: imagePolicy.allowTTL: valid value is between 1s and 30m0s, got 30m1s',
    ],
    [
      { imagePolicy: { kubeConfigFile: 'backend.json', denyTTL: -2 } },
      'ImagePolicyWebhook: imagePolicy.denyTTL: valid value is between 1s and 30m0s, got -2s',
    ],
    [
      { imagePolicy: { kubeConfigFile: 'backend.json', retryBackoff: 300_001 } },
      'ImagePolicyWebhook: imagePolicy.retryBackoff: valid value is between 1ns and 5m0s, got 5m0.001s',
    ],
    [
      { imagePolicy: { kubeConfigFile: 'backend.json', denyTTL: 1.5 } },
      'ImagePolicyWebhook: imagePolicy.denyTTL must be a whole number, not 1.5',
    ],
  ])('is refused: %j', async (configuration, message) => {
    const { directory } = backend
    await expect(judgeOf(imagePolicyWebhook, { configuration, directory })).rejects.toThrow(new TypeError(message))
  })

  it('is refused if the file with the backend does not exist', async () => {
    await expect(open({ kubeConfigFile: 'none.json' })).rejects.toThrow(
      'ImagePolicyWebhook: imagePolicy.kubeConfigFile: ENOENT',
    )
  })

  it('disables caching with -1, and uses the default with 0', async () => {
    const judge = await open({ allowTTL: -1, denyTTL: 0, retryBackoff: 0, defaultAllow: false })
    await ask(judge, images('a'))
    await ask(judge, images('a'))
    expect(backend.asked).toHaveLength(2)
  })
})
