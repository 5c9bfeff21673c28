import { Buffer } from 'node:buffer'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import type { RunningHost } from './running-host.ts'

/** A request that a promise of a host sends. */
export interface ClientRequestOptions {
  readonly method?: string
  /** The request target, sent as it is. @default / */
  readonly target?: string
  /** `[name, value, …]` */
  readonly headers?: readonly string[]
  /** A buffer is sent with its length, a list piece by piece without one. */
  readonly body?: Buffer | readonly Buffer[]
}

/** A reply whose headers have arrived. */
export interface ClientReply {
  readonly status: number
  /** Header lines in wire order, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The unread body. */
  readonly body: Readable
  /** Disconnects: resets the stream (HTTP/2), or closes the connection. */
  leave(): void
}

/** A client of one host under test, over HTTP/1.1 or HTTP/2. Every request of HTTP/1.1 has its own connection. */
export interface HostClient {
  send(options?: ClientRequestOptions): Promise<ClientReply>
  /** Sends, and disconnects once `arrived` resolves, without waiting for a reply. */
  sendAndLeave(options: ClientRequestOptions, arrived: Promise<unknown>): Promise<void>
  close(): void
}

/** A client for the protocol of the host. */
export function createHostClient(host: RunningHost): HostClient {
  return host.protocol === 'h2' ? createHttp2Client(host) : createHttp1Client(host)
}

/** Reads a body to its end. Rejects when it breaks off. */
export function readAll(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    body.on('data', (chunk: Buffer) => chunks.push(chunk))
    body.on('end', () => resolve(Buffer.concat(chunks)))
    body.on('error', reject)
    body.on('aborted', () => reject(new Error('the reply broke off')))
    body.on('close', () => reject(new Error('the reply broke off')))
  })
}

/** Values of a header, in order. */
export function headerValues(reply: ClientReply, name: string): readonly string[] {
  return reply.headers.filter(([line]) => line === name).map(([, value]) => value)
}

/** `[name, value, name, value]` in pairs, names in lower case. */
function toHeaderLines(raw: readonly string[]): [name: string, value: string][] {
  return raw.flatMap((name, index) => {
    const value = raw[index + 1]
    return index % 2 === 1 || value === undefined ? [] : [[name.toLowerCase(), value] satisfies [string, string]]
  })
}

function pieces(body: ClientRequestOptions['body']): readonly Buffer[] {
  if (body === undefined) return []
  return Buffer.isBuffer(body) ? [body] : (body as readonly Buffer[])
}

async function writePieces(
  stream: ClientRequest | ClientHttp2Stream,
  body: ClientRequestOptions['body'],
): Promise<void> {
  for (const piece of pieces(body)) {
    if (stream.destroyed) return
    stream.write(piece)
    if (!Buffer.isBuffer(body)) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  stream.end()
}

function createHttp1Client({ url, ca }: RunningHost): HostClient {
  const open = ({ method = 'GET', target = '/', headers = [], body }: ClientRequestOptions): ClientRequest => {
    const { hostname, port, protocol, host } = new URL(url)
    const lines = ['host', host, ...headers]
    if (Buffer.isBuffer(body)) lines.push('content-length', String(body.length))
    else if (body !== undefined) lines.push('transfer-encoding', 'chunked')
    else if (method !== 'GET' && method !== 'HEAD') lines.push('content-length', '0')
    const request = (protocol === 'https:' ? httpsRequest : httpRequest)({
      hostname,
      port,
      method,
      path: target,
      headers: lines,
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    })
    void writePieces(request, body)
    return request
  }
  return {
    send: (options = {}) =>
      new Promise((resolve, reject) => {
        const request = open(options)
        request.on('error', reject)
        request.on('response', (response: IncomingMessage) => {
          const { statusCode = 0, rawHeaders } = response
          resolve({
            status: statusCode,
            headers: toHeaderLines(rawHeaders),
            body: response,
            leave: () => void request.destroy(),
          })
        })
      }),
    async sendAndLeave(options, arrived) {
      const request = open(options)
      request.on('error', () => undefined)
      await arrived
      request.destroy()
    },
    close: () => undefined,
  }
}

function createHttp2Client({ url, ca }: RunningHost): HostClient {
  const session: ClientHttp2Session = connect(url, ca === undefined ? {} : { ca })
  session.on('error', () => undefined)
  const open = ({ method = 'GET', target = '/', headers = [], body }: ClientRequestOptions): ClientHttp2Stream => {
    const lines: Record<string, string | string[]> = { ':method': method, ':path': target }
    for (const [name, value] of toHeaderLines(headers)) {
      const before = lines[name]
      lines[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
    }
    if (Buffer.isBuffer(body)) lines['content-length'] = String(body.length)
    const stream = session.request(lines, { endStream: body === undefined })
    if (body !== undefined) void writePieces(stream, body)
    return stream
  }
  return {
    send: (options = {}) =>
      new Promise((resolve, reject) => {
        const stream = open(options)
        stream.on('error', reject)
        stream.on('response', (replied) => {
          const headers = Object.entries(replied).flatMap(([name, value]) =>
            (Array.isArray(value) ? value : [String(value)]).map((one): [string, string] => [name, one]),
          )
          resolve({
            status: replied[':status'] ?? 0,
            headers,
            body: stream,
            leave: () => stream.close(constants.NGHTTP2_CANCEL),
          })
        })
      }),
    async sendAndLeave(options, arrived) {
      const stream = open(options)
      stream.on('error', () => undefined)
      await arrived
      // A close would send END_STREAM first, and the host would see a complete request.
      stream.destroy(new Error('the client disconnects'))
    },
    close: () => session.destroy(),
  }
}
