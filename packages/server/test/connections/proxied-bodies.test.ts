import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startTarget } from './support/local-target.ts'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'

const path = '/api/v1/namespaces/default/pods/web/proxy/upload'
const piece = Buffer.alloc(64 * 1024, 'x')
/** 16 MiB: more than the limit of other bodies, 3 MiB. */
const pieces = 256

it('the body of a proxied request may be of any size, over HTTP/1.1 and HTTP/2', async () => {
  await using started = await startSimulatedPod()
  using _ = await startTarget(started, async (request, response) => {
    let received = 0
    for await (const chunk of request as AsyncIterable<Buffer>) received += chunk.length
    response.end(`${request.method} ${received} ${request.headers['content-length']}`)
  })
  const total = pieces * piece.length
  expect(await upload(started, { 'content-length': total })).toBe(`POST ${total} ${total}`)
  expect(await upload(started, {})).toBe(`POST ${total} undefined`)
  const { url, ca } = started.listening
  const session = connectHttp2(url, { ca })
  const stream = session.request({ ':method': 'PUT', ':path': path })
  void send(stream)
  expect(await text(stream)).toBe(`PUT ${total} undefined`)
  session.destroy()
})

it('a client is read from as fast as the target reads', async () => {
  await using started = await startSimulatedPod()
  let read = (): void => {}
  using _ = await startTarget(started, async (request, response) => {
    await new Promise<void>((resolve) => (read = resolve))
    response.end((await text(request)).length.toString())
  })
  // More than the buffers on the way hold.
  const most = 1024
  const sent = { pieces: 0 }
  const reply = upload(started, {}, sent, most)
  await eventually(async () => {
    const before = sent.pieces
    await new Promise((resolve) => setTimeout(resolve, 150))
    return sent.pieces > 0 && sent.pieces === before
  }, true)
  expect(sent.pieces).toBeLessThan(most / 2)
  read()
  expect(await reply).toBe(String(most * piece.length))
})

it('a target answers before it has read the body', async () => {
  await using started = await startSimulatedPod()
  using _ = await startTarget(started, (_request, response) => void response.writeHead(413).end('enough'))
  expect(await upload(started, {})).toBe('enough')
})

it('the body of a GET is passed on', async () => {
  await using started = await startSimulatedPod()
  using _ = await startTarget(started, async (request, response) => response.end(`searched ${await text(request)}`))
  const reply = await new Promise<string>((resolve, reject) => {
    const { url, ca } = started.listening
    const headers = { 'content-length': 2 }
    const request = httpsRequest(`${url}${path}`, { ca, headers }, (answer) => text(answer).then(resolve, reject))
    request.on('error', reject)
    request.end('{}')
  })
  expect(reply).toBe('searched {}')
})

function upload(
  started: SimulatedPodServer,
  headers: Record<string, number>,
  sent = { pieces: 0 },
  most = pieces,
): Promise<string> {
  const { url, ca } = started.listening
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', ca, headers }
    const request = httpsRequest(`${url}${path}`, options, (answer) => text(answer).then(resolve, reject))
    request.on('error', reject)
    void send(request, sent, most)
  })
}

async function send(stream: NodeJS.WritableStream, sent = { pieces: 0 }, most = pieces): Promise<void> {
  for (; sent.pieces < most; sent.pieces++) {
    if (!stream.write(piece)) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          stream.off('drain', done)
          stream.off('close', done)
          resolve()
        }
        stream.on('drain', done)
        stream.on('close', done)
      })
    }
  }
  stream.end()
}
