import { connect, type TLSSocket } from 'node:tls'
import { kubernetesVocabulary, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen, type Listening } from '../src/listen.ts'

const large = 8 * 1024 * 1024

async function handle(request: HttpRequest): Promise<HttpReply> {
  const headers = { 'content-type': 'text/plain' }
  if (request.method === 'GET') return { status: 200, headers, body: Buffer.alloc(large, 'x') }
  const body = await request.body(large)
  return { status: 200, headers, body: Buffer.from(`read ${body.length}`) }
}

let server: Listening
beforeAll(async () => {
  const tls = createServingCertificates({ vocabulary: kubernetesVocabulary })
  server = await listen(handle, { port: 0, tls })
})
afterAll(() => server.close())

const post = (length: number): string =>
  `POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'y'.repeat(length)}`

async function ask(texts: readonly string[]): Promise<string> {
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }
    const opened = connect(options, () => resolve(opened))
    opened.once('error', reject)
  })
  socket.pause()
  for (const text of texts) socket.write(text)
  // The reply is not read until the server cannot write any more of it.
  await new Promise((resolve) => setTimeout(resolve, 300))
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (received += chunk.replaceAll('x', '')))
  await new Promise((resolve) => {
    socket.once('close', resolve)
    socket.resume()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  })
  return received
}

it.each([
  ['one body', [`GET / HTTP/1.1\r\nHost: a\r\n\r\n${post(300_000)}`]],
  ['several bodies', [`GET / HTTP/1.1\r\nHost: a\r\n\r\n${post(100_000)}${post(50_000)}`, post(200_000)]],
  ['requests in pieces', ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', post(400_000), post(16_385), post(16_384)]],
])('requests behind a large reply that is not read are all answered: %s', async (_, texts) => {
  const wanted = texts.join('').match(/POST/g)?.length ?? 0
  const received = await ask(texts)
  expect(received).not.toContain('HTTP/1.1 400')
  expect(received.match(/read \d+/g)).toHaveLength(wanted)
  expect(received.match(/HTTP\/1.1 200/g)).toHaveLength(wanted + 2)
})
