import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const base = '/api/v1/namespaces/default'
const start = async (...limits: readonly object[]): Promise<Server> => {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const body = { metadata: { name: 'r' }, spec: { limits } }
  expect((await call(server, 'POST', `${base}/limitranges`, { body })).status).toBe(201)
  return server
}
const pod = (resources?: object): object => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i', ...(resources === undefined ? {} : { resources }) }] },
})

describe('limit ranges over HTTP', () => {
  it('give pods what they leave out', async () => {
    const server = await start({ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '0.1' } })
    const { status, json } = await call(server, 'POST', `${base}/pods`, { body: pod() })
    expect([status, json.spec.containers[0].resources, json.status.qosClass]).toEqual([
      201,
      { limits: { cpu: '500m' }, requests: { cpu: '100m' } },
      'Burstable',
    ])
    expect(json.metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger': 'LimitRanger plugin set: cpu request for container c; cpu limit for container c',
    })
  })

  it('refuse pods beyond them, when they are made and when they are resized', async () => {
    const server = await start({ type: 'Pod', max: { cpu: '1' } })
    const refused = await call(server, 'POST', `${base}/pods`, { body: pod({ limits: { cpu: '2' } }) })
    const message = 'pods "p" is forbidden: maximum cpu usage per Pod is 1, but limit is 2'
    expect([refused.status, refused.json.reason, refused.json.message]).toEqual([403, 'Forbidden', message])
    const resources = { requests: { cpu: '500m' }, limits: { cpu: '1' } }
    expect((await call(server, 'POST', `${base}/pods`, { body: pod(resources) })).status).toBe(201)
    const resized = await call(server, 'PATCH', `${base}/pods/p/resize`, {
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: { spec: { containers: [{ name: 'c', resources: { limits: { cpu: '2' } } }] } },
    })
    expect([resized.status, resized.json.message]).toEqual([403, message])
  })

  it('refuse claims beyond them', async () => {
    const server = await start({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } })
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } }
    const body = { metadata: { name: 'v' }, spec }
    const { status, json } = await call(server, 'POST', `${base}/persistentvolumeclaims`, { body })
    expect([status, json.message]).toEqual([
      403,
      'persistentvolumeclaims "v" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi',
    ])
  })
})
