import { Buffer } from 'node:buffer'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { ServerResponse } from 'node:http'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { createScenes } from './support/webhook-scene.ts'
import { allow, patched, reviewAnswer, startWebhooks, type Answering, type Json } from './support/webhook-server.ts'

const { scene, own, close } = createScenes()
afterEach(close)

const said =
  (text: string, status = 200, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response.writeHead(status, headers).end(text)

const answering =
  (over: (answer: Json) => void): Answering =>
  (question, response) => {
    const answer = reviewAnswer(question, { allowed: true })
    over(answer)
    response.end(JSON.stringify(answer))
  }

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** What a webhook does, and what is said of it; UID stands for that of the review, PORT for that of the server. */
const table: readonly [string, Answering, string][] = [
  [
    'answers nothing',
    said(''),
    'failed to call webhook: 0-length response with status code: 200 and content type: application/json',
  ],
  [
    'answers no object',
    said('[]'),
    `failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
  ],
  [
    'answers without a response',
    said('{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}'),
    'received invalid webhook response: webhook response was absent',
  ],
  [
    'answers another uid',
    answering((answer) => (answer.response.uid = 'x')),
    'received invalid webhook response: expected response.uid="UID", got "x"',
  ],
  [
    'answers no uid',
    answering((answer) => delete answer.response.uid),
    'received invalid webhook response: expected response.uid="UID", got ""',
  ],
  [
    'answers in another version',
    answering((answer) => (answer.apiVersion = 'admission.k8s.io/v1beta1')),
    'failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
  ],
  [
    'does not say what it answers',
    answering((answer) => (delete answer.apiVersion, delete answer.kind)),
    'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=',
  ],
  [
    'answers a patch without its type',
    answering(({ response }) => (response.patch = base64('[]'))),
    'received invalid webhook response: webhook returned response.patch but not response.patchType',
  ],
  [
    'answers a type without its patch',
    answering(({ response }) => (response.patchType = 'JSONPatch')),
    'received invalid webhook response: webhook returned response.patchType but not response.patch',
  ],
  [
    'answers an empty type',
    answering(({ response }) => Object.assign(response, { patchType: '', patch: base64('[]') })),
    'received invalid webhook response: webhook returned invalid response.patchType of ""',
  ],
  [
    'answers a patch that is not base64',
    answering(({ response }) => Object.assign(response, { patchType: 'JSONPatch', patch: '!' })),
    'failed to call webhook: illegal base64 data at input byte 0',
  ],
  [
    'answers another type of patch',
    answering(({ response }) => Object.assign(response, { patchType: 'MergePatch', patch: base64('[{}]') })),
    'unsupported patch type "MergePatch"',
  ],
  [
    'answers a patch that is no list',
    answering(({ response }) => Object.assign(response, { patchType: 'JSONPatch', patch: base64('{}') })),
    'received undecodable patch in webhook response: json: cannot unmarshal object into Go value of type jsonpatch.Patch',
  ],
  [
    'redirects',
    said('', 307, { location: '/elsewhere' }),
    'failed to call webhook: the server responded with the status code 307 but did not return more information',
  ],
  ['is not there', said('', 404), 'failed to call webhook: the server could not find the requested resource'],
  [
    'fails',
    said('boom "x"\n', 500),
    'failed to call webhook: an error on the server ("boom \\"x\\"") has prevented the request from succeeding',
  ],
  [
    'fails in other words',
    said('{}', 500, { 'content-type': 'application/json' }),
    'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding',
  ],
  ['is not available', said('', 503), 'failed to call webhook: the server is currently unable to handle the request'],
  [
    'wants credentials',
    said('', 401),
    'failed to call webhook: the server has asked for the client to provide credentials',
  ],
  ['forbids', said('go away', 403), 'failed to call webhook: go away'],
  [
    'hangs up',
    (_, response) => void response.socket!.destroy(),
    'failed to call webhook: Post "https://127.0.0.1:PORT/h?timeout=10s": EOF',
  ],
  [
    'fails with a Status',
    said('{"kind":"Status","apiVersion":"v1","status":"Failure","message":"out of order","code":418}', 500),
    'failed to call webhook: out of order',
  ],
  [
    'fails with half a Status',
    said('{"kind":"Status",', 500),
    'failed to call webhook: an error on the server ("{\\"kind\\":\\"Status\\",") has prevented the request from succeeding',
  ],
  [
    'stops in the middle',
    (_, response) => void response.write('{"apiVersion":', () => void response.socket!.destroy()),
    'failed to call webhook: Post "https://127.0.0.1:PORT/h?timeout=10s": unexpected EOF',
  ],
  [
    'answers without end',
    (_, response) => flood(response),
    'failed to call webhook: Post "https://127.0.0.1:PORT/h?timeout=10s": the reply is longer than 8388608 bytes',
  ],
]

function flood(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

describe('a webhook that', () => {
  it.each(table)('%s fails the request', async (_, answer, message) => {
    const { server, hooks, create, counted } = await scene({ '/h': answer })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    const { status, json } = await create()
    const uid = hooks.questions[0]!.review.request.uid
    const whole = `failed calling webhook "h.example.com": ${message.replace('UID', uid).replace('PORT', String(hooks.port))}`
    expect([status, json.reason, json.message]).toEqual([500, 'InternalError', `Internal error occurred: ${whole}`])
    expect(json.details).toEqual({ causes: [{ message: whole }] })
    expect(counted.of('webhook_rejection_count')).toEqual([
      expect.stringContaining('{name=h.example.com,type=admit,operation=CREATE,error_type=calling_webhook_error,'),
    ])
    expect(hooks.questions).toHaveLength(1)
  })

  it.each(table)('%s is passed over where it may be', async (_, answer) => {
    const { server, hooks, create, counted, events } = await scene({ '/h': answer })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), failurePolicy: 'Ignore' }))
    const { status, json } = await create()
    expect([status, json.data]).toEqual([201, { k: 'v' }])
    expect(counted.of('webhook_rejection_count')).toEqual([])
    expect(counted.of('webhook_fail_open_count')).toEqual(['{name=h.example.com,type=admit} 1'])
    expect(events.at(-1)!.annotations).toMatchObject({
      'failed-open.mutation.webhook.admission.k8s.io/round_0_index_0': 'h.example.com',
      'mutation.webhook.admission.k8s.io/round_0_index_0':
        '{"configuration":"one","webhook":"h.example.com","mutated":false}',
    })
  })

  it('answers a patch that does not apply fails the request, whatever its policy', async () => {
    const { server, hooks, create, counted } = await scene({
      '/h': () => ({ allowed: true, ...patched({ op: 'remove', path: '/spec/none' }) }),
    })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), failurePolicy: 'Ignore' }))
    const { status, json } = await create()
    expect([status, json.message]).toEqual([
      500,
      'Internal error occurred: remove operation does not apply: doc is missing path: "/spec/none": missing value',
    ])
    expect(counted.of('webhook_rejection_count')).toEqual([
      '{name=h.example.com,type=admit,operation=CREATE,error_type=apiserver_internal_error,rejection_code=0} 1',
    ])
  })

  it.each<[string, Json, string]>([
    [
      'a patch',
      patched({ op: 'add', path: '/data/x', value: 'x' }),
      'validating webhook may not return response.patch',
    ],
    ['a type of patch', { patchType: 'JSONPatch' }, 'validating webhook may not return response.patchType'],
  ])('validates and answers %s fails the request', async (_, response, message) => {
    const { server, hooks, create } = await scene({ '/h': () => ({ allowed: true, ...response }) })
    await validate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    expect((await create()).json.message).toBe(
      `Internal error occurred: failed calling webhook "h.example.com": received invalid webhook response: ${message}`,
    )
  })

  it('validates and fails is passed over where it may be, beside one that refuses', async () => {
    const { server, hooks, create, events, counted } = await scene({
      '/h': said('', 500),
      '/no': () => ({ allowed: false, status: { message: 'no' } }),
    })
    await validate(
      server,
      'one',
      webhook('allow', { clientConfig: hooks.client('/h'), failurePolicy: 'Ignore' }),
      webhook('no', { clientConfig: hooks.client('/no') }),
    )
    expect((await create()).json.message).toBe('admission webhook "no.example.com" denied the request: no')
    expect(events.at(-1)!.annotations).toMatchObject({
      'failed-open.validating.webhook.admission.k8s.io/round_0_index_0': 'allow.example.com',
    })
    expect(counted.of('webhook_fail_open_count')).toEqual(['{name=allow.example.com,type=validating} 1'])
  })
})

describe('a webhook that cannot be reached:', () => {
  const fails = async (clientConfig: Json): Promise<string> => {
    const { server, create } = await scene({})
    await mutate(server, 'one', webhook('h', { clientConfig }))
    return (await create()).json.message
  }

  it('the connection is refused', async () => {
    const listener = createTcpServer()
    await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    await new Promise<void>((resolve) => void listener.close(() => resolve()))
    expect(await fails({ url: `https://127.0.0.1:${port}/h` })).toBe(
      `Internal error occurred: failed calling webhook "h.example.com": failed to call webhook: Post "https://127.0.0.1:${port}/h?timeout=10s": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    )
  })

  it('its certificate is signed by an unknown authority', async () => {
    const hooks = own(await startWebhooks({ '/h': allow }))
    expect(await fails({ url: hooks.client('/h').url })).toContain(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    )
    expect(hooks.questions).toHaveLength(0)
  })

  it.each([
    ['no PEM', 'nonsense'],
    ['no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('its authority is %s', async (_, text) => {
    const hooks = own(await startWebhooks({ '/h': allow }))
    const message = await fails({ url: hooks.client('/h').url, caBundle: base64(text) })
    expect(message).toContain(`failed to call webhook: Post "https://127.0.0.1:${hooks.port}/h?timeout=10s": `)
    expect(hooks.questions).toHaveLength(0)
  })

  it('its certificate is for another host', async () => {
    const hooks = own(await startWebhooks({ '/h': allow }))
    const { caBundle, port } = hooks
    expect(await fails({ url: `https://127.0.0.2:${port}/h`, caBundle })).toMatch(/x509|connection refused/)
    expect(hooks.questions).toHaveLength(0)
  })
})

describe('time', () => {
  it('ends with the timeout of a webhook that hangs', async () => {
    const clock = createFakeClock()
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const { server, hooks, create } = await scene({ '/h': () => isAsked() }, { clock })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), timeoutSeconds: 3 }))
    const answer = create()
    await asked
    await clock.advance(3000)
    expect((await answer).json.message).toBe(
      `Internal error occurred: failed calling webhook "h.example.com": failed to call webhook: Post "https://127.0.0.1:${hooks.port}/h?timeout=3s": context deadline exceeded`,
    )
  })

  it('is that of the whole answer, not of its beginning', async () => {
    const clock = createFakeClock()
    let isBegun = (): void => {}
    const begun = new Promise<void>((resolve) => (isBegun = resolve))
    const { server, hooks, create } = await scene(
      { '/h': (_, response) => void response.write('{', isBegun) },
      { clock },
    )
    const about = { clientConfig: hooks.client('/h'), timeoutSeconds: 1, failurePolicy: 'Ignore' }
    await mutate(server, 'one', webhook('h', about))
    const before = clock.pending
    const answer = create()
    await begun
    await clock.advance(1000)
    expect((await answer).status).toBe(201)
    expect(clock.pending).toBe(before)
  })

  it('is over with the request, however many webhooks that may be passed over hang', async () => {
    const clock = createFakeClock()
    let count = 0
    let isAsked = (): void => {}
    const { server, hooks, create } = await scene({ '/h': () => isAsked() }, { clock })
    const hanging = (name: string): Json =>
      webhook(name, { clientConfig: hooks.client('/h'), timeoutSeconds: 30, failurePolicy: 'Ignore' })
    await mutate(server, 'one', ...['a', 'b', 'c', 'd'].map(hanging))
    const startedMs = clock.monotonic()
    let next = new Promise<void>((resolve) => (isAsked = resolve))
    const answer = create('a', {}, '?timeout=34s')
    for (const leftSeconds of [30, 4]) {
      await next
      next = new Promise<void>((resolve) => (isAsked = resolve))
      expect(hooks.questions[count++]!.path).toBe(`/h?timeout=${leftSeconds}s`)
      await clock.advance(leftSeconds * 1000)
    }
    const { status, json } = await answer
    expect([status, json.reason]).toEqual([504, 'Timeout'])
    expect(clock.monotonic() - startedMs).toBe(34_000)
    expect(hooks.questions).toHaveLength(2)
  })

  it('that mutating webhooks have spent is not there for validating ones', async () => {
    const clock = createFakeClock()
    let isAsked = (): void => {}
    const { server, hooks, create } = await scene({ '/m': () => isAsked(), '/v': () => isAsked() }, { clock })
    const hanging = (path: string): Json => ({
      clientConfig: hooks.client(path),
      timeoutSeconds: 30,
      failurePolicy: 'Ignore',
    })
    await mutate(server, 'one', webhook('m', hanging('/m')))
    await validate(server, 'two', webhook('v', hanging('/v')))
    let next = new Promise<void>((resolve) => (isAsked = resolve))
    const answer = create('a', {}, '?timeout=31s')
    for (const seconds of [30, 1]) {
      await next
      next = new Promise<void>((resolve) => (isAsked = resolve))
      await clock.advance(seconds * 1000)
    }
    expect(hooks.questions.map(({ path }) => path)).toEqual(['/m?timeout=30s', '/v?timeout=1s'])
    expect((await answer).status).toBe(504)
    expect(clock.monotonic()).toBe(31_000)
  })

  it('is shared by validating webhooks, which are asked together', async () => {
    const clock = createFakeClock()
    let count = 0
    let areAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (areAsked = resolve))
    const { server, hooks, create } = await scene({ '/h': () => (++count === 3 ? areAsked() : undefined) }, { clock })
    const hanging = (name: string): Json =>
      webhook(name, { clientConfig: hooks.client('/h'), timeoutSeconds: 5, failurePolicy: 'Ignore' })
    await validate(server, 'one', ...['a', 'b', 'c'].map(hanging))
    const answer = create()
    await asked
    await clock.advance(5000)
    expect((await answer).status).toBe(201)
  })

  it('is not spent on a caller that is gone', async () => {
    const gone = new AbortController()
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    let isEnded = (): void => {}
    const ended = new Promise<void>((resolve) => (isEnded = resolve))
    const { server, hooks, create, counted } = await scene({
      '/h': (_, response) => {
        response.on('close', isEnded)
        isAsked()
      },
    })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    const answer = create('a', {}, '', { signal: gone.signal })
    await asked
    gone.abort()
    await ended
    await answer.catch(() => undefined)
    expect(counted.of('webhook_rejection_count')).toEqual([])
  })
})
