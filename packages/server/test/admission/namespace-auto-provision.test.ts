import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

const path = '/api/v1/namespaces/team/configmaps'
const body = { metadata: { name: 'a' } }

it('NamespaceAutoProvision creates the namespace of a new object, but not in a dry run', async () => {
  await using server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    admissionControl: { enable: ['NamespaceAutoProvision'] },
  })
  const dry = await call(server, 'POST', `${path}?dryRun=All`, { body })
  expect([dry.status, dry.json.message]).toEqual([404, 'namespaces "team" not found'])
  expect((await call(server, 'PUT', `${path}/a`, { body })).status).toBe(404)
  expect((await call(server, 'GET', '/api/v1/namespaces/team')).status).toBe(404)
  expect((await call(server, 'POST', path, { body })).status).toBe(201)
  const { json } = await call(server, 'GET', '/api/v1/namespaces/team')
  expect([json.metadata.labels, json.status.phase]).toEqual([{ 'kubernetes.io/metadata.name': 'team' }, 'Active'])
  expect((await call(server, 'POST', path, { body })).status).toBe(409)
})
