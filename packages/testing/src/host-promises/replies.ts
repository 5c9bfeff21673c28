import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import type { HttpReply } from '@pinnace/meta'
import { headerValues, readAll } from './host-client.ts'
import type { HostPromise, Serve } from './promise.ts'

async function replyTo(serve: Serve, reply: HttpReply, method = 'GET') {
  const client = await serve(async () => reply)
  const received = await client.send({ method })
  return { status: received.status, reply: received, body: await readAll(received.body) }
}

/** How a host sends the reply of the handler. */
export const replyPromises: readonly HostPromise[] = [
  ...[200, 201, 202, 400, 404, 409, 410, 422, 429, 500, 503, 504].map((status): HostPromise => ({
    name: `sends the status ${status} with its body`,
    async run(serve) {
      const received = await replyTo(serve, { status, headers: {}, body: Buffer.from('body') })
      assert.deepEqual([received.status, received.body.toString()], [status, 'body'])
    },
  })),
  ...[204, 304].map((status): HostPromise => ({
    name: `sends the status ${status} without a body`,
    async run(serve) {
      const received = await replyTo(serve, { status, headers: { etag: '"x"' }, body: undefined })
      assert.deepEqual([received.status, received.body.length], [status, 0])
      assert.deepEqual(headerValues(received.reply, 'etag'), ['"x"'])
    },
  })),
  {
    name: 'sends headers unchanged, and the length of the body',
    async run(serve) {
      const headers = { 'content-type': 'application/json;stream=watch', 'audit-id': 'a-b', 'x-empty': '' }
      const { reply } = await replyTo(serve, { status: 200, headers, body: Buffer.from('{}') })
      for (const [name, value] of Object.entries(headers)) assert.deepEqual(headerValues(reply, name), [value])
      assert.deepEqual(headerValues(reply, 'content-length'), ['2'])
    },
  },
  {
    name: 'sends several cookies as separate lines',
    async run(serve) {
      const headers = { 'set-cookie': ['a=1', 'b=2; Path=/'] }
      const { reply } = await replyTo(serve, { status: 200, headers, body: undefined })
      assert.deepEqual(headerValues(reply, 'set-cookie'), ['a=1', 'b=2; Path=/'])
    },
  },
  {
    name: 'sends several warnings unchanged and in order',
    async run(serve) {
      const headers = { warning: ['299 - "one, two"', '299 - "three"'] }
      const { reply } = await replyTo(serve, { status: 200, headers, body: undefined })
      assert.equal(headerValues(reply, 'warning').join(', '), '299 - "one, two", 299 - "three"')
    },
  },
  {
    name: 'answers 500 for an invalid header value, and does not split the response',
    async run(serve) {
      const headers = { 'x-bad': 'a\r\nset-cookie: injected=1' }
      const { status, reply } = await replyTo(serve, { status: 200, headers, body: Buffer.from('body') })
      assert.equal(status, 500)
      assert.deepEqual(headerValues(reply, 'set-cookie'), [])
    },
  },
  {
    name: 'sends an empty reply with length 0',
    async run(serve) {
      const bodies = [undefined, Buffer.alloc(0), []]
      for (const body of bodies) {
        const received = await replyTo(serve, { status: 200, headers: {}, body })
        assert.equal(received.body.length, 0)
        assert.deepEqual(headerValues(received.reply, 'content-length'), ['0'])
      }
    },
  },
  {
    name: 'answers HEAD with the headers and the length only',
    async run(serve) {
      const bodies = [Buffer.from('four'), [Buffer.from('fo'), Buffer.from('ur')]]
      for (const body of bodies) {
        const received = await replyTo(serve, { status: 200, headers: { 'x-a': '1' }, body }, 'HEAD')
        assert.equal(received.status, 200)
        assert.equal(received.body.length, 0)
        assert.deepEqual(headerValues(received.reply, 'content-length'), ['4'])
        assert.deepEqual(headerValues(received.reply, 'x-a'), ['1'])
      }
    },
  },
  {
    name: 'sends a body of 8 MB completely',
    async run(serve) {
      const body = Buffer.alloc(8_000_000)
      for (let index = 0; index < body.length; index += 4) body.writeUInt32LE(index, index)
      const received = await replyTo(serve, { status: 200, headers: {}, body })
      assert.ok(received.body.equals(body))
    },
  },
  {
    name: 'sends a list of 5,000 chunks in order, as one body of known length',
    async run(serve) {
      const body = Array.from({ length: 5000 }, (_, index) => Buffer.from(`{"index":${index}},`.padEnd(index % 700)))
      const received = await replyTo(serve, { status: 200, headers: {}, body })
      assert.ok(received.body.equals(Buffer.concat(body)))
      assert.deepEqual(headerValues(received.reply, 'content-length'), [String(received.body.length)])
    },
  },
  {
    name: 'does not modify chunks, so that replies can share them',
    async run(serve) {
      const shared = [Buffer.from('a'.repeat(5000)), Buffer.from('b'.repeat(5000))]
      const before = Buffer.concat(shared)
      const client = await serve(async () => ({ status: 200, headers: {}, body: shared }))
      const bodies = await Promise.all(Array.from({ length: 20 }, async () => readAll((await client.send()).body)))
      assert.ok(bodies.every((body) => body.equals(before)))
      assert.ok(Buffer.concat(shared).equals(before))
    },
  },
  {
    name: 'sends a Uint8Array that is a part of a larger buffer',
    async run(serve) {
      const body = new Uint8Array(Buffer.from('xxinnerxx').buffer.slice(0)).fill(0x78)
      body.set(Buffer.from('inner'), 2)
      const received = await replyTo(serve, { status: 200, headers: {}, body: body.subarray(2, 7) })
      assert.equal(received.body.toString(), 'inner')
    },
  },
  {
    name: 'answers many requests at once, each with its own reply',
    async run(serve) {
      const client = await serve(async (request) => {
        await new Promise((resolve) => setTimeout(resolve, Number(request.target.slice(1)) % 7))
        return { status: 200, headers: {}, body: Buffer.from(request.target) }
      })
      const targets = Array.from({ length: 80 }, (_, index) => `/${index}`)
      const bodies = await Promise.all(
        targets.map(async (target) => (await readAll((await client.send({ target })).body)).toString()),
      )
      assert.deepEqual(bodies, targets)
    },
  },
]
