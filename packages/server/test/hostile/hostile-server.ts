import { connect } from 'node:tls'
import { createTokenFileAuthenticator, parseTokenFile } from '@pinnace/authn'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'

/** One reply as it came over the wire, with its body read as JSON where it is JSON. */
export interface Reply {
  readonly status: number
  readonly head: string
  readonly body: string
  readonly text: string
  // Tests read any shape of any answer.
  // oxlint-disable-next-line no-explicit-any
  readonly json: any
}

/** What is sent beside method and target. */
export interface Sending {
  readonly body?: string | Buffer | object
  readonly type?: string
  /** Lines as they go over the wire. */
  readonly lines?: readonly string[]
  /** @default the administrator's */
  readonly token?: string | undefined
}

/** A secure server on a TLS port, and a client that writes bytes. */
export interface HostileServer {
  readonly server: Server
  readonly port: number
  /** Sends bytes as they are, on a connection of their own. */
  raw(bytes: string | Buffer, options?: RawOptions): Promise<Reply>
  send(method: string, target: string, sending?: Sending): Promise<Reply>
  close(): Promise<void>
}

/** How long a connection may stay quiet, and who it says it is. */
export interface RawOptions {
  readonly quietMs?: number
  readonly cert?: string
  readonly key?: string
}

/** The token of a member of `system:masters`. */
export const adminToken = 'admin-token'
/** The token of a user without permissions. */
export const janeToken = 'jane-token'

/** Starts a server as in production: secure defaults, with tokens from a file. */
export async function startHostile(options: ServerOptions = {}): Promise<HostileServer> {
  const tokens = `${adminToken},admin,1,system:masters\n${janeToken},jane,2,devs`
  const server = await createServer({
    vocabulary: 'kubernetes',
    authenticators: [createTokenFileAuthenticator(parseTokenFile(tokens))],
    ...options,
  })
  const { port, ca } = await server.listen()
  const raw = (bytes: string | Buffer, { quietMs = 10_000, ...identity }: RawOptions = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect({ port, host: '127.0.0.1', ca, ...identity }, () => {
        socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
      })
      socket.setTimeout(quietMs, () => socket.destroy())
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
      })
      socket.on('close', () => resolve(toReply(Buffer.concat(chunks).toString())))
    })
  return {
    server,
    port,
    raw,
    send(method, target, { body, type = 'application/json', lines = [], token = adminToken } = {}) {
      const content =
        body === undefined
          ? Buffer.alloc(0)
          : Buffer.isBuffer(body)
            ? body
            : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      const head = [
        `${method} ${target} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
        ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${content.length}`]),
        ...lines,
      ]
      return raw(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content]))
    },
    close: () => server.close(),
  }
}

function toReply(text: string): Reply {
  const end = text.indexOf('\r\n\r\n')
  const head = end < 0 ? text : text.slice(0, end)
  const body = end < 0 ? '' : text.slice(end + 4)
  return { status: Number(head.slice(9, 12)), head, body, text, json: readJson(body) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
