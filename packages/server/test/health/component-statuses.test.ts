import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const path = '/api/v1/componentstatuses'
let server: Server
beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})
afterAll(() => server.close())

const healthyStore = { conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }] }

it('component statuses are the health of the store and of the components of the machine', async () => {
  const { status, json, headers } = await call(server, 'GET', path)
  expect([status, headers['warning']]).toEqual([200, ['299 - "v1 ComponentStatus is deprecated in v1.19+"']])
  expect(json).toMatchObject({ kind: 'ComponentStatusList', apiVersion: 'v1', metadata: {} })
  expect(Object.keys(json.metadata)).toEqual([])
  expect(json.items.map(({ metadata }: { metadata: unknown }) => metadata)).toEqual([
    { name: 'controller-manager' },
    { name: 'scheduler' },
    { name: 'etcd-0' },
  ])
  expect(json.items[2]).toEqual({ metadata: { name: 'etcd-0' }, ...healthyStore })
})

it('a component that does not answer is unhealthy, in the words of kube-apiserver', async () => {
  const { json } = await call(server, 'GET', `${path}/scheduler`)
  expect(json).toEqual({
    kind: 'ComponentStatus',
    apiVersion: 'v1',
    metadata: { name: 'scheduler' },
    conditions: [
      {
        type: 'Healthy',
        status: 'False',
        message: 'Get "https://127.0.0.1:10259/healthz": dial tcp 127.0.0.1:10259: connect: connection refused',
      },
    ],
  })
})

it('one of them is read by its name, and another name is not found', async () => {
  expect((await call(server, 'GET', `${path}/etcd-0`)).json).toMatchObject({ kind: 'ComponentStatus', ...healthyStore })
  const { status, json } = await call(server, 'GET', `${path}/nope`)
  expect([status, json.message, json.details]).toEqual([
    404,
    'componentstatus "nope" not found',
    { name: 'nope', kind: 'componentstatus' },
  ])
})

it.each([
  ['?fieldSelector=metadata.name%3Detcd-0', ['etcd-0']],
  ['?labelSelector=a%3Db', []],
  ['?limit=1', ['controller-manager', 'scheduler', 'etcd-0']],
  ['?resourceVersion=5&resourceVersionMatch=Exact', ['controller-manager', 'scheduler', 'etcd-0']],
])('a list with %s has %j', async (query, names) => {
  const { json } = await call(server, 'GET', `${path}${query}`)
  expect(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(names)
})

it('a table has their condition, and nothing is watched or written', async () => {
  const table = await call(server, 'GET', path, {
    headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
  })
  expect(table.json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual([
    'Name',
    'Status',
    'Message',
    'Error',
  ])
  expect(table.json.rows[2].cells).toEqual(['etcd-0', 'Healthy', 'ok', ''])
  expect((await call(server, 'GET', `${path}?watch=1`)).json.message).toBe(
    'watch is not supported on resources of kind "componentstatuses"',
  )
  expect((await call(server, 'POST', path, { body: {} })).status).toBe(405)
})

it('a client in process reads the same', async () => {
  const statuses = server.client({ apiVersion: 'v1', kind: 'ComponentStatus' })
  expect((await statuses.list()).items).toHaveLength(3)
  expect(await statuses.get('etcd-0')).toMatchObject({ metadata: { name: 'etcd-0' }, ...healthyStore })
})
