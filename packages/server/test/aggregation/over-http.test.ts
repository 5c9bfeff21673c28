import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { afterEach, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { createBehind, createFront, reach, register, settled, startRaw, type Reached } from './support.ts'

const widgets = '/apis/widgets.example.dev/v1/namespaces/default/widgets'
const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) await server.close({ graceMs: 0 })
})

interface Answered {
  readonly status: number
  readonly body: string
}

function send(url: string, ca: string, method: string, body?: string | Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(url, { ca, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

it('forwards requests of HTTP/1.1 and HTTP/2, and their replies', async () => {
  const reached = new Map<number, Reached>()
  const front = await createFront(reached)
  const behind = await createBehind(front)
  open.push(front, behind)
  reached.set(443, await reach(behind))
  await settled(front, await register(front, reached.get(443)!))
  const { url, ca } = await front.listen()
  const made = await send(`${url}${widgets}`, ca, 'POST', JSON.stringify({ metadata: { name: 'a' } }))
  expect(made.status).toBe(201)

  const session = connectHttp2(url, { ca })
  const stream = session.request({ ':method': 'GET', ':path': `${widgets}?watch=true` })
  const first = await new Promise<string>((resolve, reject) => {
    stream.on('error', reject)
    stream.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    stream.end()
  })
  expect(JSON.parse(first)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } })
  session.destroy()
})

it('passes a body of any size on as it arrives', async () => {
  await using raw = await startRaw(async (incoming, response) => {
    let received = 0
    for await (const chunk of incoming as AsyncIterable<Buffer>) received += chunk.length
    response.end(String(received))
  })
  const front = await createFront(new Map([[443, raw]]))
  open.push(front)
  await settled(front, await register(front, raw))
  const { url, ca } = await front.listen()
  const answer = await send(`${url}${widgets}`, ca, 'POST', Buffer.alloc(8 * 1024 * 1024, 0x20))
  expect(answer).toEqual({ status: 200, body: '8388608' })
})

it('aborts a long reply that the other server aborts', async () => {
  await using raw = await startRaw((_request, response) => {
    response.write('x'.repeat(2 * 1024 * 1024), () => response.destroy())
  })
  const front = await createFront(new Map([[443, raw]]))
  open.push(front)
  await settled(front, await register(front, raw))
  const { url, ca } = await front.listen()
  await expect(send(`${url}${widgets}`, ca, 'GET')).rejects.toThrow('aborted')
})

it('ends a watch of another server when this server closes', async () => {
  let ended = (): void => {}
  const hasEnded = new Promise<void>((resolve) => (ended = resolve))
  await using raw = await startRaw((incoming, response) => {
    incoming.once('close', ended)
    response.write('{}\n')
  })
  const front = await createFront(new Map([[443, raw]]))
  await settled(front, await register(front, raw))
  const { url, ca } = await front.listen()
  const begun = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const sent = request(`${url}${widgets}?watch=1`, { ca, agent: false }, resolve)
    sent.on('error', reject)
    sent.end()
  })
  begun.on('error', () => {})
  begun.resume()
  await front.close({ graceMs: 0 })
  await hasEnded
})
