import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import type { HttpReply, ReplySink } from '@pinnace/meta'
import { createSignal } from '../create-signal.ts'
import { expectDefined } from '../expect-defined.ts'
import { readAll, type ClientReply } from './host-client.ts'
import type { HostPromise, Serve } from './promise.ts'

function streaming(start: (sink: ReplySink) => void): HttpReply {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: { start } }
}

/** A reply that is a stream, from both ends. */
interface OpenStream {
  readonly reply: ClientReply
  readonly sink: ReplySink
  /** How many times the close listener was called. */
  readonly closed: () => number
}

async function openStream(serve: Serve): Promise<OpenStream> {
  const sinks: ReplySink[] = []
  let closed = 0
  const client = await serve(async () => streaming((sink) => sinks.push(sink)))
  const reply = await client.send()
  const sink = expectDefined(sinks[0], 'the sink')
  sink.onClose(() => closed++)
  return { reply, sink, closed: () => closed }
}

async function eventually(what: string, condition: () => boolean, withinMs = 5000): Promise<void> {
  const end = performance.now() + withinMs
  while (!condition()) {
    if (performance.now() > end) assert.fail(`${what} did not happen within ${withinMs} ms`)
    await pause(2)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** How a host sends replies that are streams. */
export const streamPromises: readonly HostPromise[] = [
  {
    name: 'sends the headers of a stream before its first chunk',
    async run(serve) {
      const client = await serve(async () => streaming(() => undefined))
      const reply = await client.send()
      assert.equal(reply.status, 200)
      reply.body.on('error', () => undefined)
      reply.leave()
    },
  },
  {
    name: 'sends each chunk of a stream when it is written, and ends when it is ended',
    async run(serve) {
      const { reply, sink, closed } = await openStream(serve)
      let text = ''
      let ended = false
      reply.body.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.body.on('end', () => (ended = true))
      for (const line of ['one\n', 'two\n', 'three\n']) {
        sink.write(Buffer.from(line))
        await eventually(`the arrival of ${line.trim()}`, () => text.endsWith(line))
      }
      assert.equal(closed(), 0)
      sink.end()
      await eventually('the end', () => ended)
      await eventually('the close listener', () => closed() === 1)
      assert.equal(sink.write(Buffer.from('late')), false)
      sink.end()
      assert.equal(text, 'one\ntwo\nthree\n')
    },
  },
  {
    name: 'sends chunks that are written in one turn of the event loop completely and in order',
    async run(serve) {
      const lines = Array.from({ length: 3000 }, (_, index) => Buffer.from(`line ${index}\n`))
      const client = await serve(async () =>
        streaming((sink) => {
          for (const line of lines) sink.write(line)
          sink.end()
        }),
      )
      const body = await readAll((await client.send()).body)
      assert.ok(body.equals(Buffer.concat(lines)))
    },
  },
  {
    name: 'closes a stream when its client disconnects',
    async run(serve) {
      const { reply, sink, closed } = await openStream(serve)
      sink.write(Buffer.from('one\n'))
      reply.body.on('error', () => undefined)
      await pause(20)
      reply.leave()
      await eventually('the close', () => closed() === 1)
      assert.equal(sink.write(Buffer.from('two\n')), false)
      let late = 0
      sink.onClose(() => late++)
      assert.equal(late, 1)
      assert.equal(closed(), 1)
    },
  },
  {
    name: 'aborts the signal of a request whose client disconnects',
    async run(serve) {
      let signal: AbortSignal | undefined
      let aborted = 0
      const client = await serve(async (request) => {
        signal = request.signal
        signal.addEventListener('abort', () => aborted++)
        return streaming((sink) => sink.write(Buffer.from('x')))
      })
      const reply = await client.send()
      reply.body.on('error', () => undefined)
      assert.equal(signal?.aborted, false)
      reply.leave()
      await eventually('the abort', () => aborted === 1)
    },
  },
  {
    name: 'does not abort the signal of a request that was answered',
    async run(serve) {
      let signal: AbortSignal | undefined
      const client = await serve(async (request) => {
        signal = request.signal
        return { status: 200, headers: {}, body: Buffer.from('done') }
      })
      await readAll((await client.send()).body)
      await pause(20)
      assert.equal(signal?.aborted, false)
    },
  },
  {
    name: 'starts and closes a stream whose client disconnected before it was ready',
    async run(serve) {
      let aborted = false
      let closed = 0
      const arrival = createSignal()
      const client = await serve(async (request) => {
        arrival.resolve()
        const gone = new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
        await gone
        aborted = true
        return streaming((sink) => {
          sink.onClose(() => closed++)
          sink.write(Buffer.from('never read'))
        })
      })
      await client.sendAndLeave({}, arrival.promise)
      await eventually('the abort', () => aborted)
      await eventually('the close', () => closed === 1)
    },
  },
  {
    name: 'breaks the reply off when a stream is aborted',
    async run(serve) {
      const { reply, sink, closed } = await openStream(serve)
      const whole = readAll(reply.body)
      const outcome = whole.then(
        () => 'a normal end',
        () => 'broken off',
      )
      sink.write(Buffer.from('one\n'))
      await pause(20)
      sink.abort()
      assert.equal(await outcome, 'broken off')
      await eventually('the close', () => closed() === 1)
    },
  },
  {
    name: 'answers HEAD for a stream immediately, and closes it',
    async run(serve) {
      let closed = 0
      const client = await serve(async () => streaming((sink) => sink.onClose(() => closed++)))
      const reply = await client.send({ method: 'HEAD' })
      assert.equal((await readAll(reply.body)).length, 0)
      assert.equal(reply.status, 200)
      await eventually('the close', () => closed === 1)
    },
  },
  {
    name: 'reports the bytes buffered for a slow client, and serves others meanwhile',
    async run(serve) {
      const sinks: ReplySink[] = []
      const client = await serve(async (request) =>
        request.target === '/stream'
          ? streaming((sink) => sinks.push(sink))
          : { status: 200, headers: {}, body: Buffer.from('ok') },
      )
      const slow = await client.send({ target: '/stream' })
      const fast = await client.send({ target: '/stream' })
      slow.body.on('error', () => undefined)
      slow.body.pause()
      let taken = 0
      fast.body.on('data', (chunk: Buffer) => (taken += chunk.length))
      fast.body.on('error', () => undefined)
      const chunk = Buffer.alloc(256 * 1024, 0x61)
      const [slowSink, fastSink] = [
        expectDefined(sinks[0], 'the first sink'),
        expectDefined(sinks[1], 'the second sink'),
      ]
      let wanted = true
      for (let index = 0; index < 100; index++) {
        wanted = slowSink.write(chunk)
        fastSink.write(chunk)
        await pause(1)
      }
      assert.equal(wanted, false)
      assert.ok(slowSink.bufferedBytes > 8 * 1024 * 1024, `buffered ${slowSink.bufferedBytes}`)
      await eventually('the fast client', () => taken === 100 * chunk.length, 5000)
      await eventually('the empty buffer', () => fastSink.bufferedBytes === 0)
      assert.equal((await readAll((await client.send()).body)).toString(), 'ok')
      slowSink.abort()
      fast.leave()
    },
  },
  {
    name: 'writes one chunk to many clients without changing it',
    async run(serve) {
      const sinks: ReplySink[] = []
      const client = await serve(async () => streaming((sink) => sinks.push(sink)))
      const replies = await Promise.all(Array.from({ length: 30 }, () => client.send()))
      const bodies = replies.map(({ body }) => readAll(body))
      const chunk = Buffer.from('{"type":"ADDED"}\n')
      for (let round = 0; round < 20; round++) for (const sink of sinks) sink.write(chunk)
      for (const sink of sinks) sink.end()
      for (const body of await Promise.all(bodies)) assert.equal(body.toString(), chunk.toString().repeat(20))
      assert.equal(chunk.toString(), '{"type":"ADDED"}\n')
    },
  },
]
