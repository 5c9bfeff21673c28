import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { authority, issue, serverAuth, usage, x509, type Issued } from './certificates.ts'

/** An HTTPS server on loopback, with a certificate of a new authority. */
export interface Loopback {
  readonly url: string
  /** The authority to trust, PEM. */
  readonly ca: string
  readonly authority: Issued
  readonly requests: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly headers: IncomingMessage['headers']
  }[]
  readonly server: Server
  close(): Promise<void>
}

export type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }

export async function serveLoopback(
  answer: (request: {
    readonly method: string
    readonly url: string
    readonly body: string
  }) => Answer | Promise<Answer>,
  options: ServerOptions & { readonly host?: string; readonly clientCa?: boolean } = {},
): Promise<Loopback> {
  const { host = 'localhost', clientCa = false, ...rest } = options
  const ca = await issue({ subject: 'CN=loopback-ca', extensions: authority() })
  const leaf = await issue({
    subject: `CN=${host}`,
    issuer: ca,
    extensions: [usage(serverAuth), new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const requests: Loopback['requests'] = []
  const server = createServer(
    { cert: leaf.pem, key: leaf.keyPem, ...(clientCa && { ca: ca.pem, requestCert: true }), ...rest },
    (request, response) => void handle(request, response),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: ca.pem,
    authority: ca,
    requests,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const seen = { method: request.method!, url: request.url!, body, headers: request.headers }
    requests.push(seen)
    const { status = 200, headers = {}, body: reply } = await answer(seen)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? {}))
  }
}
