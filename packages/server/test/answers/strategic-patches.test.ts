import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const path = '/apis/apps/v1/namespaces/default/deployments'
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const containers = ['a', 'b', 'd'].map((name) => ({ name, image: 'i' }))
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers } }
  await call(server, 'POST', path, {
    body: { metadata: { name: 'web' }, spec: { selector: { matchLabels: { app: 'web' } }, template } },
  })
})

describe('a strategic merge patch', () => {
  it.each([
    [{ spec: { replicas: 'two' } }, 'map[spec:map[replicas:two]]', 'unrecognized type: int32'],
    [{ spec: { replicas: 1.5 } }, 'map[spec:map[replicas:1.5]]', 'cannot convert float64 to int32'],
    [{ spec: { template: 'x' } }, 'map[spec:map[template:x]]', 'cannot restore struct from: string'],
    [{ metadata: { labels: [] } }, 'map[metadata:map[labels:[]]]', 'cannot restore map from slice'],
  ])('of a wrong type is shown in its error: %j', async (body, shown, problem) => {
    const { status, json } = await call(server, 'PATCH', `${path}/web`, { body, headers: strategic })
    expect(status).toBe(422)
    expect(json.message).toBe(` "" is invalid: patch: Invalid value: ${JSON.stringify(shown)}: ${problem}`)
  })

  it('puts a new item behind the items that only the server knows, after it has deleted one', async () => {
    const spec = {
      containers: [
        { name: 'c', image: 'i' },
        { $patch: 'delete', name: 'a' },
      ],
      '$setElementOrder/containers': [{ name: 'b' }, { name: 'c' }],
    }
    const { json } = await call(server, 'PATCH', `${path}/web`, {
      body: { spec: { template: { spec } } },
      headers: strategic,
    })
    expect(json.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['b', 'd', 'c'])
  })
})

it('a review has no Table', async () => {
  const { status } = await call(server, 'POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
    body: { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
    headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
  })
  expect(status).toBe(406)
})
