import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

const core = '/api/v1/namespaces/default'
const webhooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
const post = (target: string, body: object): Promise<Answer> => call(server, 'POST', target, { body })
const put = (target: string, body: object): Promise<Answer> => call(server, 'PUT', target, { body })
const mergePatch = (target: string, body: object): Promise<Answer> =>
  call(server, 'PATCH', target, { body, headers: { 'content-type': 'application/merge-patch+json' } })
const warningsOf = ({ headers }: Answer): readonly string[] => [headers['warning'] ?? []].flat()

const webhook = {
  name: 'a.example.dev',
  clientConfig: { service: { name: 's', namespace: 'n' } },
  rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}

describe('webhook configurations', () => {
  it('are stored with what they left out', async () => {
    const { status, json } = await post(webhooks, { metadata: { name: 'a' }, webhooks: [webhook] })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      metadata: { generation: 1 },
      webhooks: [{ failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10, rules: [{ scope: '*' }] }],
    })
  })

  it('are rejected with match conditions that do not compile', async () => {
    const matchConditions = [{ name: 'a', expression: 'x' }]
    const { status, json } = await post(webhooks, {
      metadata: { name: 'a' },
      webhooks: [{ ...webhook, matchConditions }],
    })
    expect(status).toBe(422)
    expect(json.message).toBe(
      'ValidatingWebhookConfiguration.admissionregistration.k8s.io "a" is invalid: webhooks[0].matchConditions[0].expression: Invalid value: "x": compilation failed: ERROR: <input>:1:1: undeclared reference to \'x\' (in container \'\')\n | x\n | ^',
    )
    expect(json.details.causes).toMatchObject([
      { reason: 'FieldValueInvalid', field: 'webhooks[0].matchConditions[0].expression' },
    ])
  })

  it('are refused when no version of reviews is known', async () => {
    await post(webhooks, { metadata: { name: 'a' }, webhooks: [webhook] })
    const versions = { admissionReviewVersions: ['v7'] }
    const { status, json } = await mergePatch(`${webhooks}/a`, { webhooks: [{ ...webhook, ...versions }] })
    expect(status).toBe(422)
    expect(json.message).toContain('must include at least one of v1, v1beta1')
  })
})

describe('limit ranges and quotas', () => {
  it('a limit range without a name gets one', async () => {
    const { status, json } = await post(`${core}/limitranges`, {
      spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] },
    })
    expect(status).toBe(201)
    expect(json.metadata.name).toMatch(/^[0-9a-f-]{36}$/)
    expect((await call(server, 'GET', `${core}/limitranges/${json.metadata.name}`)).status).toBe(200)
  })

  it('a limit range is refused where its least is more than its most', async () => {
    const limits = [{ type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } }]
    const { status, json } = await post(`${core}/limitranges`, { metadata: { name: 'a' }, spec: { limits } })
    expect(status).toBe(422)
    expect(json.message).toBe(
      'LimitRange "a" is invalid: spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    )
  })

  it('a quota is made without a status, warned of, and counted through /status', async () => {
    const hard = { pods: '2', 'requests.cpu': '2', 'limits.cpu': '1' }
    const answer = await post(`${core}/resourcequotas`, {
      metadata: { name: 'a' },
      spec: { hard },
      status: { used: { pods: '9' } },
    })
    expect(answer.status).toBe(201)
    expect(answer.json.status).toEqual({})
    expect(warningsOf(answer)).toEqual(['299 - "ResourceQuota requests.cpu (2) should be less than limits.cpu (1)"'])
    const used = { ...answer.json, spec: {}, status: { hard, used: { pods: '1' } } }
    const { status, json } = await put(`${core}/resourcequotas/a/status`, used)
    expect(status).toBe(200)
    expect(json).toMatchObject({ spec: { hard }, status: { used: { pods: '1' } } })
    const table = await call(server, 'GET', `${core}/resourcequotas`, {
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
    })
    expect(table.json.rows[0].cells.slice(0, 3)).toEqual(['a', 'pods: 1/2, requests.cpu: 0/2', 'limits.cpu: 0/1'])
  })

  it('the scopes of a quota stay', async () => {
    await post(`${core}/resourcequotas`, { metadata: { name: 'a' }, spec: { scopes: ['BestEffort'] } })
    const { status, json } = await mergePatch(`${core}/resourcequotas/a`, { spec: { scopes: [] } })
    expect(status).toBe(422)
    expect(json.details.causes[0]).toMatchObject({ field: 'spec.scopes', reason: 'FieldValueInvalid' })
  })
})

describe('classes', () => {
  it('a priority class keeps its value', async () => {
    const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
    expect((await post(classes, { metadata: { name: 'a' }, value: 1 })).json.preemptionPolicy).toBe(
      'PreemptLowerPriority',
    )
    const { status, json } = await mergePatch(`${classes}/a`, { value: 2 })
    expect(status).toBe(422)
    expect(json.message).toBe(
      'PriorityClass.scheduling.k8s.io "a" is invalid: value: Forbidden: may not be changed in an update.',
    )
    expect((await post(classes, { metadata: { name: 'system-x' } })).status).toBe(422)
  })

  it('a runtime class is made by PUT, and keeps its handler', async () => {
    const target = '/apis/node.k8s.io/v1/runtimeclasses/a'
    const made = await put(target, { metadata: { name: 'a' }, handler: 'h' })
    expect(made.status).toBe(201)
    const { status, json } = await put(target, { ...made.json, handler: 'i' })
    expect(status).toBe(422)
    expect(json.message).toContain('handler: Invalid value: "i": field is immutable')
  })

  it('a storage class is answered with its defaults, and warned of old labels', async () => {
    const allowedTopologies = [
      { matchLabelExpressions: [{ key: 'failure-domain.beta.kubernetes.io/zone', values: ['a'] }] },
    ]
    const answer = await post('/apis/storage.k8s.io/v1/storageclasses', {
      metadata: { name: 'a' },
      provisioner: 'p',
      allowedTopologies,
    })
    expect(answer.json).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' })
    expect(warningsOf(answer)).toEqual([
      '299 - "allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use \\"topology.kubernetes.io/zone\\" instead"',
    ])
  })

  it('an ingress class needs a controller, and fills in the scope of its parameters', async () => {
    const classes = '/apis/networking.k8s.io/v1/ingressclasses'
    expect((await post(classes, { metadata: { name: 'a' } })).json.message).toBe(
      'IngressClass.networking.k8s.io "a" is invalid: spec.controller: Required value',
    )
    const spec = { controller: 'a.example/b', parameters: { kind: 'K', name: 'n' } }
    expect((await post(classes, { metadata: { name: 'a' }, spec })).json.spec.parameters.scope).toBe('Cluster')
  })
})

describe('ingresses', () => {
  const ingresses = '/apis/networking.k8s.io/v1/namespaces/default/ingresses'

  it('are refused with every field that is wrong', async () => {
    const spec = { rules: [{ host: '1.2.3.4', http: { paths: [{ path: 'a', pathType: 'Exact', backend: {} }] } }] }
    const { status, json } = await post(ingresses, { metadata: { name: 'a' }, spec })
    expect(status).toBe(422)
    expect(json.details.causes.map(({ field }: { field: string }) => field)).toEqual([
      'spec.rules[0].host',
      'spec.rules[0].http.paths[0].path',
      'spec.rules[0].http.paths[0].backend',
    ])
  })

  it('are warned of a class in an annotation', async () => {
    const answer = await post(ingresses, {
      metadata: { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'x' } },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    })
    expect(answer.status).toBe(201)
    expect(warningsOf(answer)).toEqual([
      '299 - "annotation \\"kubernetes.io/ingress.class\\" is deprecated, please use \'spec.ingressClassName\' instead"',
    ])
  })
})

describe('volumes and claims', () => {
  const volumes = '/api/v1/persistentvolumes'
  const claims = `${core}/persistentvolumeclaims`
  const claim = (storage: string): object => ({
    metadata: { name: 'a' },
    spec: { storageClassName: 'c', accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  })

  it('a volume keeps its source', async () => {
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } }
    const made = await post(volumes, { metadata: { name: 'a' }, spec })
    expect(made.json).toMatchObject({ spec: { persistentVolumeReclaimPolicy: 'Retain' }, status: { phase: 'Pending' } })
    const { status, json } = await mergePatch(`${volumes}/a`, { spec: { hostPath: { path: '/b' } } })
    expect(status).toBe(422)
    expect(json.details.causes[0]).toMatchObject({
      field: 'spec.persistentvolumesource',
      reason: 'FieldValueForbidden',
    })
  })

  it('a claim is bound through /status, and grows then', async () => {
    const expandable = { metadata: { name: 'c' }, provisioner: 'p', allowVolumeExpansion: true }
    await post('/apis/storage.k8s.io/v1/storageclasses', expandable)
    expect((await post(claims, claim('1Gi'))).json.status).toEqual({ phase: 'Pending' })
    const grow = { spec: { resources: { requests: { storage: '2Gi' } } } }
    const status = { phase: 'Bound', capacity: { storage: '1Gi' } }
    expect((await mergePatch(`${claims}/a/status`, { status })).json.status).toEqual(status)
    expect((await mergePatch(`${claims}/a`, grow)).json).toMatchObject(grow)
    const shrunk = await mergePatch(`${claims}/a`, { spec: { resources: { requests: { storage: '1Gi' } } } })
    expect(shrunk.json.message).toContain(
      'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
    )
  })
})

it.each([
  [
    '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    { podSelector: {}, ingress: [{ from: [{}] }] },
    'spec.ingress[0].from[0]',
  ],
  ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', { minAvailable: -1 }, 'spec.minAvailable'],
])('%s refuses what is wrong', async (target, spec, field) => {
  const { status, json } = await post(target, { metadata: { name: 'a' }, spec })
  expect(status).toBe(422)
  expect(json.details.causes[0].field).toBe(field)
})
