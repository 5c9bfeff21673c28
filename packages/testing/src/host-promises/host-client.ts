import { Buffer } from 'node:buffer'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import type { RunningHost } from './running-host.ts'

/** What a promise of a host sends. */
export interface ClientRequestOptions {
  readonly method?: string
  /** As it shall stand on the wire. */
  readonly target?: string
  /** `[name, value, …]` */
  readonly headers?: readonly string[]
  /** Sent with its length, or piece by piece without one where it is a list. */
  readonly body?: Buffer | readonly Buffer[]
}

/** A reply as it begins to arrive. */
export interface ClientReply {
  readonly status: number
  /** Lines in wire order, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body, not yet read. */
  readonly body: Readable
  /** Leaves without a word: resets the stream, or closes the connection. */
  leave(): void
}

/** A client of one host under test, over HTTP/1.1 or HTTP/2. Every request of HTTP/1.1 has its own connection. */
export interface HostClient {
  send(options?: ClientRequestOptions): Promise<ClientReply>
  /** Sends and leaves after `afterMs` without waiting for a reply. */
  sendAndLeave(options: ClientRequestOptions, afterMs: number): Promise<void>
  close(): void
}

/** A client for the protocol the host speaks. */
export function createHostClient(host: RunningHost): HostClient {
  return host.protocol === 'h2' ? createHttp2Client(host) : createHttp1Client(host)
}

/** Reads a body to its end. Rejects where it breaks off. */
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
          const headers: [string, string][] = []
          for (let index = 0; index < response.rawHeaders.length; index += 2) {
            headers.push([response.rawHeaders[index]!.toLowerCase(), response.rawHeaders[index + 1]!])
          }
          resolve({ status: response.statusCode!, headers, body: response, leave: () => void request.destroy() })
        })
      }),
    async sendAndLeave(options, afterMs) {
      const request = open(options)
      request.on('error', () => undefined)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
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
    for (let index = 0; index < headers.length; index += 2) {
      const name = headers[index]!.toLowerCase()
      const value = headers[index + 1]!
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
            status: replied[':status']!,
            headers,
            body: stream,
            leave: () => stream.close(constants.NGHTTP2_CANCEL),
          })
        })
      }),
    async sendAndLeave(options, afterMs) {
      const stream = open(options)
      stream.on('error', () => undefined)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      // Closing it would end it first, and the host would see a whole request.
      stream.destroy(new Error('the client leaves'))
    },
    close: () => session.destroy(),
  }
}
