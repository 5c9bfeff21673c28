import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookReply, WebhookTransport } from '../../src/index.ts'

/** A service on loopback that answers with what `answer` says, and keeps what it was sent. */
export interface Remote extends AsyncDisposable {
  readonly transport: WebhookTransport
  readonly sent: Record<string, unknown>[]
}

export interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** An object is sent as JSON. */
  readonly body?: unknown
  /** Ends the connection instead. */
  readonly isReset?: boolean
}

export async function startRemote(answer: (review: Record<string, unknown>, count: number) => Answer): Promise<Remote> {
  const sent: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      sent.push(review)
      const { status = 200, headers = {}, body = {}, isReset = false } = answer(review, sent.length)
      if (isReset) {
        request.socket.resetAndDestroy()
        return
      }
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const post = (body: string): Promise<WebhookReply> =>
    new Promise((resolve, reject) => {
      const outgoing = httpRequest({ host: '127.0.0.1', port, method: 'POST', agent: false }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return {
    transport: { post },
    sent,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
