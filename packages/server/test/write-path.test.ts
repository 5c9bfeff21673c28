import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call } from './support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'
let server: Server

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

describe('create', () => {
  it('stores an object and answers it with what the server fills in', async () => {
    const { status, json } = await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' }, data: { k: 'v' } } })
    expect(status).toBe(201)
    expect(json).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'default' }, data: { k: 'v' } })
    expect(json.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(json.metadata.resourceVersion).toMatch(/^\d+$/)
    expect(json.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect((await call(server, 'GET', `${configMaps}/a`)).json).toEqual(json)
  })

  it('refuses a name that is taken with 409 AlreadyExists', async () => {
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
    const { status, json } = await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
    expect(status).toBe(409)
    expect(json).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'AlreadyExists', code: 409, message: 'configmaps "a" already exists', details: { name: 'a', kind: 'configmaps' } })
  })
})
