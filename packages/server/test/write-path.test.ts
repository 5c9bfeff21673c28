import { forbidden } from '@pinnace/meta'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call } from './support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

const configMap = (name: string, data: Record<string, string> = {}): object => ({ metadata: { name }, data })
const deployment = (name: string): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
})

describe('create', () => {
  it('stores an object and answers it with what the server fills in', async () => {
    const { status, json } = await call(server, 'POST', configMaps, { body: configMap('a', { k: 'v' }) })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace: 'default' },
      data: { k: 'v' },
    })
    expect(json.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(json.metadata.resourceVersion).toMatch(/^\d+$/)
    expect(json.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect((await call(server, 'GET', `${configMaps}/a`)).json).toEqual(json)
  })

  it('refuses a name that is taken with 409 AlreadyExists', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const { status, json } = await call(server, 'POST', configMaps, { body: configMap('a') })
    expect(status).toBe(409)
    expect(json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "a" already exists',
      reason: 'AlreadyExists',
      details: { name: 'a', kind: 'configmaps' },
      code: 409,
    })
  })

  it('makes a name from generateName', async () => {
    const { json } = await call(server, 'POST', configMaps, { body: { metadata: { generateName: 'job-' } } })
    expect(json.metadata.name).toMatch(/^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    expect(json.metadata.generateName).toBe('job-')
  })

  it('ignores uid, creationTimestamp and deletionTimestamp of the client, and refuses a resourceVersion', async () => {
    const metadata = {
      name: 'a',
      uid: 'mine',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
    }
    const { json } = await call(server, 'POST', configMaps, { body: { metadata } })
    expect(json.metadata.uid).not.toBe('mine')
    expect(json.metadata.creationTimestamp).not.toBe('2001-01-01T00:00:00Z')
    expect(json.metadata.deletionTimestamp).toBeUndefined()
    const refused = await call(server, 'POST', configMaps, { body: { metadata: { name: 'b', resourceVersion: '1' } } })
    expect([refused.status, refused.json.message]).toEqual([
      500,
      'resourceVersion should not be set on objects to be created',
    ])
  })

  it('refuses a namespace other than the URL’s, a namespace that does not exist, and a missing name', async () => {
    const other = await call(server, 'POST', configMaps, {
      body: { metadata: { name: 'a', namespace: 'kube-system' } },
    })
    expect([other.status, other.json.message]).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ])
    const nowhere = await call(server, 'POST', '/api/v1/namespaces/nowhere/configmaps', { body: configMap('a') })
    expect([nowhere.status, nowhere.json.message]).toEqual([404, 'namespaces "nowhere" not found'])
    const nameless = await call(server, 'POST', configMaps, { body: { metadata: {} } })
    expect([nameless.status, nameless.json.message]).toEqual([
      422,
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ])
  })

  it('answers a dry run as the real thing and stores nothing', async () => {
    const { status, json } = await call(server, 'POST', `${configMaps}?dryRun=All`, {
      body: configMap('a', { k: 'v' }),
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect((await call(server, 'GET', `${configMaps}/a`)).status).toBe(404)
    const refused = await call(server, 'POST', `${configMaps}?dryRun=Some`, { body: configMap('a') })
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    ])
  })
})

describe('bodies', () => {
  it.each([
    [
      '[]',
      400,
      /^the object provided is unrecognized \(must be of type ConfigMap\): couldn't get version\/kind; json parse error: json: cannot unmarshal array into Go value of type struct/,
    ],
    [
      '{',
      400,
      /^the object provided is unrecognized \(must be of type ConfigMap\): couldn't get version\/kind; json parse error: unexpected end of JSON input \(\{\)$/,
    ],
    ['', 400, /json parse error: unexpected end of JSON input \(<empty>\)$/],
    ['{"kind":"Pod","metadata":{"name":"a"}}', 400, /^Pod in version "v1" cannot be handled as a ConfigMap: /],
    [
      '{"apiVersion":"v2","metadata":{"name":"a"}}',
      400,
      /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme /,
    ],
    [
      '{"metadata":{"name":"a"},"data":{"k":1}}',
      400,
      /^ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string$/,
    ],
  ])('refuses %s with %d', async (body, code, message) => {
    const { status, json } = await call(server, 'POST', configMaps, { body })
    expect(status).toBe(code)
    expect(json.reason).toBe('BadRequest')
    expect(json.message).toMatch(message)
  })

  it('reads YAML', async () => {
    const headers = { 'content-type': 'application/yaml' }
    const { status, json } = await call(server, 'POST', configMaps, {
      body: 'metadata:\n  name: a\ndata:\n  k: v\n',
      headers,
    })
    expect([status, json.data]).toEqual([201, { k: 'v' }])
    expect((await call(server, 'POST', configMaps, { body: '{metadata: {name: b}}', headers })).status).toBe(201)
  })

  it('refuses another media type with 415 and encoded bodies with 400', async () => {
    const { status, json } = await call(server, 'POST', configMaps, {
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    })
    expect([status, json.reason]).toEqual([415, 'UnsupportedMediaType'])
    const encoded = await call(server, 'POST', configMaps, { body: 'x', headers: { 'content-encoding': 'gzip' } })
    expect(encoded.status).toBe(400)
  })

  it('merges maps and structs of repeated fields', async () => {
    const body =
      '{"metadata":{"name":"a","labels":{"x":"1"}},"data":{"a":"b"},"metadata":{"labels":{"y":"2"}},"data":{"c":"d"}}'
    for (const validation of ['Warn', 'Ignore']) {
      const { json } = await call(server, 'POST', `${configMaps}?dryRun=All&fieldValidation=${validation}`, { body })
      expect([json.metadata.name, json.metadata.labels, json.data]).toEqual([
        'a',
        { x: '1', y: '2' },
        { a: 'b', c: 'd' },
      ])
    }
  })

  it('warns of an object that admission rejects afterwards', async () => {
    const refusing = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      admission: [
        {
          name: 'No',
          handles: () => true,
          validate: async ({ object }) => {
            if (object?.metadata.name === 'p') throw forbidden({ group: '', resource: 'pods' }, 'p', 'no')
          },
        },
      ],
    })
    const spec = {
      containers: [{ name: 'c', image: 'i' }],
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }],
    }
    const { status, headers } = await call(refusing, 'POST', '/api/v1/namespaces/default/pods', {
      body: { metadata: { name: 'p' }, spec },
    })
    expect([status, headers['warning']]).toEqual([
      403,
      ['299 - "spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod"'],
    ])
  })

  it('warns of unknown and repeated fields, or rejects or ignores them by the field validation', async () => {
    const body = '{"metadata":{"name":"a","name":"a"},"data":{},"extra":1}'
    const warned = await call(server, 'POST', configMaps, { body })
    expect(warned.status).toBe(201)
    expect(warned.headers['warning']).toEqual([
      '299 - "duplicate field \\"metadata.name\\""',
      '299 - "unknown field \\"extra\\""',
    ])
    expect(warned.json.extra).toBeUndefined()
    const strict = await call(server, 'POST', `${configMaps}?fieldValidation=Strict`, { body })
    expect([strict.status, strict.json.message]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "metadata.name", unknown field "extra"',
    ])
    const ignored = await call(server, 'PUT', `${configMaps}/a?fieldValidation=Ignore`, { body })
    expect([ignored.status, ignored.headers['warning']]).toEqual([200, undefined])
    const bad = await call(server, 'POST', `${configMaps}?fieldValidation=Sometimes`, { body })
    expect(bad.json.message).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Sometimes": supported values: "", "Ignore", "Strict", "Warn"',
    )
  })
})

describe('update', () => {
  it('replaces an object and moves its version', async () => {
    const made = await call(server, 'POST', configMaps, { body: configMap('a', { k: 'v' }) })
    const { status, json } = await call(server, 'PUT', `${configMaps}/a`, { body: configMap('a', { k: 'w' }) })
    expect([status, json.data]).toEqual([200, { k: 'w' }])
    expect(json.metadata.uid).toBe(made.json.metadata.uid)
    expect(Number(json.metadata.resourceVersion)).toBeGreaterThan(Number(made.json.metadata.resourceVersion))
  })

  it('refuses an update whose resourceVersion is stale', async () => {
    const made = await call(server, 'POST', configMaps, { body: configMap('a') })
    await call(server, 'PUT', `${configMaps}/a`, { body: configMap('a', { k: 'v' }) })
    const { status, json } = await call(server, 'PUT', `${configMaps}/a`, { body: made.json })
    expect([status, json.reason, json.message]).toEqual([
      409,
      'Conflict',
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    ])
  })

  it('keeps the version of an object that an update does not change', async () => {
    const made = await call(server, 'POST', configMaps, { body: configMap('a', { k: 'v' }) })
    const { json } = await call(server, 'PUT', `${configMaps}/a`, { body: made.json })
    expect(json.metadata.resourceVersion).toBe(made.json.metadata.resourceVersion)
  })

  it('refuses another uid, another name and a missing name', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const uid = await call(server, 'PUT', `${configMaps}/a`, { body: { metadata: { name: 'a', uid: 'x' } } })
    expect(uid.status).toBe(409)
    expect(uid.json.message).toMatch(
      /^Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: \/registry\/configmaps\/default\/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: /,
    )
    const name = await call(server, 'PUT', `${configMaps}/a`, { body: configMap('b') })
    expect([name.status, name.json.message]).toEqual([
      400,
      'the name of the object (b) does not match the name on the URL (a)',
    ])
    const none = await call(server, 'PUT', `${configMaps}/a`, { body: {} })
    expect(none.json.message).toBe('the name of the object (a based on URL) was undeterminable: name must be provided')
  })

  it('creates where the kind allows it and answers 404 where it does not', async () => {
    const made = await call(server, 'PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/l', {
      body: { metadata: { name: 'l' } },
    })
    expect(made.status).toBe(201)
    const refused = await call(server, 'PUT', `${configMaps}/none`, { body: configMap('none') })
    expect([refused.status, refused.json.message]).toEqual([404, 'configmaps "none" not found'])
  })

  it('counts changes of the spec in the generation and keeps the status', async () => {
    const made = await call(server, 'POST', deployments, { body: { ...deployment('d'), status: { replicas: 9 } } })
    expect(made.json.metadata.generation).toBe(1)
    expect(made.json.status).toEqual({})
    const labelled = await call(server, 'PATCH', `${deployments}/d`, {
      body: { metadata: { labels: { x: 'y' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(labelled.json.metadata.generation).toBe(1)
    const scaled = await call(server, 'PATCH', `${deployments}/d`, {
      body: { spec: { replicas: 3 }, status: { replicas: 3 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect([scaled.json.metadata.generation, scaled.json.status]).toEqual([2, {}])
  })

  it('answers several mistakes with a cause each', async () => {
    const { status, json } = await call(server, 'POST', deployments, {
      body: { metadata: { name: 'D' }, spec: { replicas: -1 } },
    })
    expect(status).toBe(422)
    expect(json.reason).toBe('Invalid')
    expect(json.details).toMatchObject({ name: 'D', group: 'apps', kind: 'Deployment' })
    expect(json.details.causes.map((cause: { field: string }) => cause.field)).toEqual(
      expect.arrayContaining(['metadata.name', 'spec.replicas', 'spec.selector']),
    )
    expect(json.message).toMatch(/^Deployment.apps "D" is invalid: \[metadata.name: Invalid value: "D": /)
  })
})

describe('patch', () => {
  const patch = (type: string, body: unknown, target = `${configMaps}/a`): ReturnType<typeof call> =>
    call(server, 'PATCH', target, { body, headers: { 'content-type': `application/${type}` } })

  beforeEach(async () => {
    await call(server, 'POST', configMaps, { body: configMap('a', { k: 'v', l: 'w' }) })
  })

  it('takes JSON, merge and strategic merge patches', async () => {
    expect((await patch('json-patch+json', [{ op: 'replace', path: '/data/k', value: 'x' }])).json.data).toEqual({
      k: 'x',
      l: 'w',
    })
    expect((await patch('merge-patch+json', { data: { l: null } })).json.data).toEqual({ k: 'x' })
    expect((await patch('strategic-merge-patch+json', { data: { m: 'n' } })).json.data).toEqual({ k: 'x', m: 'n' })
  })

  it('merges list items by their key', async () => {
    await call(server, 'POST', deployments, { body: deployment('d') })
    const body = { spec: { template: { spec: { containers: [{ name: 'side', image: 'j' }] } } } }
    const { json } = await patch('strategic-merge-patch+json', body, `${deployments}/d`)
    expect(json.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['side', 'c'])
  })

  it('refuses a patch of another name, of another kind, of nothing and of an unknown type', async () => {
    expect((await patch('merge-patch+json', { metadata: { name: 'b' } })).json.message).toBe(
      'the name of the object (b) does not match the name on the URL (a)',
    )
    expect((await patch('merge-patch+json', { kind: 'Secret' })).status).toBe(422)
    expect((await patch('merge-patch+json', {}, `${configMaps}/none`)).json.message).toBe('configmaps "none" not found')
    const type = await patch('json', {})
    expect([type.status, type.json.message]).toEqual([415, '415: Unsupported Media Type'])
  })

  it('keeps the version of an object that a patch does not change', async () => {
    const before = await call(server, 'GET', `${configMaps}/a`)
    const after = await patch('merge-patch+json', { data: { k: 'v' } })
    expect(after.json.metadata.resourceVersion).toBe(before.json.metadata.resourceVersion)
  })

  it('refuses a stale resourceVersion in the patch and force without apply', async () => {
    expect((await patch('merge-patch+json', { metadata: { resourceVersion: '1' }, data: { z: 'z' } })).status).toBe(409)
    const forced = await patch('merge-patch+json', {}, `${configMaps}/a?force=true`)
    expect(forced.json.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    )
  })

  it('of many concurrent patches loses none', async () => {
    await Promise.all(
      Array.from({ length: 7 }, (_, index) => patch('merge-patch+json', { data: { [`n${index}`]: 'y' } })),
    )
    expect(Object.keys((await call(server, 'GET', `${configMaps}/a`)).json.data)).toHaveLength(9)
  })
})

describe('delete', () => {
  it('answers a Status for most kinds and the object for some', async () => {
    const made = await call(server, 'POST', configMaps, { body: configMap('a') })
    const gone = await call(server, 'DELETE', `${configMaps}/a`)
    expect(gone.json).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: made.json.metadata.uid },
    })
    await call(server, 'POST', '/api/v1/namespaces/default/serviceaccounts', { body: { metadata: { name: 's' } } })
    expect((await call(server, 'DELETE', '/api/v1/namespaces/default/serviceaccounts/s')).json.kind).toBe(
      'ServiceAccount',
    )
    expect((await call(server, 'DELETE', `${configMaps}/a`)).status).toBe(404)
  })

  it('keeps an object with finalizers until the last one is removed', async () => {
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'a', finalizers: ['example.dev/one'] } } })
    const marked = await call(server, 'DELETE', `${configMaps}/a`)
    expect(marked.json).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'a', deletionGracePeriodSeconds: 0 } })
    expect(marked.json.metadata.deletionTimestamp).toBeDefined()
    const added = await call(server, 'PATCH', `${configMaps}/a`, {
      body: { metadata: { finalizers: ['example.dev/two'] } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(added.status).toBe(422)
    const freed = await call(server, 'PATCH', `${configMaps}/a`, {
      body: { metadata: { finalizers: [] } },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(freed.status).toBe(200)
    expect((await call(server, 'GET', `${configMaps}/a`)).status).toBe(404)
  })

  it('adds the finalizer of the propagation policy and answers 202 for its old spelling only', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const { status, json } = await call(server, 'DELETE', `${configMaps}/a?propagationPolicy=Foreground`)
    expect([status, json.metadata.finalizers]).toEqual([200, ['foregroundDeletion']])
    await call(server, 'POST', configMaps, { body: configMap('b') })
    const orphaned = await call(server, 'DELETE', `${configMaps}/b`, {
      body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' },
    })
    expect(orphaned.json.metadata.finalizers).toEqual(['orphan'])
  })

  it('honours preconditions', async () => {
    const made = await call(server, 'POST', configMaps, { body: configMap('a') })
    const wrong = await call(server, 'DELETE', `${configMaps}/a`, { body: { preconditions: { uid: 'x' } } })
    expect([wrong.status, wrong.json.reason]).toEqual([409, 'Conflict'])
    const stale = await call(server, 'DELETE', `${configMaps}/a`, { body: { preconditions: { resourceVersion: '1' } } })
    expect(stale.status).toBe(409)
    const right = await call(server, 'DELETE', `${configMaps}/a`, {
      body: { preconditions: { uid: made.json.metadata.uid } },
    })
    expect(right.status).toBe(200)
  })

  it('gives a scheduled pod its grace and takes an unscheduled one at once', async () => {
    const pods = '/api/v1/namespaces/default/pods'
    const pod = (name: string, nodeName?: string): object => ({
      metadata: { name },
      spec: { containers: [{ name: 'c', image: 'i' }], ...(nodeName === undefined ? {} : { nodeName }) },
    })
    await call(server, 'POST', pods, { body: pod('p') })
    await call(server, 'DELETE', `${pods}/p`)
    expect((await call(server, 'GET', `${pods}/p`)).status).toBe(404)
    await call(server, 'POST', pods, { body: pod('q', 'node-1') })
    const marked = await call(server, 'DELETE', `${pods}/q`)
    expect(marked.json.metadata.deletionGracePeriodSeconds).toBe(30)
    expect((await call(server, 'DELETE', `${pods}/q?gracePeriodSeconds=0`)).status).toBe(200)
    expect((await call(server, 'GET', `${pods}/q`)).status).toBe(404)
  })

  it('stores nothing of a dry run', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    expect((await call(server, 'DELETE', `${configMaps}/a?dryRun=All`)).status).toBe(200)
    expect((await call(server, 'GET', `${configMaps}/a`)).status).toBe(200)
  })

  it('refuses options that cannot be', async () => {
    await call(server, 'POST', configMaps, { body: configMap('a') })
    const policy = await call(server, 'DELETE', `${configMaps}/a?propagationPolicy=Sideways`)
    expect(policy.json.message).toBe(
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Sideways": supported values: "Foreground", "Background", "Orphan", "nil"',
    )
    expect((await call(server, 'DELETE', `${configMaps}/a`, { body: { dryRun: ['x'] } })).status).toBe(422)
    expect((await call(server, 'DELETE', `${configMaps}/a`, { body: { kind: 'Pod' } })).status).toBe(400)
  })

  it('deletes a collection by selector', async () => {
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'a', labels: { x: '1' } } } })
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'b', labels: { x: '2' } } } })
    const { status, json } = await call(server, 'DELETE', `${configMaps}?labelSelector=x%3D1`)
    expect([status, json.kind, json.items.length]).toEqual([200, 'ConfigMapList', 1])
    expect(
      (await call(server, 'GET', configMaps)).json.items.map(
        (item: { metadata: { name: string } }) => item.metadata.name,
      ),
    ).toEqual(['b'])
  })

  it('marks a namespace Terminating, refuses new objects in it, and removes it once finalized', async () => {
    await call(server, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } })
    const marked = await call(server, 'DELETE', '/api/v1/namespaces/n')
    expect(marked.json.status.phase).toBe('Terminating')
    const refused = await call(server, 'POST', '/api/v1/namespaces/n/configmaps', { body: configMap('a') })
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'configmaps "a" is forbidden: unable to create new content in namespace n because it is being terminated',
    ])
    const { json } = await call(server, 'GET', '/api/v1/namespaces/n')
    const finalized = await call(server, 'PUT', '/api/v1/namespaces/n/finalize', {
      body: { ...json, spec: { finalizers: [] } },
    })
    expect(finalized.status).toBe(200)
    expect((await call(server, 'GET', '/api/v1/namespaces/n')).status).toBe(404)
    const immortal = await call(server, 'DELETE', '/api/v1/namespaces/default')
    expect([immortal.status, immortal.json.message]).toEqual([
      403,
      'namespaces "default" is forbidden: this namespace may not be deleted',
    ])
  })
})
