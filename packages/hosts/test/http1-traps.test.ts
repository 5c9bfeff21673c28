import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseRequestInfo, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpHandler } from '../src/http-handler.ts'
import { createHttpServer } from '../src/http-server.ts'
import { toNodeListener } from '../src/node.ts'
import { exchange, exchangeText } from './raw-client.ts'

const limit = 3 * 1024 * 1024
const seen: string[] = []

async function handle(request: HttpRequest): Promise<HttpReply> {
  seen.push(request.target)
  parseRequestInfo(request.method, request.target)
  const body = await request.body(limit)
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`read ${body.length}`) }
}

const server = createHttpServer(handle, { headersTimeoutMs: 400, idleTimeoutMs: 700 })
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const chunked = '5\r\nhello\r\n0\r\n\r\n'

describe('requests that Node.js accepts and are not valid', () => {
  const refused: readonly (readonly [promise: string, status: number, message: string, request: string])[] = [
    ['two Host headers', 400, 'too many Host headers', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['two Host headers in different case', 400, 'too many Host', 'GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n'],
    ['no Host header', 400, 'missing required Host header', 'GET / HTTP/1.1\r\n\r\n'],
    ['a Host with a blank', 400, 'malformed Host header', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a Host with a path', 400, 'malformed Host header', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['a Host with user info', 400, 'malformed Host header', 'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n'],
    ['a Host with a byte over 127', 400, 'malformed Host header', 'GET / HTTP/1.1\r\nHost: \u00e9\r\n\r\n'],
    ['HTTP/2.0 in the request line', 505, 'unsupported protocol version', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['HTTP/3.0 in the request line', 505, 'unsupported protocol version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['the preface of HTTP/2', 505, 'unsupported protocol version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9 in the request line', 400, 'malformed HTTP request', 'GET / HTTP/0.9\r\nHost: a\r\n\r\n'],
    ['a request line without a version', 400, 'malformed HTTP request', 'GET /\r\nHost: a\r\n\r\n'],
    ['a request line alone without a version', 400, 'malformed HTTP request', 'GET /\r\n\r\n'],
    ['a lower-case protocol', 400, 'malformed HTTP request', 'GET / http/1.1\r\nHost: a\r\n\r\n'],
    ['a blank in the target', 400, 'malformed HTTP request', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target that is no path', 400, 'malformed HTTP request', 'GET foo HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['gzip before chunked', 501, 'unsupported transfer encoding', coding('gzip, chunked')],
    ['gzip alone', 501, 'unsupported transfer encoding', coding('gzip')],
    ['identity', 501, 'unsupported transfer encoding', coding('identity')],
    ['a coding that ends in chunked', 501, 'unsupported transfer encoding', coding('xchunked')],
    ['chunked twice in one line', 501, 'unsupported transfer encoding', coding('chunked, chunked')],
    ['chunked in two lines', 501, 'transfer encoding', coding('chunked\r\nTransfer-Encoding: chunked')],
    ['an empty coding', 501, 'unsupported transfer encoding', coding('').replace(chunked, '')],
    ['a coding in HTTP/1.0', 400, 'HTTP/1.1', coding('chunked').replace('HTTP/1.1', 'HTTP/1.0')],
    ['a length and a coding', 400, 'malformed HTTP request', coding('chunked\r\nContent-Length: 5')],
    [
      'a coding after a length',
      400,
      'malformed',
      coding('chunked').replace('Transfer', 'Content-Length: 5\r\nTransfer'),
    ],
    [
      'two lengths',
      400,
      'malformed',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello1',
    ],
    ['a signed length', 400, 'malformed', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nhello'],
    ['a negative length', 400, 'malformed', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\nhello'],
    ['a list of lengths', 400, 'malformed', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello'],
    ['a blank before the colon', 400, 'malformed', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a folded header line', 400, 'malformed', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n'],
    ['a null byte in a header', 400, 'malformed', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['bare line feeds', 400, 'malformed', 'GET / HTTP/1.1\nHost: a\n\n'],
    [
      'a chunk size that is no number',
      400,
      'malformed',
      coding('chunked').replace(chunked, 'zz\r\nhello\r\n0\r\n\r\n'),
    ],
    ['a percent sign without two digits', 400, '%zz', 'GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['CONNECT', 405, 'the server does not allow this method', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ]
  it.each(refused)('answers %s with %i and a Status', async (_promise, status, message, request) => {
    const reply = await exchange(port, request)
    expect(reply.status).toBe(status)
    expect(reply.head.toLowerCase()).toContain('content-type: application/json')
    const body = JSON.parse(reply.body) as Record<string, unknown>
    expect(body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status })
    expect(body['message']).toContain(message)
    if (status === 400) expect(body['reason']).toBe('BadRequest')
  })

  it('closes the connection after a request with invalid framing, so that no request is smuggled behind it', async () => {
    seen.length = 0
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const first of [
      coding('gzip, chunked'),
      coding('chunked\r\nContent-Length: 3'),
      'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    ]) {
      const text = await exchangeText(port, first + smuggled)
      expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(text.toLowerCase()).toContain('connection: close')
    }
    expect(seen).not.toContain('/smuggled')
  })
})

describe('a malformed body', () => {
  const refusing: HttpHandler = async ({ target }) => {
    const endMs = performance.now() + (target === '/busy' ? 30 : 0)
    while (performance.now() < endMs);
    return { status: 403, headers: {}, body: Buffer.from('refused') }
  }
  const malformedChunk = coding('chunked').replace(chunked, '1\r\nhello\r\n0\r\n\r\n')

  it.each([
    ['at once', []],
    ['after others, on a busy server', ['GET /busy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']],
  ])('of a request that is refused whatever its body is does not change the answer: %s', async (_when, before) => {
    const refuses = createHttpServer(refusing)
    await new Promise<void>((resolve) => refuses.listen(0, '127.0.0.1', resolve))
    const { port: refusingPort } = refuses.address() as AddressInfo
    const requests = [...before, malformedChunk]
    const sockets = await Promise.all(requests.map(() => connected(refusingPort)))
    // Both arrive in one turn of the event loop: the server already waits for them.
    await new Promise((resolve) => void setTimeout(resolve, 20))
    for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? '')
    for (const socket of sockets) {
      expect((await text(socket)).match(/^HTTP\/1\.1 [0-9]+|refused$/gm)).toEqual(['HTTP/1.1 403', 'refused'])
    }
    refuses.close()
  })
})

function connected(to: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1', () => resolve(socket))
  })
}

describe('unusual requests that are valid', () => {
  const served: readonly (readonly [promise: string, request: string, body: string])[] = [
    ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n', 'read 0'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 'read 0'],
    ['a Host that is an IPv6 address', 'GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n', 'read 0'],
    ['an absolute target', 'GET http://a/api HTTP/1.1\r\nHost: a\r\n\r\n', 'read 0'],
    ['Chunked in capitals', coding('Chunked'), '5'],
    ['chunks with extensions', coding('chunked').replace('5\r\n', '5;a=b\r\n'), '5'],
    ['chunks with trailers', coding('chunked').replace('0\r\n', '0\r\nX-T: 1\r\n'), '5'],
    ['3,000 header lines', `GET / HTTP/1.1\r\n${'X-A: 1\r\n'.repeat(3000)}Host: a\r\n\r\n`, 'read 0'],
    ['1 MiB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(1024 * 1024 - 30)}\r\n\r\n`, 'read 0'],
  ]
  it.each(served)('serves %s', async (_promise, request, body) => {
    const reply = await exchange(port, request)
    expect(reply.status).toBe(200)
    expect(reply.body).toContain(body)
  })

  it('answers more than 1 MiB of headers with 431', async () => {
    const reply = await exchange(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(1100 * 1024)}\r\n\r\n`)
    expect(reply.status).toBe(431)
    expect(JSON.parse(reply.body)).toMatchObject({ code: 431, kind: 'Status' })
  })

  const hasTwo = (text: string): boolean => text.split('read 0').length === 3
  it('answers requests that arrive together one after the other', async () => {
    const text = await exchangeText(
      port,
      'GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n',
      hasTwo,
    )
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  })

  it('rejects the second request of a connection with a Status when the first was valid', async () => {
    const text = await exchangeText(port, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b\r\n\r\n')
    expect(text).toContain('HTTP/1.1 200')
    expect(text).toContain('HTTP/1.1 400')
  })

  it('sends "100 Continue" only when the body is read', async () => {
    const head = (length: number) =>
      `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    const continued = (text: string): boolean => text.includes('\r\n\r\n')
    expect(await exchangeText(port, head(5), continued)).toMatch(/^HTTP\/1\.1 100 Continue/)
    const refused = await exchange(port, head(limit + 1))
    expect(refused.status).toBe(413)
    expect(refused.body).toContain('Request entity too large: limit is 3145728')
  })
})

describe('streams', () => {
  const streaming: HttpHandler = async () => ({
    status: 200,
    headers: {},
    body: {
      start(sink) {
        for (const text of ['one\n', '', 'x'.repeat(100_000), '\ntwo\n']) sink.write(Buffer.from(text))
        sink.end()
      },
    },
  })

  async function streamed(listener: RequestListener, version: string): Promise<string> {
    const streams = createServer(listener)
    await new Promise<void>((resolve) => streams.listen(0, '127.0.0.1', resolve))
    const { port } = streams.address() as AddressInfo
    const reply = await exchange(port, `GET / HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`)
    streams.close()
    return reply.body.replace('x'.repeat(100_000), '[many]')
  }

  it('sends a stream in chunks, without one for an empty write', async () => {
    const body = await streamed(toNodeListener(streaming), '1.1')
    expect(body).toBe('4\r\none\n\r\n186a0\r\n[many]\r\n5\r\n\ntwo\n\r\n0\r\n\r\n')
  })

  it('sends a stream without chunks to an HTTP/1.0 client, and closes', async () => {
    expect(await streamed(toNodeListener(streaming), '1.0')).toBe('one\n[many]\ntwo\n')
  })

  it('writes through a middleware that replaces write', async () => {
    const listener = toNodeListener(streaming)
    const body = await streamed((incoming, response) => {
      const write = response.write.bind(response)
      response.write = ((chunk: Buffer) => write(chunk.toString().toUpperCase())) as typeof response.write
      listener(incoming, response)
    }, '1.1')
    expect(body).toContain('ONE\n')
  })
})

describe('time', () => {
  it('ends a connection whose headers do not arrive in time with 408', async () => {
    const reply = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nX')
    expect(reply.status).toBe(408)
  })

  it('closes an idle connection', async () => {
    // Rejects if the server does not close it.
    expect(await exchangeText(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('200 OK')
  })

  it('has the limits of an API server by default', () => {
    const plain = createHttpServer(handle)
    expect([plain.headersTimeout, plain.keepAliveTimeout]).toEqual([32_000, 90_000])
  })
})

function coding(value: string): string {
  return `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${value}\r\n\r\n${chunked}`
}
