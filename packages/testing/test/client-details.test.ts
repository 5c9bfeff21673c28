// What clients in several languages depend on, beside the protocol.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../src/index.ts'

const base = 'http://server/api/v1/namespaces/default/configmaps'
const json = { 'content-type': 'application/json' }

describe('an answer in JSON', () => {
  it('ends with a newline, also when it is not indented', async () => {
    await using server = await createTestServer()
    await server.fetch(new Request(base, { method: 'POST', headers: json, body: '{"metadata":{"name":"a"}}' }))
    for (const path of ['', '/a', '/missing']) {
      const text = await (await server.fetch(new Request(base + path))).text()
      expect([path, text.endsWith('}\n')]).toEqual([path, true])
    }
    for (const path of ['/api', '/apis', '/apis/apps/v1']) {
      const text = await (await server.fetch(new Request(`http://server${path}`))).text()
      expect([path, text.endsWith('}\n')]).toEqual([path, true])
    }
  })
})

describe('CBOR, whose feature gate is off', () => {
  it('is 406 as an answer, and 415 as a body', async () => {
    await using server = await createTestServer()
    const answer = await server.fetch(new Request(base, { headers: { accept: 'application/cbor' } }))
    expect(answer.status).toBe(406)
    const refused = await server.fetch(
      new Request(base, {
        method: 'POST',
        headers: { 'content-type': 'application/cbor' },
        body: new Uint8Array([0xa0]),
      }),
    )
    expect(refused.status).toBe(415)
    const patched = await server.fetch(
      new Request(`${base}/a`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/apply-patch+cbor' },
        body: new Uint8Array([0xa0]),
      }),
    )
    expect(patched.status).toBe(415)
  })
})

describe('a compressed body', () => {
  it.each(['gzip', 'deflate', 'br'])('is refused: %s', async (encoding) => {
    await using server = await createTestServer()
    const headers = { ...json, 'content-encoding': encoding }
    const body = new Uint8Array(gzipSync('{"metadata":{"name":"a"}}'))
    expect((await server.fetch(new Request(base, { method: 'POST', headers, body }))).status).toBe(400)
  })
})
