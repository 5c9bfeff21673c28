import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { StatusError, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { createSignal } from '../create-signal.ts'
import { expectDefined } from '../expect-defined.ts'
import { readAll, type ClientReply, type ClientRequestOptions, type HostClient } from './host-client.ts'
import type { HostPromise, Serve } from './promise.ts'

const ok: HttpReply = { status: 200, headers: {}, body: undefined }
const limit = 1024 * 1024

/** Serves one request, and returns what `look` reads from it. */
async function observe<T>(
  serve: Serve,
  look: (request: HttpRequest) => T | Promise<T>,
  request: Parameters<Awaited<ReturnType<Serve>>['send']>[0],
): Promise<T> {
  let seen: { readonly value: T } | undefined
  const client = await serve(async (arrived) => {
    seen = { value: await look(arrived) }
    return ok
  })
  const reply = await client.send(request)
  await readAll(reply.body)
  assert.equal(reply.status, 200)
  return expectDefined(seen, 'the request').value
}

const readBody = (request: HttpRequest): Promise<Buffer> => request.body(limit)

async function readStream(request: HttpRequest): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of expectDefined(request.openBody?.bind(request), 'openBody')() ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function echo(request: HttpRequest): Promise<HttpReply> {
  return { status: 200, headers: {}, body: await request.body(limit) }
}

async function assertTooLarge(reply: ClientReply): Promise<void> {
  assert.equal(reply.status, 413)
  const status = JSON.parse((await readAll(reply.body)).toString()) as Record<string, unknown>
  assert.equal(status['reason'], 'RequestEntityTooLarge')
  assert.equal(status['message'], 'Request entity too large: limit is 1048576')
}

const pattern = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256))

/** The request a host passes to the handler. */
export const requestPromises: readonly HostPromise[] = [
  ...['/api/v1/namespaces?limit=1&watch=true', '/a%2Fb/%E2%82%AC?x=%20y+z', '/a//b///c', '/?', '/a?b?c=d&&e'].map(
    (target): HostPromise => ({
      name: `passes the target ${target} on unchanged`,
      run: async (serve) => assert.equal(await observe(serve, (request) => request.target, { target }), target),
    }),
  ),
  ...['/a/../b/./c', '/a/%2e%2e/b', "/a'b|c"].map((target): HostPromise => ({
    name: `does not normalize the target ${target}`,
    unless: 'normalizesTargets',
    run: async (serve) => assert.equal(await observe(serve, (request) => request.target, { target }), target),
  })),
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method): HostPromise => ({
    name: `passes the method ${method} on`,
    run: async (serve) => assert.equal(await observe(serve, (request) => request.method, { method }), method),
  })),
  {
    name: 'finds the first line of a header by its lower-case name',
    async run(serve) {
      const headers = ['X-One', 'first', 'Authorization', 'Bearer abc', 'x-constructor', 'c']
      const seen = await observe(
        serve,
        (request) =>
          ['x-one', 'authorization', 'x-none', '__proto__', 'constructor'].map((name) => request.header(name)),
        { headers },
      )
      assert.deepEqual(seen, ['first', 'Bearer abc', undefined, undefined, undefined])
    },
  },
  {
    name: 'reads the host that the client asked for',
    async run(serve) {
      const host = await observe(serve, (request) => request.header('host'), {})
      assert.match(expectDefined(host, 'the host header'), /^127\.0\.0\.1:\d+$/)
    },
  },
  {
    name: 'keeps repeated header lines apart, in their order',
    unless: 'joinsHeaders',
    async run(serve) {
      const headers = ['Impersonate-Group', 'a', 'Impersonate-Group', 'b, c', 'Impersonate-Group', 'a']
      assert.deepEqual(await observe(serve, valuesOf('impersonate-group'), { headers }), ['a', 'b, c', 'a'])
      const users = ['Impersonate-User', 'first', 'Impersonate-User', 'second']
      assert.equal(await observe(serve, (request) => request.header('impersonate-user'), { headers: users }), 'first')
    },
  },
  {
    name: 'passes on the header lines of the request, without pseudo-headers',
    async run(serve) {
      const seen = await observe(serve, (request) => [...request.rawHeaders], { headers: ['X-A', '1'] })
      assert.equal(seen.length % 2, 0)
      const names = seen.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
      assert.ok(names.includes('x-a') && names.includes('host'))
      assert.ok(names.every((name) => !name.startsWith(':')))
    },
  },
  {
    name: 'reads an empty body when there is none',
    async run(serve) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        assert.equal((await observe(serve, readBody, { method })).length, 0)
      }
      assert.equal((await observe(serve, readBody, { method: 'POST', body: Buffer.alloc(0) })).length, 0)
    },
  },
  {
    name: 'passes a binary body on unchanged, with any content type',
    async run(serve) {
      for (const type of [
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'x/y',
      ]) {
        const seen = await observe(serve, readBody, { method: 'POST', body: pattern, headers: ['content-type', type] })
        assert.ok(seen.equals(pattern), type)
      }
    },
  },
  {
    name: 'passes on a body that arrives in pieces',
    async run(serve) {
      const body = [pattern.subarray(0, 10), pattern.subarray(10, 20_000), pattern.subarray(20_000)]
      const headers = ['content-type', 'application/json']
      assert.ok((await observe(serve, readBody, { method: 'PATCH', body, headers })).equals(pattern))
    },
  },
  {
    name: 'passes on the body of a DELETE',
    async run(serve) {
      const request = { method: 'DELETE', body: Buffer.from('{}'), headers: ['content-type', 'application/json'] }
      assert.equal((await observe(serve, readBody, request)).toString(), '{}')
    },
  },
  {
    name: 'accepts a body of exactly the limit',
    async run(serve) {
      const body = Buffer.alloc(limit, 7)
      assert.ok((await observe(serve, readBody, { method: 'POST', body })).equals(body))
    },
  },
  {
    name: 'refuses a body that declares more than the limit',
    async run(serve) {
      const client = await serve(echo)
      await assertTooLarge(await client.send({ method: 'POST', body: Buffer.alloc(limit + 1) }))
    },
  },
  {
    name: 'refuses a body of unknown length that exceeds the limit',
    async run(serve) {
      const client = await serve(echo)
      const half = Buffer.alloc(limit / 2 + 1)
      await assertTooLarge(await sendUntilReplied(client, { method: 'POST', body: [half, half, half] }))
    },
  },
  {
    name: 'refuses a body that a parser in front has consumed, with a message',
    unless: 'hasNoBodyParsers',
    async run(serve) {
      const client = await serve(echo, { consumesBodies: true })
      const headers = ['content-type', 'application/json']
      const reply = await client.send({ method: 'POST', body: Buffer.from('{"a":1}'), headers })
      assert.equal(reply.status, 400)
      const status = JSON.parse((await readAll(reply.body)).toString()) as Record<string, unknown>
      assert.equal(status['reason'], 'BadRequest')
      assert.match(String(status['message']), /ahead of body parsers/)
      const empty = await client.send({ method: 'POST' })
      assert.equal(empty.status, 200)
    },
  },
  {
    name: 'streams a body of any size, each chunk when the one before has been taken',
    async run(serve) {
      const seen = await observe(serve, readStream, { method: 'POST', body: Buffer.alloc(4 * limit, 7) })
      assert.ok(seen.equals(Buffer.alloc(4 * limit, 7)))
      const pieces = [pattern.subarray(0, 10), pattern.subarray(10)]
      assert.ok((await observe(serve, readStream, { method: 'PUT', body: pieces })).equals(pattern))
      assert.equal((await observe(serve, readStream, { method: 'POST' })).length, 0)
    },
  },
  {
    name: 'answers a request whose streamed body it has not read to its end, and serves the next',
    async run(serve) {
      const client = await serve(async (request) => {
        for await (const _chunk of request.openBody?.() ?? []) break
        return ok
      })
      const piece = Buffer.alloc(limit / 4)
      const reply = await sendUntilReplied(client, { method: 'POST', body: [piece, piece, piece, piece, piece] })
      assert.equal(reply.status, 200)
      assert.equal((await client.send()).status, 200)
    },
  },
  {
    name: 'ends a streamed body whose client disconnects in the middle of it with an error',
    async run(serve) {
      const outcomes: string[] = []
      const arrival = createSignal()
      const client = await serve(async (request) => {
        try {
          for await (const _chunk of request.openBody?.() ?? []) arrival.resolve()
        } catch (error) {
          outcomes.push(error instanceof StatusError ? error.reason : 'something else')
        }
        return ok
      })
      const body = Array.from({ length: 1000 }, () => Buffer.from('piece'))
      await client.sendAndLeave({ method: 'POST', body }, arrival.promise)
      const end = performance.now() + 5000
      while (outcomes.length === 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.deepEqual(outcomes, ['BadRequest'])
    },
  },
  {
    name: 'stops waiting for a body whose client disconnects in the middle of it',
    async run(serve) {
      const outcomes: string[] = []
      const arrival = createSignal()
      const client = await serve(async (request) => {
        arrival.resolve()
        try {
          await request.body(limit)
        } catch (error) {
          outcomes.push(error instanceof StatusError ? error.reason : 'something else')
          throw error
        }
        return ok
      })
      const body = Array.from({ length: 1000 }, () => Buffer.from('piece'))
      await client.sendAndLeave({ method: 'POST', body }, arrival.promise)
      const end = performance.now() + 5000
      while (outcomes.length === 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.deepEqual(outcomes, ['BadRequest'])
      assert.equal((await client.send()).status, 200)
    },
  },
  {
    name: 'answers a request whose body is not read, and the next one',
    async run(serve) {
      const client = await serve(async () => ok)
      for (let round = 0; round < 3; round++) {
        const reply = await client.send({ method: 'POST', body: pattern })
        await readAll(reply.body)
        assert.equal(reply.status, 200)
      }
    },
  },
  {
    name: 'serves below its mount path only',
    async run(serve) {
      const targets: string[] = []
      const handle = async (request: HttpRequest): Promise<HttpReply> => {
        targets.push(request.target)
        return ok
      }
      const client = await serve(handle, { prefix: '/mounted/here' })
      assert.equal((await client.send({ target: '/mounted/here/api/v1?x=%2f' })).status, 200)
      assert.equal((await client.send({ target: '/mounted/here/' })).status, 200)
      assert.equal((await client.send({ target: '/api/v1' })).status, 404)
      assert.equal((await client.send({ target: '/mounted/hereafter' })).status, 404)
      assert.deepEqual(targets, ['/api/v1?x=%2f', '/'])
    },
  },
  {
    name: 'answers a thrown StatusError with its Status',
    async run(serve) {
      const client = await serve(() => {
        throw new StatusError('TooManyRequests', 'too many', { details: { retryAfterSeconds: 7 } })
      })
      const reply = await client.send()
      assert.equal(reply.status, 429)
      const status = JSON.parse((await readAll(reply.body)).toString()) as Record<string, unknown>
      assert.equal(status['message'], 'too many')
      assert.ok(reply.headers.some(([name, value]) => name === 'retry-after' && value === '7'))
    },
  },
  {
    name: 'answers any other thrown value with 500, and does not reveal it',
    async run(serve) {
      const throwers = [
        () => {
          throw new Error('secret')
        },
        () => Promise.reject(new TypeError('secret')),
        // oxlint-disable-next-line prefer-promise-reject-errors
        () => Promise.reject('secret'),
      ]
      for (const thrower of throwers) {
        const client = await serve(thrower)
        const reply = await client.send()
        const text = (await readAll(reply.body)).toString()
        assert.equal(reply.status, 500)
        assert.equal((JSON.parse(text) as Record<string, unknown>)['reason'], 'InternalError')
        assert.ok(!text.includes('secret'))
      }
    },
  },
]

function valuesOf(name: string): (request: HttpRequest) => string[] {
  return ({ rawHeaders }) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}

/** A client that still writes when the host has replied and closed the connection can lose the reply: it sends again. */
async function sendUntilReplied(client: HostClient, request: ClientRequestOptions): Promise<ClientReply> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.send(request)
    } catch (error) {
      const isLost =
        error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')
      if (!isLost || attempt === 20) throw error
      // Whether the reply or the end of the connection comes first depends on the load of the machine.
      await new Promise((resolve) => setTimeout(resolve, 25 * attempt))
    }
  }
}
