import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemClock } from '@pinnace/meta'
import {
  negotiateCommand,
  negotiatePortForward,
  protocolNames,
  type CommandStreams,
  type ForwardPort,
} from '@pinnace/streaming'
import type { CertificateAndKey } from '@pinnace/server'

/** What an agent under test does. */
export interface AgentBehavior {
  /** Answers a command; `target` is the path of the request. */
  readonly command?: (streams: CommandStreams, target: string) => Promise<void>
  readonly forward?: ForwardPort
  /** Answers other requests. */
  readonly answer?: (request: IncomingMessage) => { readonly status: number; readonly text: string }
}

/** A small agent of a node: it speaks the API of a kubelet over TLS. */
export interface TestAgent extends AsyncDisposable {
  readonly port: number
  /** The requests, as `POST /exec/…`, with the protocol they upgrade to. */
  readonly requests: string[]
  /** The common names of client certificates. */
  readonly clients: (string | undefined)[]
}

const names = protocolNames('k8s.io')

/** Starts an agent with a certificate of `authority`. */
export async function startAgent(
  { serving, clientCa }: { readonly serving: CertificateAndKey; readonly clientCa: string },
  behavior: AgentBehavior = {},
): Promise<TestAgent> {
  const requests: string[] = []
  const clients: (string | undefined)[] = []
  const server: Server = createServer({ ...serving, ca: clientCa, requestCert: true, rejectUnauthorized: false })
  const seen = (incoming: IncomingMessage): void => {
    const upgrade = incoming.headers.upgrade
    requests.push(`${incoming.method} ${incoming.url}${upgrade === undefined ? '' : ` ${upgrade}`}`)
    const socket = incoming.socket as { getPeerCertificate?: () => { subject?: { CN?: string } } }
    clients.push(socket.getPeerCertificate?.().subject?.CN)
  }
  server.on('request', (incoming, response) => {
    seen(incoming)
    const { status, text } = behavior.answer?.(incoming) ?? { status: 404, text: 'not found' }
    response.writeHead(status, { 'content-type': 'text/plain' })
    response.end(text)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    seen(incoming)
    socket.on('error', () => socket.destroy())
    serveUpgrade(incoming, socket, behavior)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    clients,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serveUpgrade(incoming: IncomingMessage, socket: Duplex, { command, forward }: AgentBehavior): void {
  const { method = '', rawHeaders, url = '' } = incoming
  const query = new URL(url, 'https://agent').searchParams
  const options = {
    stdin: query.get('input') === '1',
    stdout: query.get('output') === '1',
    stderr: query.get('error') === '1',
    tty: query.get('tty') === '1',
  }
  const request = { method, rawHeaders }
  const switchTo = (headers: Readonly<Record<string, string>>): void => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
  }
  if (url.startsWith('/portForward/') && forward !== undefined) {
    const negotiated = negotiatePortForward(request, { names, ports: [80], forward, clock: systemClock })
    if ('status' in negotiated) return void socket.end(`HTTP/1.1 ${negotiated.status} X\r\n\r\n`)
    switchTo(negotiated.headers)
    void negotiated.serve(socket)
    return
  }
  const negotiated = negotiateCommand(request, { names, options, clock: systemClock })
  if ('status' in negotiated || command === undefined) {
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
    return
  }
  switchTo(negotiated.headers)
  // The client may leave before it has opened its streams.
  negotiated.serve(socket).then(
    (streams) => void command(streams, url),
    () => socket.destroy(),
  )
}
