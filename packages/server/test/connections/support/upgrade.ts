import { request } from 'node:https'
import type { Duplex } from 'node:stream'
import { SpdyConnection } from '@pinnace/streaming'
import type { ServerListening } from '@pinnace/server'
import { clientFrame, collectFrames, type ReceivedFrame } from '../../../../streaming/test/support/websocket-client.ts'

/** A request of a client to switch protocols. */
export interface UpgradeOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
}

/** The answer: the connection, or a reply of HTTP. */
export type UpgradeAnswer =
  | { readonly status: 101; readonly headers: NodeJS.Dict<string | string[]>; readonly connection: Duplex }
  | { readonly status: number; readonly text: string }

/** Asks a server to switch protocols. */
export function askUpgrade(
  { url, ca }: Pick<ServerListening, 'url' | 'ca'>,
  path: string,
  { method = 'GET', headers }: UpgradeOptions,
): Promise<UpgradeAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, ca, headers: { connection: 'Upgrade', ...headers } })
    outgoing.on('upgrade', (incoming, connection, head) => {
      if (head.length > 0) connection.unshift(head)
      connection.on('error', () => connection.destroy())
      resolve({ status: 101, headers: incoming.headers, connection })
    })
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => (text += String(chunk)))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** A WebSocket of a client. */
export interface TestWebSocket {
  readonly protocol: string
  readonly frames: ReceivedFrame[]
  readonly connection: Duplex
  send(payload: Uint8Array, opcode?: number): void
}

/** Opens a WebSocket. Rejects if the server does not switch protocols. */
export async function openWebSocket(
  listening: Pick<ServerListening, 'url' | 'ca'>,
  path: string,
  protocol?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestWebSocket> {
  const answer = await askUpgrade(listening, path, {
    headers: {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...(protocol === undefined ? {} : { 'sec-websocket-protocol': protocol }),
      ...headers,
    },
  })
  if (!('connection' in answer)) throw new Error(`${answer.status}: ${answer.text}`)
  const { connection } = answer
  return {
    protocol: String(answer.headers['sec-websocket-protocol'] ?? ''),
    frames: collectFrames(connection),
    connection,
    send: (payload, opcode = 2) => void connection.write(clientFrame(opcode, Buffer.from(payload))),
  }
}

/** Opens SPDY/3.1 with a version of the stream protocol. */
export async function openSpdy(
  listening: Pick<ServerListening, 'url' | 'ca'>,
  path: string,
  protocol: string,
): Promise<SpdyConnection> {
  const headers = { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': protocol }
  const answer = await askUpgrade(listening, path, { method: 'POST', headers })
  if (!('connection' in answer)) throw new Error(`${answer.status}: ${answer.text}`)
  return new SpdyConnection({ transport: answer.connection, role: 'client' })
}
