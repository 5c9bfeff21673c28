import { connect } from 'node:tls'
import type { HostileRequest } from './requests/hostile-request.ts'

/** How a server answered. */
export interface RawAnswer {
  /** 0 if the connection was closed or kept silent without an answer. */
  readonly status: number
  /** Everything that was received, as Latin-1. */
  readonly text: string
}

const answerMs = 20_000
const keptBytes = 65_536

/** Sends the bytes of a request over a connection of its own, and reads the first answer. */
export function sendRaw(
  url: string,
  request: HostileRequest,
  tokens: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const bytes = toBytes(request, tokens)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    })
    const timer = setTimeout(() => end(), answerMs)
    let text = ''
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      // An interim answer is not the answer.
      const status = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)]
        .map(([, code]) => Number(code))
        .find((code) => code >= 200)
      resolve({ status: status ?? 0, text })
    }
    socket.on('secureConnect', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      if (text.length < keptBytes) text += chunk.toString('latin1')
    })
    // A server may answer and close before it has read everything.
    socket.on('error', end)
    socket.on('close', end)
    socket.on('end', end)
  })
}

function toBytes(request: HostileRequest, tokens: Readonly<Record<string, string>>): Buffer {
  const { method = 'GET', path, headers = [], body = '', raw, as = 'admin' } = request
  if (raw !== undefined) return Buffer.from(raw, 'latin1')
  const bytes = Buffer.from(body)
  const token = tokens[as]
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: hostile.example',
    'Connection: close',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes.length === 0 && method === 'GET' ? [] : [`Content-Length: ${bytes.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}
