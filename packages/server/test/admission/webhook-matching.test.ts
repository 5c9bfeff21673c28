import { afterEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import { allow, patched, patching, type Json, type Question } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

const patchType = { 'content-type': 'application/merge-patch+json' }
const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }]
const lines = (questions: readonly Question[]): readonly string[] =>
  questions.map(({ review: { request: asked } }) => {
    const below = asked.subResource === undefined ? '' : `/${asked.subResource}`
    return `${asked.operation} ${asked.resource.resource}${below} ${asked.kind.kind} ${asked.namespace ?? '-'}/${asked.name ?? ''}`
  })

const post = (server: Server, path: string, body: Json): ReturnType<typeof call> => call(server, 'POST', path, { body })
const pods = '/api/v1/namespaces/default/pods'
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], nodeName: '' } }

describe('rules', () => {
  const requests = async (server: Server): Promise<void> => {
    await post(server, pods, pod)
    await call(server, 'PATCH', `${pods}/p/status`, { body: { status: { phase: 'Running' } }, headers: patchType })
    await post(server, configMaps, { metadata: { name: 'a' } })
    await post(server, '/api/v1/namespaces', { metadata: { name: 'team' } })
  }
  const [podCreated, statusUpdated, mapCreated, spaceCreated] = [
    'CREATE pods Pod default/p',
    'UPDATE pods/status Pod default/p',
    'CREATE configmaps ConfigMap default/a',
    'CREATE namespaces Namespace team/team',
  ]

  it.each<[string, Json, readonly string[]]>([
    ['*/*', { resources: ['*/*'] }, [podCreated, statusUpdated, mapCreated, spaceCreated]],
    ['*', { resources: ['*'] }, [podCreated, mapCreated, spaceCreated]],
    ['pods', { resources: ['pods'] }, [podCreated]],
    ['pods/*', { resources: ['pods/*'] }, [podCreated, statusUpdated]],
    ['pods/status', { resources: ['pods/status'] }, [statusUpdated]],
    ['*/status', { resources: ['*/status'] }, [statusUpdated]],
    ['several', { resources: ['pods/status', 'configmaps'] }, [statusUpdated, mapCreated]],
    ['an operation', { operations: ['UPDATE'], resources: ['*/*'] }, [statusUpdated]],
    ['another operation', { operations: ['DELETE', 'CONNECT'], resources: ['*/*'] }, []],
    ['another group', { apiGroups: ['apps'], resources: ['*/*'] }, []],
    ['another version', { apiVersions: ['v2'], resources: ['*/*'] }, []],
    ['the scope of namespaces', { scope: 'Namespaced', resources: ['*/*'] }, [podCreated, statusUpdated, mapCreated]],
    ['the scope of the cluster', { scope: 'Cluster', resources: ['*/*'] }, [spaceCreated]],
  ])('match %s', async (_, rule, expected) => {
    const { server, hooks } = await scene({ '/m': allow })
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], ...rule }]
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), rules }))
    await requests(server)
    expect(lines(hooks.questions)).toEqual(expected)
  })
})

describe('an object selector', () => {
  it('is held against the object and the old one, and either suffices', async () => {
    const { server, hooks, create } = await scene({ '/v': allow })
    const objectSelector = { matchLabels: { watch: 'me' } }
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v'), objectSelector }))
    const label = (watch: string | null): ReturnType<typeof call> =>
      call(server, 'PATCH', `${configMaps}/a`, { body: { metadata: { labels: { watch } } }, headers: patchType })
    await create()
    expect(hooks.questions).toHaveLength(0)
    await label('me')
    await label(null)
    expect(hooks.questions).toHaveLength(2)
    await label('you')
    await call(server, 'DELETE', `${configMaps}/a`)
    expect(hooks.questions).toHaveLength(2)
  })

  it('sees what webhooks before have made of the labels', async () => {
    const { server, hooks, create } = await scene({
      '/label': patching({ op: 'add', path: '/metadata/labels', value: { watch: 'me' } }),
      '/m': allow,
    })
    await mutate(
      server,
      'one',
      webhook('label', { clientConfig: hooks.client('/label') }),
      webhook('m', { clientConfig: hooks.client('/m'), objectSelector: { matchLabels: { watch: 'me' } } }),
    )
    await create()
    expect(hooks.asked('/m')).toHaveLength(1)
  })
})

describe('a namespace selector', () => {
  const namespaceSelector = { matchExpressions: [{ key: 'team', operator: 'In', values: ['a'] }] }

  it('is held against the namespace of an object, and a Namespace by its own labels', async () => {
    const { server, hooks } = await scene({ '/v': allow })
    await validate(
      server,
      'one',
      webhook('v', { clientConfig: hooks.client('/v'), namespaceSelector, rules: everything }),
    )
    await post(server, '/api/v1/namespaces', { metadata: { name: 'in', labels: { team: 'a' } } })
    await post(server, '/api/v1/namespaces', { metadata: { name: 'out', labels: { team: 'b' } } })
    for (const namespace of ['in', 'out']) {
      await post(server, `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'c' } })
    }
    const body = { metadata: { labels: { team: 'a' } } }
    await call(server, 'PATCH', '/api/v1/namespaces/out', { body, headers: patchType })
    expect(lines(hooks.questions)).toEqual([
      'CREATE namespaces Namespace in/in',
      'CREATE configmaps ConfigMap in/c',
      'UPDATE namespaces Namespace out/out',
    ])
  })

  it('is not held against what else belongs to the cluster', async () => {
    const { server, hooks } = await scene({ '/v': allow })
    await validate(
      server,
      'one',
      webhook('v', { clientConfig: hooks.client('/v'), namespaceSelector, rules: everything }),
    )
    await post(server, '/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata: { name: 'r' }, rules: [] })
    expect(lines(hooks.questions)).toEqual(['CREATE clusterroles ClusterRole -/r'])
  })
})

describe('the match policy', () => {
  const rules = [
    { operations: ['*'], apiGroups: ['autoscaling'], apiVersions: ['v2'], resources: ['horizontalpodautoscalers'] },
  ]
  const path = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
  const body = {
    metadata: { name: 'h' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 50,
    },
  }

  it('Equivalent asks in the version of the rule, and takes the answer back into that of the request', async () => {
    const { server, hooks } = await scene({
      '/m': patching({ op: 'replace', path: '/spec/maxReplicas', value: 7 }),
      '/v': allow,
    })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), rules }))
    await validate(server, 'two', webhook('v', { clientConfig: hooks.client('/v'), rules }))
    const { status, json } = await post(server, path, body)
    expect([status, json.apiVersion, json.spec.maxReplicas]).toEqual([201, 'autoscaling/v1', 7])
    expect(json.spec.targetCPUUtilizationPercentage).toBe(50)
    expect(hooks.asked('/m')[0]!.review.request).toMatchObject({
      kind: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
      resource: { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' },
      requestKind: { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
      requestResource: { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' },
      object: {
        apiVersion: 'autoscaling/v2',
        spec: { metrics: [{ type: 'Resource', resource: { target: { averageUtilization: 50 } } }] },
      },
    })
    expect(hooks.asked('/v')[0]!.review.request.object).toMatchObject({
      apiVersion: 'autoscaling/v2',
      spec: { maxReplicas: 7 },
    })
    await call(server, 'PATCH', `${path}/h`, { body: { spec: { maxReplicas: 4 } }, headers: patchType })
    expect(hooks.asked('/v')[1]!.review.request).toMatchObject({
      object: { apiVersion: 'autoscaling/v2' },
      oldObject: { apiVersion: 'autoscaling/v2', spec: { maxReplicas: 7 } },
    })
  })

  it('Exact asks only about what is named', async () => {
    const { server, hooks } = await scene({ '/m': allow })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), rules, matchPolicy: 'Exact' }))
    expect((await post(server, path, body)).status).toBe(201)
    expect(hooks.questions).toHaveLength(0)
  })
})

describe('subresources and other ways to change', () => {
  it('are asked about as what is sent', async () => {
    const { server, hooks } = await scene({ '/v': allow })
    await post(server, pods, pod)
    await post(server, '/apis/apps/v1/namespaces/default/replicasets', {
      metadata: { name: 'r' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: pod.spec },
      },
    })
    await post(server, '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 's' } })
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v'), rules: everything }))
    const scale = '/apis/apps/v1/namespaces/default/replicasets/r/scale'
    await call(server, 'PATCH', scale, { body: { spec: { replicas: 2 } }, headers: patchType })
    await post(server, `${pods}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } })
    await post(server, '/api/v1/namespaces/default/serviceaccounts/s/token', { spec: { audiences: ['x'] } })
    await post(server, `${pods}/p/eviction`, { metadata: { name: 'p' } })
    await call(server, 'POST', `${pods}/p/exec?command=ls`)
    expect(lines(hooks.questions)).toEqual([
      'UPDATE replicasets/scale Scale default/r',
      'CREATE pods/binding Binding default/p',
      'CREATE serviceaccounts/token TokenRequest default/s',
      'CREATE pods/eviction Eviction default/p',
      'CONNECT pods/exec PodExecOptions default/p',
    ])
    const asked = hooks.questions.map(({ review }) => review.request)
    expect(asked[0]).toMatchObject({
      object: { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 2 } },
      oldObject: { kind: 'Scale', spec: { replicas: 1 } },
      subResource: 'scale',
      requestSubResource: 'scale',
    })
    expect(asked[1].object).toMatchObject({ kind: 'Binding', target: { name: 'n' } })
    expect(asked[3].object).toMatchObject({ kind: 'Eviction', apiVersion: 'policy/v1' })
    expect(asked[4]).toMatchObject({ oldObject: null, options: null, object: { command: ['ls'] } })
  })

  it('a scale is patched as a Scale', async () => {
    const { server, hooks } = await scene({ '/m': patching({ op: 'replace', path: '/spec/replicas', value: 5 }) })
    await post(server, '/apis/apps/v1/namespaces/default/replicasets', {
      metadata: { name: 'r' },
      spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod.spec } },
    })
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['replicasets/scale'] }]
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m'), rules }))
    const scale = '/apis/apps/v1/namespaces/default/replicasets/r/scale'
    const { json } = await call(server, 'PATCH', scale, { body: { spec: { replicas: 2 } }, headers: patchType })
    expect(json.spec).toEqual({ replicas: 5 })
    expect((await call(server, 'GET', '/apis/apps/v1/namespaces/default/replicasets/r')).json.spec.replicas).toBe(5)
  })

  it('what is sent below an object is read strictly where a webhook has changed it', async () => {
    const { server, hooks } = await scene({
      '/m': ({ review: { request: asked } }) => ({
        allowed: true,
        ...patched(
          ...(asked.subResource === 'binding'
            ? [
                { op: 'add', path: '/unknown', value: 1 },
                { op: 'replace', path: '/target/name', value: 'other' },
              ]
            : asked.subResource === 'eviction'
              ? [{ op: 'add', path: '/deleteOptions', value: 'at once' }]
              : [{ op: 'add', path: '/stdin', value: true }]),
        ),
      }),
      '/v': allow,
    })
    await post(server, pods, pod)
    const about = (path: string): Json => ({
      clientConfig: hooks.client(path),
      rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['pods/*'] }],
    })
    await mutate(server, 'one', webhook('m', about('/m')))
    await validate(server, 'two', webhook('v', about('/v')))
    const bound = await post(server, `${pods}/p/binding`, {
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n' },
    })
    expect(bound.status).toBe(201)
    expect((await call(server, 'GET', `${pods}/p`)).json.spec.nodeName).toBe('other')
    expect(hooks.asked('/v')[0]!.review.request.object).not.toHaveProperty('unknown')
    const evicted = await post(server, `${pods}/p/eviction`, { metadata: { name: 'p' } })
    expect([evicted.status, evicted.json.reason]).toEqual([500, 'InternalError'])
    await call(server, 'POST', `${pods}/p/exec?command=ls`)
    expect(hooks.asked('/v')[1]!.review.request.object).toMatchObject({ command: ['ls'], stdin: true })
  })

  it('a collection is asked about item by item, and one refusal ends it', async () => {
    const { server, hooks, create } = await scene({
      '/v': ({ review }) => ({ allowed: review.request.oldObject.metadata.name !== 'b' }),
    })
    for (const name of ['a', 'b', 'c']) await create(name)
    const rules = [{ operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v'), rules }))
    const { status } = await call(server, 'DELETE', configMaps)
    expect(status).toBe(400)
    for (const { review } of hooks.questions) {
      expect(review.request).toMatchObject({
        operation: 'DELETE',
        object: null,
        oldObject: { metadata: { name: expect.stringMatching(/^[ab]$/) } },
        options: { kind: 'DeleteOptions' },
      })
      expect(review.request).not.toHaveProperty('name')
    }
    expect((await call(server, 'GET', `${configMaps}/b`)).status).toBe(200)
  })

  it('an apply is asked about with all it would store, and patched fields get no other owner', async () => {
    const { server, hooks } = await scene({
      '/m': ({ review }) => ({
        allowed: true,
        ...(review.request.object.data?.added ? {} : patched({ op: 'add', path: '/data/added', value: 'x' })),
      }),
    })
    await mutate(server, 'one', webhook('m', { clientConfig: hooks.client('/m') }))
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const { status, json } = await call(server, 'PATCH', `${configMaps}/a?fieldManager=me`, { body, headers })
    expect([status, json.data]).toEqual([201, { k: 'v', added: 'x' }])
    expect(hooks.questions[0]!.review.request).toMatchObject({ operation: 'CREATE', options: { fieldManager: 'me' } })
  })
})
