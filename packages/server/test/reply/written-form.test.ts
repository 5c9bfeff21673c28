import { parseYaml } from '@pinnace/versioning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
const core = '/api/v1/namespaces/default'

describe('the form of objects of built-in kinds', () => {
  let server: Server
  beforeAll(async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  })
  afterAll(() => server.close())

  // An empty list is not stored, but the manager that sent it owns it.
  it.each<[string, string, object, string, object]>([
    ['owned, though it is stored as null', roles, { rules: [] }, '"rules":null', { 'f:rules': {} }],
    [
      'not owned where it would be left out',
      `${core}/configmaps`,
      { data: {}, immutable: true },
      '"immutable":true',
      { 'f:immutable': {} },
    ],
  ])('an empty list is %s', async (_, path, fields, text, owned) => {
    for (const query of ['?dryRun=All', '']) {
      const made = await call(server, 'POST', `${path}${query}`, { body: { ...fields, metadata: { name: 'empty' } } })
      expect(made.status).toBe(201)
      expect(made.text).toContain(text)
      expect(made.json.metadata.managedFields[0].fieldsV1).toEqual(owned)
    }
  })

  it('their members are in the order of the type, however they were sent', async () => {
    const body = {
      data: { b: '2', a: '1' },
      metadata: { annotations: { y: '', x: '' }, labels: { d: '', c: '' }, name: 'ordered' },
      kind: 'ConfigMap',
      apiVersion: 'v1',
    }
    const made = await call(server, 'POST', `${core}/configmaps`, { body })
    const shown = /"creationTimestamp":"[^"]*",(.*),"managedFields".*("data":.*)\}/.exec(made.text)
    expect(shown?.slice(1)).toEqual([
      '"labels":{"c":"","d":""},"annotations":{"x":"","y":""}',
      '"data":{"a":"1","b":"2"}',
    ])
    const dry = await call(server, 'PUT', `${core}/configmaps/ordered?dryRun=All`, { body })
    expect(dry.text).toBe(made.text)
  })

  it('every answer is a line, and has no characters of HTML', async () => {
    const body = { metadata: { name: 'line' }, data: { a: '<&>\u2028' } }
    await call(server, 'POST', `${core}/configmaps`, { body })
    const text = String.raw`"data":{"a":"\u003c\u0026\u003e\u2028"}}`
    const one = await call(server, 'GET', `${core}/configmaps/line`)
    expect(one.text.endsWith(`${text}\n`)).toBe(true)
    const list = await call(server, 'GET', `${core}/configmaps?fieldSelector=metadata.name%3Dline`)
    expect(list.text.endsWith(`${text}]}\n`)).toBe(true)
    const pretty = await call(server, 'GET', `${core}/configmaps/line?pretty=true`)
    expect(pretty.text).toContain(String.raw`"a": "\u003c\u0026\u003e\u2028"`)
  })

  it.each([
    ['JSON', 'application/json', '', JSON.parse],
    ['indented JSON', 'application/json', 'pretty=true&', JSON.parse],
    ['YAML', 'application/yaml', '', (text: string) => parseYaml(text).value],
  ] as const)('a list of metadata in %s has its items, or none', async (_, type, pretty, parse) => {
    // So many are written in parts.
    for (let index = 0; index < 256; index++) {
      const metadata = { name: `listed-${index}`, labels: { in: 'list' } }
      await call(server, 'POST', `${core}/configmaps`, { body: { metadata } })
    }
    for (const [value, count] of [
      ['list', 256],
      ['none', 0],
    ] as const) {
      const headers = { accept: `${type};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1` }
      const query = `${pretty}labelSelector=in%3D${value}`
      const { text } = await call(server, 'GET', `${core}/configmaps?${query}`, { headers })
      const { kind, items } = parse(text) as { readonly kind: string; readonly items: readonly unknown[] | null }
      expect([kind, items?.length ?? 0]).toEqual(['PartialObjectMetadataList', count])
    }
  })

  it('metadata that the server sets is not owned by the client that sent it', async () => {
    const body = {
      metadata: { name: 'wiped', deletionGracePeriodSeconds: 0, selfLink: '/x', labels: { a: 'b' } },
    }
    const { json } = await call(server, 'POST', `${core}/configmaps`, { body })
    const owned = { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } }
    expect(json.metadata.managedFields[0].fieldsV1).toEqual(owned)
    expect(json.metadata).not.toHaveProperty('selfLink')
  })

  it.each<[string, object]>([
    [roles, { rules: null }],
    ['/apis/apps/v1/deployments', { spec: { replicas: 0, selector: null, strategy: {} }, status: {} }],
    ['/apis/apps/v1/daemonsets', { metadata: { annotations: { 'deprecated.daemonset.template.generation': '0' } } }],
  ])('a bookmark of %s has the members that an empty object has', async (path, members) => {
    const query =
      'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=none'
    const watch = await openWatch(server, `${path}?${query}`)
    await watch.until(1)
    watch.leave()
    const [{ type, object }] = watch.events
    expect(type).toBe('BOOKMARK')
    expect(object).toMatchObject({ ...members, apiVersion: object.apiVersion })
  })

  it('a review answers with every member that is always there', async () => {
    const body = { spec: { token: 'unknown-token' } }
    const { json } = await call(server, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { body })
    expect(json.status.user).toEqual({})
  })

  it.each<[string, object, string]>([
    [
      'persistentvolumeclaims',
      { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } },
      'Pending',
    ],
    ['namespaces', {}, 'Active'],
  ])('the status of %s has a phase, whatever is written', async (resource, fields, phase) => {
    const path = resource === 'namespaces' ? '/api/v1/namespaces' : `${core}/${resource}`
    await call(server, 'POST', path, { body: { ...fields, metadata: { name: 'phase' } } })
    const { json } = await call(server, 'PATCH', `${path}/phase/status`, {
      body: { status: null },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    expect(json.status.phase).toBe(phase)
  })

  it('the status of a kind that is updated only with a version is, too', async () => {
    const path = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    const body = { metadata: { name: 'b' }, spec: { minAvailable: 1, selector: {} } }
    await call(server, 'POST', path, { body })
    const { status, json } = await call(server, 'PUT', `${path}/b/status`, { body })
    expect(status).toBe(422)
    expect(json.message).toBe(
      'poddisruptionbudgets.policy "b" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    )
  })

  it('an event has no dependents that its deletion could wait for', async () => {
    const body = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' } }
    await call(server, 'POST', `${core}/events`, { body })
    const { json } = await call(server, 'DELETE', `${core}/events/e?propagationPolicy=Foreground`)
    expect(json).toMatchObject({ kind: 'Status', status: 'Success' })
  })

  it('a name is taken by an object that is being deleted', async () => {
    const body = { metadata: { name: 'held', finalizers: ['example.com/a'] } }
    await call(server, 'POST', `${core}/configmaps`, { body })
    await call(server, 'DELETE', `${core}/configmaps/held`)
    for (const query of ['', '?dryRun=All']) {
      const { status, json } = await call(server, 'POST', `${core}/configmaps${query}`, { body })
      expect(status).toBe(409)
      expect(json.message).toBe('object is being deleted: configmaps "held" already exists')
    }
  })

  it.each<[string, string, object, string, object]>([
    [
      'namespaces name the resource, in the words of the store',
      '/api/v1/namespaces',
      {},
      'Operation cannot be fulfilled on namespaces "pre": Precondition failed: UID in precondition: x, UID in object meta: ',
      { kind: 'namespaces' },
    ],
    [
      'events are those of the core group',
      '/apis/events.k8s.io/v1/namespaces/default/events',
      {
        regarding: { namespace: 'default' },
        reason: 'R',
        action: 'A',
        type: 'Normal',
        reportingController: 'a/b',
        reportingInstance: 'i',
        eventTime: '2026-01-02T03:04:05.123456Z',
      },
      'Operation cannot be fulfilled on Event "pre": the UID in the precondition (x) does not match',
      { kind: 'Event' },
    ],
  ])('failed preconditions of %s', async (_, path, fields, message, details) => {
    await call(server, 'POST', path, { body: { ...fields, metadata: { name: 'pre' } } })
    const { json } = await call(server, 'DELETE', `${path}/pre`, { body: { preconditions: { uid: 'x' } } })
    expect(json.message).toContain(message)
    expect(json.details).toEqual({ name: 'pre', ...details })
  })

  it('the request of a token owns the lifetime that it got', async () => {
    await call(server, 'POST', `${core}/serviceaccounts`, { body: { metadata: { name: 'account' } } })
    const { json } = await call(server, 'POST', `${core}/serviceaccounts/account/token`, { body: { spec: {} } })
    expect(json.metadata.managedFields[0].fieldsV1).toEqual({ 'f:spec': { 'f:expirationSeconds': {} } })
  })
})

describe('values of a wrong type', () => {
  let server: Server
  beforeAll(async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  })
  afterAll(() => server.close())

  const pod = (spec: string, metadata = '"name":"n"'): string =>
    `{"apiVersion":"v1","kind":"Pod","metadata":{${metadata}},"spec":{${spec}}}`
  const number = (text: string): string =>
    `json: cannot unmarshal number ${text} into Go struct field PodSpec.spec.activeDeadlineSeconds of type int64`
  const quantity = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

  it.each<[string, string, string]>([
    ['an integer with a fraction', pod('"activeDeadlineSeconds":1.0'), number('1.0')],
    ['an integer with an exponent', pod('"activeDeadlineSeconds":1e2'), number('1e2')],
    ['an integer of 65 bits', pod('"activeDeadlineSeconds":9223372036854775808'), number('9223372036854775808')],
    [
      'a port with a fraction',
      pod('"containers":[{"livenessProbe":{"httpGet":{"port":1.0}}}]'),
      'json: cannot unmarshal number 1.0 into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32',
    ],
    [
      'the first of several',
      pod('"hostname":2,"containers":"x"', '"name":1'),
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
    ],
    ['a quantity after another wrong value', pod('"hostname":2,"overhead":{"cpu":"x"}'), quantity],
    ['a quantity before another wrong value', pod('"overhead":{"cpu":"x"},"hostname":2'), quantity],
  ])('are warned of %s', async (_, body, message) => {
    const { status, json } = await call(server, 'POST', `${core}/pods`, { body })
    expect(status).toBe(400)
    expect(json.message).toBe(`Pod in version "v1" cannot be handled as a Pod: ${message}`)
  })

  it('are not numbers of any form where the type is none', async () => {
    const body = `{"metadata":{"name":"n"},"revision":1,"data":{"a":[1.0,2.50,{"b":1e2}]}}`
    const path = '/apis/apps/v1/namespaces/default/controllerrevisions'
    const { json } = await call(server, 'POST', path, { body })
    expect(json.data).toEqual({ a: [1, 2.5, { b: 100 }] })
  })

  it('are quantities in any form', async () => {
    const limits = '{"cpu":1.0,"memory":1e2,"example.com/x":123456789012345678901234567890}'
    const body = pod(`"containers":[{"name":"c","image":"i","resources":{"limits":${limits}}}]`)
    await call(server, 'POST', `${core}/serviceaccounts`, { body: { metadata: { name: 'default' } } })
    const { json } = await call(server, 'POST', `${core}/pods?dryRun=All`, { body })
    expect(json.spec.containers[0].resources.limits).toEqual({
      cpu: '1',
      'example.com/x': '123456789012345678901234567890',
      memory: '100',
    })
  })
})
