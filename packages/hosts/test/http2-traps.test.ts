import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { kubernetesVocabulary, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../src/listen.ts'
import { createServingCertificates } from '@pinnace/server'

const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
let listening: Listening
const bodies: string[] = []

async function handle(request: HttpRequest): Promise<HttpReply> {
  const body = await request.body(1000)
  bodies.push(body.toString())
  const answer = { target: request.target, host: request.header('host'), raw: request.rawHeaders }
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
}

beforeAll(async () => {
  listening = await listen(handle, { tls: certificates })
})
afterAll(() => listening.close({ graceMs: 0 }))

function open(): ClientHttp2Session {
  const session = connect(listening.url, { ca: certificates.ca })
  session.on('error', () => undefined)
  return session
}

interface Reply {
  readonly status: number | undefined
  readonly body: string
  readonly error: string | undefined
}

function send(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer): Promise<Reply> {
  return new Promise((resolve) => {
    const stream = session.request(headers, { endStream: body === undefined })
    let status: number | undefined
    let text = ''
    let error: string | undefined
    stream.on('response', (reply) => (status = reply[':status']))
    stream.on('data', (chunk) => (text += chunk))
    stream.on('error', (cause: Error) => (error = cause.message))
    stream.on('close', () => resolve({ status, body: text, error }))
    if (body !== undefined) stream.end(body)
  })
}

describe('HTTP/2', () => {
  it('answers CONNECT with 405 and a Status', async () => {
    const session = open()
    const reply = await new Promise<number | undefined>((resolve) => {
      const stream = session.request({ ':method': 'CONNECT', ':authority': 'a:80' })
      stream.on('error', () => undefined)
      stream.on('response', (headers) => {
        resolve(headers[':status'])
        stream.destroy()
      })
    })
    expect(reply).toBe(405)
    session.destroy()
  })

  it('has :authority as the host header, once, and no pseudo-headers', async () => {
    const session = open()
    const answer = JSON.parse((await send(session, { ':path': '/a%zz', ':authority': 'api.example' })).body)
    expect(answer).toMatchObject({ target: '/a%zz', host: 'api.example' })
    expect(answer.raw.slice(0, 2)).toEqual(['host', 'api.example'])
    expect(answer.raw.join(' ')).not.toContain(':path')
    session.destroy()
  })

  it('rejects a body that is shorter or longer than its content length', async () => {
    bodies.length = 0
    for (const length of [3, 9]) {
      // Node 22 ends the whole session.
      const session = open()
      const reply = await send(session, { ':method': 'POST', 'content-length': length }, Buffer.from('hello'))
      expect(reply.status === undefined || reply.status === 400).toBe(true)
      session.destroy()
    }
    expect(bodies).toEqual([])
  })

  it('rejects a body that is too large and discards the rest', async () => {
    const session = open()
    const reply = await send(session, { ':method': 'POST' }, Buffer.alloc(3_000_000))
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.body)).toMatchObject({ reason: 'RequestEntityTooLarge' })
    expect((await send(session, {})).status).toBe(200)
    session.destroy()
  })

  it('accepts headers of 60 KB, and survives a header block that is too large', async () => {
    const session = open()
    expect((await send(session, { 'x-large': 'a'.repeat(60_000) })).status).toBe(200)
    const lines: OutgoingHttpHeaders = {}
    for (let index = 0; index < 40; index++) lines[`x-${index}`] = 'a'.repeat(50_000)
    const flood = connect(listening.url, { ca: certificates.ca, maxSendHeaderBlockLength: 4_000_000 })
    flood.on('error', () => undefined)
    expect((await send(flood, lines)).status).not.toBe(200)
    flood.destroy()
    expect((await send(session, {})).status).toBe(200)
    session.destroy()
  })

  it('closes a connection that negotiated h2 and sends something else', async () => {
    const closed = await new Promise<boolean>((resolve) => {
      const options = { ca: certificates.ca, ALPNProtocols: ['h2'] }
      const socket = connectTls(listening.port, '127.0.0.1', options, () =>
        socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(9)),
      )
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(true))
      socket.resume()
    })
    expect(closed).toBe(true)
  })

  it('survives streams that are reset with an error before they are started', async () => {
    const session = open()
    await new Promise((resolve) => session.once('remoteSettings', resolve))
    const closed = Array.from({ length: 90 }, () => {
      const stream = session.request({ ':path': '/', ':method': 'GET' })
      stream.on('error', () => undefined)
      stream.close(2)
      return new Promise((resolve) => stream.once('close', resolve))
    })
    await Promise.all(closed)
    expect((await send(open(), { ':path': '/' })).status).toBe(200)
    session.destroy()
  })
})
