// Apply over a port, in both protocols, with the credentials of the server's own kubeconfig.
import { connect } from 'node:http2'
import { request } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer, type Server, type ServerListening } from '../../src/index.ts'
import { configMaps, ownedPaths } from './actors.ts'

let server: Server
let listening: ServerListening
let credentials: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }

beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes' })
  listening = await server.listen()
  const secret = (name: string): Buffer =>
    Buffer.from(new RegExp(`${name}: "?([A-Za-z0-9+/=]+)`).exec(listening.kubeconfig)![1]!, 'base64')
  credentials = {
    ca: secret('certificate-authority-data'),
    cert: secret('client-certificate-data'),
    key: secret('client-key-data'),
  }
})
afterAll(() => server.close())

interface Answer {
  readonly status: number
  // oxlint-disable-next-line no-explicit-any
  readonly json: any
}

const type = 'application/apply-patch+yaml'

function byHttp1(path: string, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { ...credentials, method: 'PATCH', agent: false, headers: { 'content-type': type } }
    const sent = request(listening.url + path, options, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, json: JSON.parse(text) }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function byHttp2(path: string, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const session = connect(listening.url, credentials)
    session.on('error', reject)
    const stream = session.request({ ':method': 'PATCH', ':path': path, 'content-type': type })
    let status = 0
    let text = ''
    stream.on('response', (headers) => (status = headers[':status']!))
    stream.on('data', (chunk) => (text += chunk))
    stream.on('end', () => {
      session.close()
      resolve({ status, json: JSON.parse(text) })
    })
    stream.on('error', reject)
    stream.end(body)
  })
}

it.each([
  ['HTTP/1.1', 'one-one', byHttp1],
  ['HTTP/2', 'two', byHttp2],
] as const)('creates, changes nothing, conflicts and is forced over %s', async (_, name, send) => {
  const path = (manager: string, more = ''): string => `${configMaps}/${name}?fieldManager=${manager}${more}`
  const yaml = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  k: ${value}\n`
  const created = await send(path('one'), yaml('v'))
  expect(created.status).toBe(201)
  const again = await send(path('one'), yaml('v'))
  expect([again.status, again.json]).toEqual([200, created.json])
  const refused = await send(path('two'), yaml('w'))
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "one": .data.k',
  ])
  const forced = await send(path('two', '&force=true'), yaml('w'))
  expect(ownedPaths(forced.json)).toEqual({ 'two Apply': ['.data.k'] })
})
