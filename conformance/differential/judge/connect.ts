import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Step } from '../cases/case.ts'
import type { Answer, Side } from './answer.ts'

const timeoutMs = 15_000

/** A server at a URL, over connections that are kept open. */
export function connect(name: Side['name'], url: string, words: Side['words'] = {}): Side {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const agent = isSecure
    ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 256 })
    : new HttpAgent({ keepAlive: true, maxSockets: 256 })
  const send = (step: Step, started?: () => void): Promise<Answer> =>
    new Promise((resolve) => {
      const body = step.bytes === undefined ? bodyOf(step) : Buffer.from(step.bytes, 'base64')
      const options = { agent, hostname, port, method: step.method, path: step.path, headers: headersOf(step, body) }
      const outgoing = (isSecure ? httpsRequest : httpRequest)(options, (incoming) => {
        started?.()
        resolve(read(incoming))
      })
      outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('no answer in time')))
      outgoing.on('error', ({ message }) => resolve({ status: 0, headers: [], text: message }))
      outgoing.end(body)
    })
  return { name, url, words, send, close: () => agent.destroy() }
}

/** The body as it is sent. */
export function bodyOf({ body }: Step): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}

function headersOf(step: Step, body: string | Buffer | undefined): Record<string, string> {
  const { as = 'admin-token', method, type, headers = {} } = step
  const patch = 'application/merge-patch+json'
  return {
    'user-agent': 'differential/v1',
    ...(as === '' ? {} : { authorization: `Bearer ${as}` }),
    ...(body === undefined ? {} : { 'content-type': type ?? (method === 'PATCH' ? patch : 'application/json') }),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
}

function read(incoming: IncomingMessage): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const headers = pairs(incoming.rawHeaders)
    const encoding = /protobuf/.test(incoming.headers['content-type'] ?? '') ? 'latin1' : 'utf8'
    const done = (): void =>
      resolve({ status: incoming.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString(encoding) })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', done)
    incoming.on('error', done)
  })
}

function pairs(raw: readonly string[]): [string, string][] {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? ''])
  return headers
}
