import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const namespaced = (group: string, resource: string): string => `/apis/${group}/v1/namespaces/default/${resource}`
const merge = { 'content-type': 'application/merge-patch+json' }
const metadataOnly = { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' }
const table = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const containers = [{ name: 'c', image: 'i' }]

let server: Server
beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})
afterEach(() => server.close())

function warningsOf({ headers }: Awaited<ReturnType<typeof call>>): string {
  return JSON.stringify(Object.entries(headers).filter(([name]) => name.toLowerCase() === 'warning'))
}

it('a patch that is refused is printed with its members sorted where it reached, and in their order elsewhere', async () => {
  const path = '/api/v1/namespaces/default/configmaps'
  await call(server, 'POST', path, { body: { metadata: { name: 'a', labels: { l: 'm' } }, data: { k: 'v' } } })
  const { json } = await call(server, 'PATCH', `${path}/a?fieldValidation=Strict`, {
    body: { nope: 1 },
    headers: merge,
  })
  const text: string = json.details.causes[0].message
  expect(text).toMatch(
    /^Invalid value: "\{\\"apiVersion\\":\\"v1\\",\\"data\\":.*\\"kind\\":\\"ConfigMap\\",\\"metadata\\":/,
  )
  expect(text).toContain('\\"metadata\\":{\\"name\\":\\"a\\",\\"namespace\\":\\"default\\",\\"uid\\":')
  expect(text).toMatch(/\\"nope\\":1\}": strict decoding error: unknown field "nope"$/)
})

it('a scale that is refused is printed with the owners of the replicas, which have no time', async () => {
  const path = namespaced('apps', 'deployments')
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers } }
  await call(server, 'POST', path, {
    body: { metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } },
  })
  await call(server, 'PATCH', `${path}/d/scale`, { body: { spec: { replicas: 2 } }, headers: merge })
  const { json } = await call(server, 'PATCH', `${path}/d/scale`, { body: { spec: { replicas: 'x' } }, headers: merge })
  expect(json.details.causes[0].message).toContain(
    '\\"managedFields\\":[{\\"manager\\":\\"unknown\\",\\"operation\\":\\"Update\\",\\"apiVersion\\":\\"autoscaling/v1\\",\\"fieldsType\\":\\"FieldsV1\\",\\"fieldsV1\\":{\\"f:spec\\":{\\"f:replicas\\":{}}},\\"subresource\\":\\"scale\\"}]',
  )
})

it('a full page with a selector continues if any object follows', async () => {
  const path = '/api/v1/namespaces/default/secrets'
  for (const [name, labels] of [
    ['a', { l: 'm' }],
    ['b', {}],
  ] as const)
    await call(server, 'POST', path, { body: { metadata: { name, labels } } })
  const first = await call(server, 'GET', `${path}?labelSelector=l%3Dm&limit=1`)
  expect([first.json.items.length, first.json.metadata.remainingItemCount]).toEqual([1, undefined])
  const next = await call(server, 'GET', `${path}?labelSelector=l%3Dm&limit=1&continue=${first.json.metadata.continue}`)
  expect([next.json.items.length, next.json.metadata.continue]).toEqual([0, undefined])
})

it('metadata of a daemon set has no annotation of its version', async () => {
  const path = namespaced('apps', 'daemonsets')
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers } }
  const body = {
    metadata: { name: 'd', annotations: { k: 'v' } },
    spec: { selector: { matchLabels: { a: 'b' } }, template },
  }
  const made = await call(server, 'POST', path, { body })
  expect(Object.keys(made.json.metadata.annotations)).toHaveLength(2)
  const partial = await call(server, 'GET', `${path}/d`, { headers: metadataOnly })
  expect(partial.json.metadata.annotations).toEqual({ k: 'v' })
  const { json } = await call(server, 'GET', `${path}/d`, { headers: table })
  expect(json.rows[0].object.metadata.annotations).toEqual({ k: 'v' })
})

it('the row of an IP address has an age without a column', async () => {
  const path = '/apis/networking.k8s.io/v1/ipaddresses'
  const parentRef = { resource: 'services', namespace: 'a', name: 'b' }
  await call(server, 'POST', path, { body: { metadata: { name: '192.0.2.7' }, spec: { parentRef } } })
  const { json } = await call(server, 'GET', `${path}/192.0.2.7`, { headers: table })
  expect([json.columnDefinitions.length, json.rows[0].cells.length]).toEqual([2, 3])
})

it.each([
  ['GET', '', {}, true],
  ['POST', '/e', {}, false],
  ['GET', '/e/status', {}, false],
  ['GET', '', { accept: 'text/plain' }, false],
  ['PATCH', '/e', { 'content-type': 'text/plain' }, false],
  ['GET', '', metadataOnly, true],
])(
  '%s of endpoints%s with %j warns of their deprecation where it has a route: %s',
  async (method, rest, headers, warns) => {
    const answer = await call(server, method, `/api/v1/namespaces/default/endpoints${rest}`, {
      headers,
      ...(method === 'GET' ? {} : { body: { metadata: { name: 'e' } } }),
    })
    expect(warningsOf(answer).includes('deprecated')).toBe(warns)
  },
)

it('versions of events are judged by the store', async () => {
  const path = '/api/v1/namespaces/default/events'
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' }
  await call(server, 'POST', path, { body: { metadata: { name: 'e' }, involvedObject, reason: 'R', type: 'Normal' } })
  const bad = await call(server, 'GET', `${path}/e?resourceVersion=abc`)
  expect([bad.status, bad.json.reason]).toEqual([400, 'BadRequest'])
  const other = await call(server, 'GET', '/api/v1/namespaces/default?resourceVersion=abc')
  expect(other.status).toBe(500)
})

it('a delete of jobs warns of the pods they leave, also where there is no job', async () => {
  const answer = await call(server, 'DELETE', namespaced('batch', 'jobs'))
  expect(warningsOf(answer)).toContain('child pods are preserved by default when jobs are deleted')
  const asked = await call(server, 'DELETE', `${namespaced('batch', 'jobs')}?propagationPolicy=Background`)
  expect(warningsOf(asked)).toBe('[]')
})

it('a service account with the annotation of mountable secrets warns once', async () => {
  const path = '/api/v1/namespaces/default/serviceaccounts'
  const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
  const made = await call(server, 'POST', path, { body: { metadata: { name: 's', annotations } } })
  expect(warningsOf(made)).toContain('prefer separate namespaces to isolate access to mounted secrets')
  const changed = await call(server, 'PATCH', `${path}/s`, {
    body: { metadata: { labels: { a: 'b' } } },
    headers: merge,
  })
  expect(warningsOf(changed)).toBe('[]')
})
