import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request as openRequest } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import { tokens } from '../scene.ts'

/** A request to a target. */
export interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object
  readonly type?: string
  /** A name of the tokens, or a token. @default 'admin' */
  readonly as?: string
}

/** An answer. */
export interface Answer {
  /** 0 if there was none. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** The server that is attacked. */
export interface Target {
  readonly url: string
  readonly hostname: string
  readonly port: number
  readonly pid: number
  /** `full` under `npm run hostile`, `short` in CI. */
  readonly size: 'full' | 'short'
  /** The number for the size. */
  pick(full: number, short: number): number
  /** Sends a request over one of 16 connections; answers 0 instead of throwing. */
  send(ask: Ask): Promise<Answer>
  /** Opens a connection; `from` is a loopback address of the client. Rejects if the handshake fails. */
  open(protocol: 'h2' | 'http/1.1', from?: string): Promise<TLSSocket>
  /** The descriptors that the server has open; 0 where the system does not say. */
  descriptors(): number
  /** What the server has logged. */
  log(): string
  close(): void
}

/** Where a server runs. */
export interface Place {
  readonly url: string
  readonly pid: number
  readonly log: string
}

const answerMs = 120_000

/** A target for an attack in a size. */
export function createTarget({ url, pid, log }: Place, size: Target['size']): Target {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false })
  return {
    url,
    hostname,
    port: Number(port),
    pid,
    size,
    pick: (full, short) => (size === 'full' ? full : short),
    send: (ask) => send(url, agent, ask),
    open: (protocol, from) =>
      new Promise((resolve, reject) => {
        const socket = connect({
          host: hostname,
          port: Number(port),
          rejectUnauthorized: false,
          ALPNProtocols: [protocol],
          ...(from === undefined ? {} : { localAddress: from }),
        })
        socket.once('secureConnect', () => resolve(socket))
        socket.once('error', reject)
        socket.once('close', () => reject(new Error('closed before the end of the handshake')))
      }),
    descriptors: () => (process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0),
    log: () => readFileSync(log, 'utf8'),
    close: () => agent.destroy(),
  }
}

function send(url: string, agent: Agent, ask: Ask): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, type = 'application/json', as = 'admin' } = ask
  const bytes =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const token = as === 'anonymous' ? undefined : (tokens[as] ?? as)
  return new Promise((resolve) => {
    const failed = (): void => resolve({ status: 0, headers: {}, text: '' })
    const outgoing = openRequest(new URL(url), {
      agent,
      method,
      path,
      timeout: answerMs,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(bytes === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
    })
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
      incoming.on('error', failed)
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', failed)
    outgoing.end(bytes)
  })
}
