// Built-in kinds through their older version, over the whole line.
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'
import { someRequest } from '../support/certificate-request.ts'

let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', runtimeConfig: 'api/beta' })
})

const merge = { 'content-type': 'application/merge-patch+json' }

async function versionsOf(group: string): Promise<readonly string[]> {
  const { json } = await call(server, 'GET', `/apis/${group}`)
  return [json.preferredVersion.version, ...json.versions.map(({ version }: { readonly version: string }) => version)]
}

describe('discovery', () => {
  it.each([
    ['admissionregistration.k8s.io', ['v1', 'v1', 'v1beta1']],
    ['authentication.k8s.io', ['v1', 'v1', 'v1beta1']],
    ['autoscaling', ['v2', 'v2', 'v1']],
    ['certificates.k8s.io', ['v1', 'v1', 'v1beta1']],
  ])('lists the versions of %s, the preferred one first', async (group, wanted) => {
    expect(await versionsOf(group)).toEqual(wanted)
  })

  it('lists for older versions of a group only the resources they have', async () => {
    const { json } = await call(server, 'GET', '/apis/admissionregistration.k8s.io/v1beta1')
    expect(json.resources.map(({ name }: { readonly name: string }) => name)).toEqual([
      'mutatingadmissionpolicies',
      'mutatingadmissionpolicybindings',
      'mutatingwebhookconfigurations',
      'validatingwebhookconfigurations',
    ])
    const requests = await call(server, 'GET', '/apis/certificates.k8s.io/v1beta1')
    expect(requests.json.resources.map(({ name }: { readonly name: string }) => name)).toEqual([
      'certificatesigningrequests',
      'certificatesigningrequests/approval',
      'certificatesigningrequests/status',
    ])
  })

  it('says the same of both versions about what is stored', async () => {
    const hashes = await Promise.all(
      ['v1', 'v1beta1'].map(async (version) => {
        const { json } = await call(server, 'GET', `/apis/certificates.k8s.io/${version}`)
        return json.resources[0].storageVersionHash
      }),
    )
    expect(hashes[0]).toBe(hashes[1])
  })

  it('has OpenAPI documents for both', async () => {
    const { json } = await call(server, 'GET', '/openapi/v3')
    for (const group of ['admissionregistration.k8s.io', 'certificates.k8s.io', 'authentication.k8s.io']) {
      expect(Object.keys(json.paths)).toContain(`apis/${group}/v1beta1`)
    }
    const document = await call(server, 'GET', '/openapi/v3/apis/certificates.k8s.io/v1beta1')
    expect(Object.keys(document.json.components.schemas)).toContain(
      'io.k8s.api.certificates.v1beta1.CertificateSigningRequest',
    )
  })
})

describe('webhook configurations', () => {
  const path = (version: string, kind = 'mutating'): string =>
    `/apis/admissionregistration.k8s.io/${version}/${kind}webhookconfigurations`
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
  const bare = { name: 'a.example.dev', clientConfig: { service: { name: 's', namespace: 'n' } }, rules: [rule] }

  it.each(['mutating', 'validating'])('%s: get the defaults of the version they were written in', async (kind) => {
    const made = await call(server, 'POST', path('v1beta1', kind), {
      body: { metadata: { name: 'a' }, webhooks: [bare] },
    })
    expect(made.status).toBe(201)
    const wanted = {
      matchPolicy: 'Exact',
      timeoutSeconds: 30,
      failurePolicy: 'Ignore',
      sideEffects: 'Unknown',
      admissionReviewVersions: ['v1beta1'],
    }
    expect(made.json).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1beta1', webhooks: [wanted] })
    const shown = await call(server, 'GET', `${path('v1', kind)}/a`)
    expect(shown.json).toMatchObject({ apiVersion: 'admissionregistration.k8s.io/v1', webhooks: [wanted] })
  })

  it('written loosely can still be changed in v1, and not made there', async () => {
    await call(server, 'POST', path('v1beta1'), { body: { metadata: { name: 'a' }, webhooks: [bare] } })
    const labelled = await call(server, 'PATCH', `${path('v1')}/a`, {
      body: { metadata: { labels: { a: 'b' } } },
      headers: merge,
    })
    expect(labelled.status).toBe(200)
    const { apiVersion: _, metadata: __, ...content } = labelled.json
    const again = await call(server, 'POST', path('v1'), { body: { ...content, metadata: { name: 'b' } } })
    expect([again.status, again.json.details.causes[0].field]).toEqual([422, 'webhooks[0].sideEffects'])
  })

  it('are watched in either', async () => {
    const watches = await Promise.all(
      ['v1', 'v1beta1'].map((version) => openWatch(server, `${path(version)}?watch=true`)),
    )
    await call(server, 'POST', path('v1beta1'), { body: { metadata: { name: 'a' }, webhooks: [bare] } })
    await Promise.all(watches.map((watch) => watch.until(1)))
    expect(watches.map(({ events }) => events[0].object.apiVersion)).toEqual([
      'admissionregistration.k8s.io/v1',
      'admissionregistration.k8s.io/v1beta1',
    ])
    for (const watch of watches) watch.leave()
  })
})

describe('certificate requests', () => {
  const path = (version: string): string => `/apis/certificates.k8s.io/${version}/certificatesigningrequests`

  it('made in v1beta1 need no signer, and are approved there or in v1', async () => {
    const body = { metadata: { name: 'a' }, spec: { request: someRequest } }
    const made = await call(server, 'POST', path('v1beta1'), { body })
    expect([made.status, made.json.spec.signerName]).toEqual([201, 'kubernetes.io/legacy-unknown'])
    expect((await call(server, 'POST', path('v1'), { body: { ...body, metadata: { name: 'b' } } })).status).toBe(422)
    const approval = { status: { conditions: [{ type: 'Approved', reason: 'Sure' }] } }
    const approved = await call(server, 'PATCH', `${path('v1beta1')}/a/approval`, { body: approval, headers: merge })
    expect(approved.json.status.conditions[0]).toMatchObject({ type: 'Approved', status: 'True' })
    expect((await call(server, 'GET', `${path('v1')}/a`)).json.status.conditions).toHaveLength(1)
  })

  it('are selected by their signer in either', async () => {
    await call(server, 'POST', path('v1beta1'), { body: { metadata: { name: 'a' }, spec: { request: someRequest } } })
    for (const version of ['v1', 'v1beta1']) {
      const { json } = await call(
        server,
        'GET',
        `${path(version)}?fieldSelector=spec.signerName=kubernetes.io/legacy-unknown`,
      )
      expect(json.items).toHaveLength(1)
    }
  })
})

describe('autoscalers', () => {
  const path = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
  const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }
  const pods = { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }
  const scaleUp = { policies: [{ type: 'Pods', value: 2, periodSeconds: 30 }] }

  it('keep behind v1 what only v2 has, whatever v1 writes', async () => {
    const spec = { scaleTargetRef, maxReplicas: 3, metrics: [pods], behavior: { scaleUp } }
    await call(server, 'POST', path('v2'), { body: { metadata: { name: 'a' }, spec } })
    const { json } = await call(server, 'GET', `${path('v1')}/a`)
    const changed = await call(server, 'PUT', `${path('v1')}/a`, {
      body: { ...json, spec: { ...json.spec, maxReplicas: 5 } },
    })
    expect(changed.status).toBe(200)
    expect((await call(server, 'GET', `${path('v2')}/a`)).json.spec).toMatchObject({
      maxReplicas: 5,
      metrics: [pods],
      behavior: { scaleUp: { ...scaleUp, selectPolicy: 'Max', stabilizationWindowSeconds: 0 } },
    })
  })

  it('are stored in v2 with the metric v1 has a field for', async () => {
    const spec = { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 50 }
    await call(server, 'POST', path('v1'), { body: { metadata: { name: 'a' }, spec } })
    const { json } = await call(server, 'GET', `${path('v2')}/a`)
    expect(json.spec.metrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
    ])
  })

  it('an update of nothing through v1 changes nothing', async () => {
    const spec = { scaleTargetRef, maxReplicas: 3, metrics: [pods], behavior: { scaleUp } }
    await call(server, 'POST', path('v2'), { body: { metadata: { name: 'a' }, spec } })
    const { json } = await call(server, 'GET', `${path('v1')}/a`)
    const same = await call(server, 'PUT', `${path('v1')}/a`, { body: json })
    expect(same.json.metadata.resourceVersion).toBe(json.metadata.resourceVersion)
  })
})

describe('events', () => {
  const core = '/api/v1/namespaces/default/events'
  const named = '/apis/events.k8s.io/v1/namespaces/default/events'
  const event = {
    metadata: { name: 'a', namespace: 'default' },
    eventTime: '2026-01-02T03:04:05.000000Z',
    type: 'Normal',
    reason: 'Started',
    action: 'Start',
    reportingController: 'example.dev/c',
    reportingInstance: 'c-1',
    regarding: { kind: 'Pod', namespace: 'default', name: 'p' },
    note: 'it runs',
  }

  it('of one group are those of the other, under other names', async () => {
    expect((await call(server, 'POST', named, { body: event })).status).toBe(201)
    const { json } = await call(server, 'GET', `${core}/a`)
    expect(json).toMatchObject({
      apiVersion: 'v1',
      involvedObject: { kind: 'Pod', name: 'p' },
      message: 'it runs',
      reportingComponent: 'example.dev/c',
      reportingInstance: 'c-1',
    })
    expect(json).not.toHaveProperty('regarding')
  })

  it('have empty texts of the reporter in the core group only', async () => {
    const old = {
      metadata: { name: 'old', namespace: 'default' },
      involvedObject: { kind: 'Pod', namespace: 'default' },
    }
    expect((await call(server, 'POST', core, { body: old })).status).toBe(201)
    const labeled = {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels: { a: 'b' } } },
    }
    for (let turn = 0; turn < 2; turn++) {
      expect((await call(server, 'GET', `${core}/old`)).json).toMatchObject({
        reportingComponent: '',
        reportingInstance: '',
      })
      const { json } = await call(server, 'GET', `${named}/old`)
      expect(json).not.toHaveProperty('reportingController')
      expect(json).not.toHaveProperty('reportingInstance')
      expect((await call(server, 'PATCH', `${named}/old`, labeled)).status).toBe(200)
    }
  })

  it('are selected by the names of the group that is asked', async () => {
    await call(server, 'POST', named, { body: event })
    const old = {
      metadata: { name: 'b', namespace: 'default' },
      involvedObject: { kind: 'Node', namespace: 'default', name: 'n' },
      type: 'Warning',
      source: { component: 'x' },
    }
    expect((await call(server, 'POST', core, { body: old })).status).toBe(201)
    const names = async (target: string): Promise<readonly string[]> =>
      (await call(server, 'GET', target)).json.items.map(
        ({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name,
      )
    expect(await names(`${core}?fieldSelector=involvedObject.kind=Pod`)).toEqual(['a'])
    expect(await names(`${named}?fieldSelector=regarding.kind=Pod`)).toEqual(['a'])
    expect(await names(`${named}?fieldSelector=regarding.kind=Node`)).toEqual(['b'])
    expect(await names(`${named}?fieldSelector=reportingController=example.dev/c`)).toEqual(['a'])
    expect(await names(`${named}?fieldSelector=type=Warning`)).toEqual(['b'])
  })

  it.each<[string, object, string]>([
    ['a type beyond the two', { type: 'Odd' }, 'type'],
    ['no action', { action: undefined }, 'action'],
    ['no reason', { reason: undefined }, 'reason'],
    ['no controller', { reportingController: undefined }, 'reportingController'],
    ['no instance', { reportingInstance: undefined }, 'reportingInstance'],
    ['no time', { eventTime: undefined }, 'eventTime'],
    ['a first time of old', { deprecatedFirstTimestamp: '2026-01-02T03:04:05Z' }, 'firstTimestamp'],
    ['a last time of old', { deprecatedLastTimestamp: '2026-01-02T03:04:05Z' }, 'lastTimestamp'],
    ['a count of old', { deprecatedCount: 2 }, 'count'],
    ['a component of old', { deprecatedSource: { component: 'x' } }, 'source'],
    ['a host of old', { deprecatedSource: { host: 'x' } }, 'source'],
    ['a series of one', { series: { count: 1, lastObservedTime: '2026-01-02T03:04:05.000000Z' } }, 'series.count'],
    ['a series without a time', { series: { count: 2 } }, 'series.lastObservedTime'],
  ])('of the newer group are refused with %s', async (_, change, field) => {
    const { status, json } = await call(server, 'POST', named, { body: { ...event, ...change } })
    expect(status).toBe(422)
    expect(json.details.causes.map((cause: { readonly field: string }) => cause.field)).toContain(field)
  })

  it('are watched in both groups', async () => {
    const watches = await Promise.all([core, named].map((target) => openWatch(server, `${target}?watch=true`)))
    await call(server, 'POST', named, { body: event })
    await Promise.all(watches.map((watch) => watch.until(1)))
    expect(watches[0]!.events[0].object.message).toBe('it runs')
    expect(watches[1]!.events[0].object.note).toBe('it runs')
    for (const watch of watches) watch.leave()
  })
})

describe('token reviews', () => {
  it.each(['v1', 'v1beta1'])('are answered in %s', async (version) => {
    const apiVersion = `authentication.k8s.io/${version}`
    const body = { apiVersion, kind: 'TokenReview', spec: { token: 'unknown-token' } }
    const { status, json } = await call(server, 'POST', `/apis/${apiVersion}/tokenreviews`, { body })
    expect([status, json.apiVersion, json.status.authenticated ?? false]).toEqual([201, apiVersion, false])
  })
})

it('serves no version that Kubernetes has removed, unless it is enabled', async () => {
  const plain = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  for (const group of ['admissionregistration.k8s.io', 'authentication.k8s.io', 'certificates.k8s.io']) {
    expect((await call(plain, 'GET', `/apis/${group}/v1beta1`)).status).toBe(404)
    expect((await call(plain, 'GET', `/apis/${group}`)).json.versions).toHaveLength(1)
  }
})

it.each([
  ['admissionregistration.k8s.io', 'mutatingadmissionpolicies', 'LYmCf+UMVdg='],
  ['admissionregistration.k8s.io', 'mutatingadmissionpolicybindings', '90V5FRZZ3Zg='],
  ['apiextensions.k8s.io', 'customresourcedefinitions', 'jfWCUB31mvA='],
])('%s/%s has the storage version hash of Kubernetes', async (group, resource, hash) => {
  const { resources } = (await call(server, 'GET', `/apis/${group}/v1`)).json
  const found = resources.find(({ name }: { name: string }) => name === resource)
  expect(found.storageVersionHash).toBe(hash)
})
