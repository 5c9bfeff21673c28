import { connect } from 'node:http2'
import { request } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { validate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import type { Json } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

const body = JSON.stringify({ metadata: { name: 'a' } })
const headers = { 'content-type': 'application/json' }

function overHttp1(url: string, ca: string): Promise<readonly [number, Json]> {
  return new Promise((resolve, reject) => {
    const sent = request(url + configMaps, { ca, method: 'POST', agent: false, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve([response.statusCode!, JSON.parse(text)]))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function overHttp2(url: string, ca: string): Promise<readonly [number, Json]> {
  const session = connect(url, { ca })
  try {
    return await new Promise((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': configMaps, ...headers })
      let status = 0
      let text = ''
      stream.on('response', (answered) => (status = answered[':status']!))
      stream.on('data', (chunk) => (text += chunk))
      stream.on('end', () => resolve([status, JSON.parse(text)]))
      stream.on('error', reject)
      stream.end(body)
    })
  } finally {
    session.close()
  }
}

describe('the code of a refusal', () => {
  it.each([
    [418, 418],
    [599, 599],
    [700, 500],
  ])('%i is the answer over HTTP/1.1, and %i over HTTP/2', async (code, overHttp2Status) => {
    const { server, hooks } = await scene({ '/v': () => ({ allowed: false, status: { code, message: 'no' } }) })
    await validate(server, 'one', webhook('v', { clientConfig: hooks.client('/v') }))
    const { url, ca } = await server.listen({ port: 0 })
    const refusal = { status: 'Failure', code, message: 'admission webhook "v.example.com" denied the request: no' }
    expect(await overHttp1(url, ca!)).toEqual([code, expect.objectContaining(refusal)])
    expect(await overHttp2(url, ca!)).toEqual([overHttp2Status, expect.objectContaining(refusal)])
  })
})
