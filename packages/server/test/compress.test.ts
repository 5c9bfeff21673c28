import { gunzipSync } from 'node:zlib'
import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { compress, takesGzip } from '../src/http/compress.ts'
import { createServer } from '../src/index.ts'
import { call, toRequest } from './support/call.ts'

const core = { compresses: true }

describe('gzip', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['deflate, gzip;q=0.5', true],
    ['GZIP', true],
    ['gzip;q=0', false],
    ['gzip; q=0.000', false],
    ['br', false],
  ])('is asked for by %j: %s', (header, taken) => {
    expect(takesGzip(header)).toBe(taken)
  })

  it('compresses an answer of 128 KiB for a client that takes it, and none that is smaller', async () => {
    const request = toRequest('GET', '/', { headers: { 'accept-encoding': 'gzip' } })
    const large = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: [Buffer.alloc(100_000, 'a'), Buffer.alloc(31_072, 'b')],
    }
    const reply = await compress(core, request, large)
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(reply.body as Uint8Array).equals(Buffer.concat(large.body))).toBe(true)
    const small = { ...large, body: Buffer.alloc(131_071) }
    expect(await compress(core, request, small)).toBe(small)
    expect(await compress(core, toRequest('GET', '/', {}), large)).toBe(large)
  })

  it('names what the answer depends on beside, once, and leaves ranges as they are', async () => {
    const request = toRequest('GET', '/', { headers: { 'accept-encoding': 'gzip' } })
    const large = { status: 200, headers: { vary: 'Accept-Encoding, Accept' }, body: Buffer.alloc(131_072) }
    expect((await compress(core, request, large)).headers['vary']).toBe('Accept-Encoding, Accept')
    const range = { ...large, status: 206 }
    expect(await compress(core, request, range)).toBe(range)
  })

  it('is what a large list is answered in', async () => {
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const data = { text: 'x'.repeat(140_000) }
    await call(server, 'POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'a' }, data } })
    const reply = await server.handle(
      toRequest('GET', '/api/v1/configmaps', { headers: { 'accept-encoding': 'gzip' } }),
    )
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(reply.body as Uint8Array).toString()).items[0].data).toEqual(data)
  })
})
