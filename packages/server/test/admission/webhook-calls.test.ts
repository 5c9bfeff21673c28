import { Buffer } from 'node:buffer'
import type { AdmissionPlugin } from '@pinnace/admission'
import { afterEach, describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import { allow, patched, patching, reviewAnswer, type Answering, type Json } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

describe('a mutating webhook', () => {
  it('is asked in a review, and its patch is stored', async () => {
    const { server, hooks, create } = await scene({ '/m': patching({ op: 'add', path: '/data/more', value: 'x' }) })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    const answer = await create('a', {}, '?fieldManager=me')
    expect(answer.status).toBe(201)
    expect(answer.json.data).toEqual({ k: 'v', more: 'x' })
    const [question] = hooks.questions
    expect(question!.path).toBe('/m?timeout=10s')
    expect(question!.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, */*',
      'user-agent': 'kube-apiserver-admission',
      host: `127.0.0.1:${hooks.port}`,
    })
    const { uid, object, ...request } = question!.review.request
    expect(uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(question!.review).toMatchObject({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' })
    expect(object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { k: 'v' } })
    expect(request).toEqual({
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'a',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
    })
  })

  it('receives the user, impersonated or not', async () => {
    const { server, hooks, create } = await scene(
      { '/m': allow },
      {
        authenticators: [
          () => ({ username: 'jane', uid: '7', groups: ['devs', 'system:masters'], extra: { team: ['a', 'b'] } }),
        ],
      },
    )
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    await create('a')
    await create('b', {}, '', { headers: { 'Impersonate-User': 'kim', 'Impersonate-Extra-Why': 'test' } })
    expect(hooks.questions.map(({ review }) => review.request.userInfo)).toEqual([
      {
        username: 'jane',
        uid: '7',
        groups: ['devs', 'system:masters', 'system:authenticated'],
        extra: { team: ['a', 'b'] },
      },
      { username: 'kim', groups: ['system:authenticated'], extra: { why: ['test'] } },
    ])
  })

  it('receives the changes of earlier webhooks, in the order of their configuration names', async () => {
    const add: Answering = ({ path, review }) => ({
      allowed: true,
      ...patched({ op: 'add', path: '/data/order', value: `${review.request.object.data.order ?? ''}${path[1]}` }),
    })
    const { server, hooks, create } = await scene({ '/1': add, '/2': add, '/3': add })
    await mutate(server, 'b', webhook('third', { clientConfig: hooks.client('/3') }))
    const first = webhook('first', { clientConfig: hooks.client('/1') })
    await mutate(server, 'a', first, webhook('second', { clientConfig: hooks.client('/2') }))
    expect((await create()).json.data.order).toBe('123')
  })

  it('receives every write operation with its objects, and no reads', async () => {
    const { server, hooks, create } = await scene({ '/m': allow })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    await create('a')
    await call(server, 'PUT', `${configMaps}/a`, { body: { metadata: { name: 'a' }, data: { k: 'w' } } })
    await call(server, 'GET', `${configMaps}/a`)
    await call(server, 'GET', configMaps)
    await call(server, 'DELETE', `${configMaps}/a`)
    expect(
      hooks.questions.map(({ review: { request } }) => [
        request.operation,
        request.object?.data ?? null,
        request.oldObject?.data ?? null,
        request.options.kind,
      ]),
    ).toEqual([
      ['CREATE', { k: 'v' }, null, 'CreateOptions'],
      ['UPDATE', { k: 'w' }, { k: 'v' }, 'UpdateOptions'],
      ['DELETE', null, { k: 'w' }, 'DeleteOptions'],
    ])
  })

  it('cannot change what is deleted', async () => {
    const { server, hooks, create } = await scene({ '/m': patching({ op: 'add', path: '/data/x', value: 'x' }) })
    await mutate(
      server,
      'one',
      webhook('m', {
        clientConfig: hooks.client('/m'),
        failurePolicy: 'Ignore',
        rules: [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'] }],
      }),
    )
    await create()
    const answer = await call(server, 'DELETE', `${configMaps}/a`)
    expect([answer.status, answer.json.message]).toEqual([
      500,
      'Internal error occurred: admission webhook "m.example.com" attempted to modify the object, which is not supported for this operation',
    ])
  })

  it('cannot set what belongs to the server, nor another kind', async () => {
    const { server, hooks, create } = await scene({
      '/m': ({ review }) => ({
        allowed: true,
        ...patched(
          ...(review.request.name === 'a'
            ? [
                { op: 'add', path: '/metadata/uid', value: 'mine' },
                { op: 'add', path: '/unknown', value: 1 },
              ]
            : review.request.name === 'b'
              ? [{ op: 'replace', path: '/kind', value: 'Secret' }]
              : [{ op: 'replace', path: '/metadata/namespace', value: 'elsewhere' }]),
        ),
      }),
    })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    const { json } = await create('a')
    expect(json.metadata).toMatchObject({ namespace: 'default', uid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(json).not.toHaveProperty('unknown')
    const other = await create('b')
    expect([other.status, other.json.message]).toEqual([
      500,
      'Internal error occurred: a patch must not change the kind or version of ConfigMap of v1',
    ])
    const moved = await create('c')
    expect([moved.status, moved.json.message]).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ])
  })

  it('has its defaults filled and its mistakes refused', async () => {
    const container = { name: 'c', image: 'i' }
    const { server, hooks } = await scene({
      '/m': ({ review }) => ({
        allowed: true,
        ...patched({
          op: 'add',
          path: '/spec/containers/-',
          value: review.request.name === 'good' ? { name: 'side', image: 's' } : { image: 's' },
        }),
      }),
    })
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), rules }))
    const make = (name: string): ReturnType<typeof call> =>
      call(server, 'POST', '/api/v1/namespaces/default/pods', {
        body: { metadata: { name }, spec: { containers: [container] } },
      })
    expect((await make('good')).json.spec.containers[1]).toMatchObject({ name: 'side', imagePullPolicy: 'Always' })
    const bad = await make('bad')
    expect([bad.status, bad.json.message]).toEqual([
      422,
      'Pod "bad" is invalid: spec.containers[1].name: Required value',
    ])
  })

  it('is called again only where it asks for it and what came later changed the object', async () => {
    const late = patching({ op: 'add', path: '/data/late', value: 'x' })
    const { server, hooks, create, events } = await scene({ '/again': allow, '/once': allow, '/late': late })
    await mutate(
      server,
      'one',
      webhook('again', { clientConfig: hooks.client('/again'), reinvocationPolicy: 'IfNeeded' }),
      webhook('once', { clientConfig: hooks.client('/once') }),
      webhook('late', { clientConfig: hooks.client('/late'), reinvocationPolicy: 'IfNeeded' }),
    )
    await create()
    expect(hooks.questions.map(({ path }) => path.split('?')[0])).toEqual(['/again', '/once', '/late', '/again'])
    expect(hooks.questions.at(-1)!.review.request.object.data).toEqual({ k: 'v', late: 'x' })
    expect(new Set(hooks.questions.map(({ review }) => review.request.uid)).size).toBe(4)
    const annotations = events.at(-1)!.annotations!
    const prefix = 'mutation.webhook.admission.k8s.io'
    const said = (name: string, mutated: boolean): string =>
      `{"configuration":"one","webhook":"${name}.example.com","mutated":${mutated}}`
    expect(
      Object.fromEntries(Object.entries(annotations).filter(([key]) => key.includes('webhook.admission'))),
    ).toEqual({
      [`${prefix}/round_0_index_0`]: said('again', false),
      [`${prefix}/round_0_index_1`]: said('once', false),
      [`${prefix}/round_0_index_2`]: said('late', true),
      [`${prefix}/round_1_index_0`]: said('again', false),
      'patch.webhook.admission.k8s.io/round_0_index_2':
        '{"configuration":"one","webhook":"late.example.com","patch":[{"op":"add","path":"/data/late","value":"x"}],"patchType":"JSONPatch"}',
    })
  })

  it('has its patch in the audit record in the format of kube-apiserver', async () => {
    const patch = { value: '<b>&', path: '/data/own', op: 'add' }
    const { server, hooks, create, events } = await scene({ '/own': patching(patch) })
    await mutate(server, 'one', webhook('own', { clientConfig: hooks.client('/own') }))
    await create()
    expect(events.at(-1)!.annotations!['patch.webhook.admission.k8s.io/round_0_index_0']).toBe(
      '{"configuration":"one","webhook":"own.example.com","patch":[{"op":"add","path":"/data/own","value":"\\u003cb\\u003e\\u0026"}],"patchType":"JSONPatch"}',
    )
  })

  it('is not called again where nothing changed after it', async () => {
    const own = patching({ op: 'add', path: '/data/own', value: 'x' })
    const { server, hooks, create } = await scene({ '/own': own })
    await mutate(server, 'one', webhook('own', { clientConfig: hooks.client('/own'), reinvocationPolicy: 'IfNeeded' }))
    await create()
    expect(hooks.questions).toHaveLength(1)
  })

  it('is called again where a plugin of the host has changed the object in the second round', async () => {
    const touch: AdmissionPlugin = {
      name: 'Touch',
      handles: () => true,
      resources: [{ group: '', resource: 'configmaps' }],
      admit({ object, reinvocation }) {
        if (reinvocation.isReinvoked) (object as Json).data.touched = 'yes'
      },
    }
    const own = patching({ op: 'add', path: '/data/own', value: 'x' })
    const { server, hooks, create } = await scene({ '/own': own, '/never': allow }, { admission: [touch] })
    await mutate(
      server,
      'one',
      webhook('own', { clientConfig: hooks.client('/own'), reinvocationPolicy: 'IfNeeded' }),
      webhook('never', { clientConfig: hooks.client('/never') }),
    )
    expect((await create()).json.data).toEqual({ k: 'v', own: 'x', touched: 'yes' })
    expect(hooks.questions.map(({ path }) => path.split('?')[0])).toEqual(['/own', '/never', '/own'])
  })
})

describe('a validating webhook', () => {
  it('sees what is stored in the end, and refuses in its own words', async () => {
    const { server, hooks, create, counted } = await scene({
      '/m': patching({ op: 'add', path: '/data/more', value: 'x' }),
      '/v': () => ({ allowed: false, status: { code: 403, reason: 'Forbidden', message: 'not today' } }),
    })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    await validate(server, 'two', webhook('v', { clientConfig: hooks.client('/v') }))
    const answer = await create()
    expect(answer.json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'admission webhook "v.example.com" denied the request: not today',
      reason: 'Forbidden',
      code: 403,
    })
    expect(hooks.asked('/v')[0]!.review.request.object.data).toEqual({ k: 'v', more: 'x' })
    expect(counted.of('webhook_rejection_count')).toEqual([
      '{name=v.example.com,type=validating,operation=CREATE,error_type=no_error,rejection_code=403} 1',
    ])
    expect(counted.of('webhook_request_total')).toEqual([
      '{name=m.example.com,type=admit,operation=CREATE,code=200,rejected=false} 1',
      '{name=v.example.com,type=validating,operation=CREATE,code=403,rejected=true} 1',
    ])
  })

  it.each<[string, Json, number, Json]>([
    [
      'nothing',
      undefined,
      400,
      { message: 'admission webhook "v.example.com" denied the request without explanation' },
    ],
    [
      'a code under 400',
      { code: 200, message: 'no' },
      400,
      { message: 'admission webhook "v.example.com" denied the request: no' },
    ],
    [
      'a reason',
      { reason: 'Gone' },
      400,
      { message: 'admission webhook "v.example.com" denied the request: Gone', reason: 'Gone' },
    ],
    ['a code of its own', { code: 700, message: 'no' }, 700, { code: 700 }],
    ['details', { code: 422, message: 'no', details: { name: 'x' } }, 422, { details: { name: 'x' } }],
  ])('denies with %s', async (_, status, code, expected) => {
    const { server, hooks, create, counted } = await scene({ '/v': () => ({ allowed: false, status }) })
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v') }))
    const answer = await create()
    expect(answer.status).toBe(code)
    expect(answer.json).toMatchObject({ status: 'Failure', code, ...expected })
    expect(counted.of('webhook_rejection_count')[0]).toContain(`rejection_code=${Math.min(code, 600)}`)
  })

  it('of several refusals the first webhook is heard, and all are asked at once', async () => {
    let isSecondAsked = (): void => {}
    const secondAsked = new Promise<void>((resolve) => (isSecondAsked = resolve))
    const { server, hooks, create } = await scene({
      '/1': (question, response) => {
        void secondAsked.then(() => response.end(JSON.stringify(reviewAnswer(question, { allowed: false }))))
      },
      '/2': () => {
        isSecondAsked()
        return { allowed: false, status: { message: 'second' } }
      },
    })
    const first = webhook('first', { clientConfig: hooks.client('/1') })
    await validate(server, 'one', first, webhook('second', { clientConfig: hooks.client('/2') }))
    expect((await create()).json.message).toBe(
      'admission webhook "first.example.com" denied the request without explanation',
    )
  })

  it('is one of any number, and the process is not warned of them', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error): void => void warnings.push(warning)
    process.on('warning', listen)
    try {
      const { server, hooks, create } = await scene({ '/v': allow })
      const many = Array.from({ length: 15 }, (_, index) => webhook(`v${index}`, { clientConfig: hooks.client('/v') }))
      await validate(server, 'one', ...many)
      expect((await create('a', {}, '', { signal: new AbortController().signal })).status).toBe(201)
      expect(hooks.questions).toHaveLength(15)
    } finally {
      process.off('warning', listen)
    }
    expect(warnings).toEqual([])
  })

  it('passes on warnings and audit annotations', async () => {
    const { server, hooks, create, events } = await scene({
      '/v': () => ({ allowed: true, warnings: ['old'], auditAnnotations: { why: 'because', 'no/key': 'x', '': 'x' } }),
    })
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v') }))
    expect((await create()).headers['warning']).toEqual(['299 - "old"'])
    const { annotations } = events.at(-1)!
    expect(annotations).toMatchObject({ 'v.example.com/why': 'because' })
    expect(Object.keys(annotations!).filter((key) => key.startsWith('v.'))).toHaveLength(1)
  })
})

describe('webhooks', () => {
  it('are not asked about webhook configurations', async () => {
    const { server, hooks } = await scene({ '/no': () => ({ allowed: false }) })
    const all = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }]
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/no'), rules: all }))
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/no'), rules: all }))
    const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/one'
    expect((await call(server, 'DELETE', path)).status).toBe(200)
    expect(hooks.questions).toHaveLength(0)
  })

  it.each(['Some', 'Unknown'])('with side effects %s are not asked on dry run, which fails', async (sideEffects) => {
    const { server, hooks, create } = await scene({ '/m': allow })
    // The newer version refuses such webhooks; the older one takes them.
    const body = {
      apiVersion: 'admissionregistration.k8s.io/v1beta1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'one' },
      webhooks: [webhook('m', { clientConfig: hooks.client('/m'), sideEffects, failurePolicy: 'Ignore' })],
    }
    const path = '/apis/admissionregistration.k8s.io/v1beta1/mutatingwebhookconfigurations'
    expect((await call(server, 'POST', path, { body })).status).toBe(201)
    const answer = await create('a', {}, '?dryRun=All')
    expect(answer.json).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: 'admission webhook "m.example.com" does not support dry run',
    })
    expect(hooks.questions).toHaveLength(0)
    expect((await create('a')).status).toBe(201)
  })

  it.each(['None', 'NoneOnDryRun'])(
    'with side effects %s are called on dry run, with dryRun set',
    async (sideEffects) => {
      const { server, hooks, create } = await scene({ '/m': allow })
      await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), sideEffects }))
      expect((await create('a', {}, '?dryRun=All')).status).toBe(201)
      expect(hooks.questions[0]!.review.request).toMatchObject({ dryRun: true, options: { dryRun: ['All'] } })
    },
  )

  it('are sent the first of their versions this server speaks', async () => {
    const { server, hooks, create } = await scene({ '/m': allow })
    const admissionReviewVersions = ['v9', 'v1beta1', 'v1']
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), admissionReviewVersions }))
    await create()
    expect(hooks.questions[0]!.review.apiVersion).toBe('admission.k8s.io/v1beta1')
  })

  it('of the older version may leave out what it did not ask for', async () => {
    const { server, hooks, create } = await scene({
      '/m': (_, response) => {
        const patch = Buffer.from('[{"op":"add","path":"/data/more","value":"x"}]').toString('base64')
        response.end(JSON.stringify({ response: { allowed: true, patch } }))
      },
    })
    const admissionReviewVersions = ['v1beta1']
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), admissionReviewVersions }))
    expect((await create()).json.data).toEqual({ k: 'v', more: 'x' })
  })
})
