import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'

const core = '/api/v1/namespaces/default'
const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }

describe('a status without a phase', () => {
  it.each([
    ['/api/v1/namespaces', {}, 'Active'],
    ['/api/v1/persistentvolumes', { spec: volume }, 'Pending'],
    [`${core}/persistentvolumeclaims`, { spec: claim }, 'Pending'],
  ])('of %s has the phase of a new object', async (path, body, phase) => {
    await using server = await createTestServer({ vocabulary: 'kubernetes' })
    const created = await call(server, 'POST', path, { body: { metadata: { name: 'a' }, ...body } })
    expect(created.status).toBe(201)
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status, json } = await call(server, 'PATCH', `${path}/a/status`, { body: { status: null }, headers })
    expect([status, json.status?.phase]).toEqual([200, phase])
  })
})

it('a job without labels has those of its template after an update of its status', async () => {
  await using server = await createTestServer({ vocabulary: 'kubernetes' })
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  const path = '/apis/batch/v1/namespaces/default/jobs'
  const { json: made } = await call(server, 'POST', path, { body: { metadata: { name: 'j' }, spec: { template } } })
  const { labels, ...metadata } = made.metadata
  const { json } = await call(server, 'PUT', `${path}/j/status`, { body: { ...made, metadata } })
  expect(Object.keys(labels)).toContain('job-name')
  expect(json.metadata.labels).toEqual(labels)
})
