import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server as HttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp, type Login } from '../src/app.ts'
import { startControlPlane, type ControlPlane } from '../src/control-plane.ts'
import { Database } from '../src/database.ts'

const groups: Readonly<Record<string, readonly string[]>> = { ada: [], bob: [], sam: ['staff'] }
const login: Login = async (username, password) => {
  const found = Object.hasOwn(groups, username) ? groups[username] : undefined
  return found !== undefined && password === `${username}-password` ? { groups: found } : undefined
}

let directory: string
let plane: ControlPlane
let http: HttpServer
let url: string

async function start(): Promise<void> {
  plane = await startControlPlane(directory)
  http = createServer(createApp(plane.server, login))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function stop(): Promise<void> {
  http.closeAllConnections()
  http.close()
  await plane[Symbol.asyncDispose]()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'control-plane-'))
  await start()
})

afterEach(async () => {
  await stop()
  await rm(directory, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly body: { readonly message?: string; readonly [member: string]: unknown }
}

/** Calls the service as a user who has logged in. */
interface Caller {
  (method: string, path: string, body?: unknown): Promise<Answer>
}

async function send(method: string, path: string, cookie: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', cookie }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = await fetch(`${url}${path}`, { method, headers, ...sent })
  return { status: reply.status, body: await reply.json() }
}

async function logIn(username: string): Promise<Caller> {
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: `${username}-password` }),
  })
  expect(reply.status).toBe(204)
  const cookie = (reply.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  return (method, path, body) => send(method, path, cookie, body)
}

const databases = (tenant: string): string => `/apis/saas.example.dev/v1/namespaces/${tenant}/databases`
const orders = (sizeGb?: number): object => ({
  apiVersion: 'saas.example.dev/v1',
  kind: 'Database',
  metadata: { name: 'orders' },
  spec: { engine: 'postgresql', ...(sizeGb === undefined ? {} : { sizeGb }) },
})

it('provisions a database for the tenant of a session', async () => {
  const ada = await logIn('ada')
  expect((await ada('POST', '/tenants/acme')).status).toBe(201)
  const created = await ada('POST', databases('acme'), orders())
  expect(created).toMatchObject({
    status: 201,
    body: { spec: { sizeGb: 10 }, metadata: { annotations: { 'saas.example.dev/created-by': 'ada' } } },
  })
  const watched = plane.server.client(Database).namespace('acme').watch({ resourceVersion: '0' })
  for await (const { object } of watched) if (object.status?.phase === 'Ready') break
  expect((await ada('GET', `${databases('acme')}/orders`)).body['status']).toEqual({
    phase: 'Ready',
    endpoint: 'orders.acme.postgresql.example.dev',
  })
})

it('keeps tenants apart', async () => {
  const [ada, bob] = [await logIn('ada'), await logIn('bob')]
  await ada('POST', '/tenants/acme')
  await bob('POST', '/tenants/zeta')
  expect((await bob('GET', databases('zeta'))).status).toBe(200)
  expect(await bob('GET', databases('acme'))).toMatchObject({
    status: 403,
    body: {
      message:
        'databases.saas.example.dev is forbidden: User "bob" cannot list resource "databases" in API group "saas.example.dev" in the namespace "acme"',
    },
  })
})

it('refuses sizes beyond the plan, and changes of the engine', async () => {
  const [ada, sam] = [await logIn('ada'), await logIn('sam')]
  await ada('POST', '/tenants/acme')
  await sam('POST', '/tenants/staff')
  expect(await ada('POST', databases('acme'), orders(500))).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('databases over 100 GB are created by the staff') },
  })
  expect((await sam('POST', databases('staff'), orders(500))).status).toBe(201)
  const { body } = await sam('GET', `${databases('staff')}/orders`)
  const changed = { ...body, spec: { engine: 'mysql', sizeGb: 500 } }
  expect(await sam('PUT', `${databases('staff')}/orders`, changed)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('spec.engine: Invalid value: "mysql": field is immutable') },
  })
})

it('lets nobody in without a session', async () => {
  const ada = await logIn('ada')
  await ada('POST', '/tenants/acme')
  expect((await send('GET', databases('acme'), '')).status).toBe(403)
  expect((await send('GET', databases('acme'), 'session=s%3Aforged.c2lnbmF0dXJl')).status).toBe(403)
  expect((await send('POST', '/tenants/other', '')).status).toBe(401)
  expect((await send('POST', '/login', '', { username: 'ada', password: 'wrong' })).status).toBe(401)
})

it('still has its objects after a restart', async () => {
  const ada = await logIn('ada')
  await ada('POST', '/tenants/acme')
  await ada('POST', databases('acme'), orders())
  const { metadata } = await plane.server.client(Database).namespace('acme').get('orders')
  await stop()
  await start()
  const again = await logIn('ada')
  const found = await again('GET', `${databases('acme')}/orders`)
  expect(found.body['metadata']).toMatchObject({ uid: metadata.uid })
})
