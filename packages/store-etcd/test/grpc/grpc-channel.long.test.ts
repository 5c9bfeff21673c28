import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '@pinnace/meta'
import { encodeFrame, encodeSettings, frameType } from '../../src/grpc/frames.ts'
import { GrpcChannel, type GrpcCall } from '../../src/grpc/grpc-channel.ts'
import { GrpcError, grpcStatus } from '../../src/grpc/grpc-error.ts'
import { echo, metadata, startPeer, startRawPeer, succeed } from './start-peer.ts'

const call: GrpcCall = { path: '/test.Test/Echo', metadata, timeoutMs: 10_000 }

describe('a call', () => {
  it('sends its message with the headers of gRPC, and resolves with the answer', async () => {
    await using peer = await startPeer(echo)
    expect(await peer.channel.unary(call, Buffer.from('ahoy'))).toEqual(Buffer.from('ahoy'))
    expect(peer.streams[0]?.sentHeaders).toMatchObject({ ':status': 200 })
  })

  it.each([
    ['an empty message', 0],
    ['one that is longer than a frame', 100_000],
    ['one that is longer than every window', 20 * 1024 * 1024],
  ])('carries %s in both directions', async (_, bytes) => {
    await using peer = await startPeer(echo)
    const message = Buffer.alloc(bytes, 'pinnace')
    const answer = await peer.channel.unary(call, message)
    expect(answer.equals(message)).toBe(true)
  })

  it('goes on while many others do, all on one connection', async () => {
    await using peer = await startPeer(echo)
    const messages = Array.from({ length: 500 }, (_, index) => Buffer.from(`message ${index}`.repeat(index)))
    const answers = await Promise.all(messages.map((message) => peer.channel.unary(call, message)))
    expect(answers).toEqual(messages)
    expect(peer.sessions).toHaveLength(1)
  })

  it('waits for others to end where the server allows only some at a time', async () => {
    await using peer = await startPeer(
      (stream) => {
        expect(peer.streams.filter(({ closed, writableEnded }) => !closed && !writableEnded).length).toBeLessThan(4)
        echo(stream)
      },
      { settings: { maxConcurrentStreams: 3 } },
    )
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => peer.channel.unary(call, Buffer.of(at))))
    expect(answers.map(([at]) => at)).toEqual(Array.from({ length: 50 }, (_, at) => at))
  })

  it('carries messages one by one where it is a stream', async () => {
    await using peer = await startPeer((stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.on('data', (chunk: Buffer) => stream.write(chunk))
      stream.on('end', () => stream.end())
    })
    const received: string[] = []
    const error = await new Promise<GrpcError | undefined>((resolve) => {
      const opened = peer.channel.open(call, {
        onMessage(message) {
          received.push(message.toString())
          opened.write(Buffer.from(`${message}!`), received.length === 3)
        },
        onEnd: resolve,
      })
      opened.write(Buffer.from('ahoy'))
    })
    expect(error).toBeUndefined()
    expect(received).toEqual(['ahoy', 'ahoy!', 'ahoy!!', 'ahoy!!!'])
  })
})

describe('a failure', () => {
  it('has the status and the message of the server', async () => {
    await using peer = await startPeer((stream) =>
      stream.respond(
        { ':status': 200, 'grpc-status': '9', 'grpc-message': 'not%20yet: %E2%82%AC 5' },
        { endStream: true },
      ),
    )
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toMatchObject({
      status: grpcStatus.failedPrecondition,
      message: 'not yet: € 5',
      isSent: true,
    })
  })

  it.each([
    [503, grpcStatus.unavailable],
    [404, grpcStatus.unknown],
  ])('is found in an answer %i of what is no server of gRPC', async (status, expected) => {
    await using peer = await startPeer((stream) => {
      stream.respond({ ':status': status, 'content-type': 'text/plain' })
      stream.end('this is no message of gRPC')
    })
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toMatchObject({
      status: expected,
      message: `the answer is HTTP ${status}`,
    })
  })

  it('says that the call was not sent where nothing listens', async () => {
    const channel = new GrpcChannel({ host: '127.0.0.1', port: 1, tls: undefined, clock: systemClock })
    await expect(channel.unary(call, Buffer.of(1))).rejects.toMatchObject({
      status: grpcStatus.unavailable,
      isSent: false,
    })
    channel.close()
  })

  it('says so where the connection is accepted and nothing follows', async () => {
    await using peer = await startRawPeer(() => undefined)
    const rejected = peer.channel.unary({ ...call, timeoutMs: 50 }, Buffer.of(1))
    await expect(rejected).rejects.toMatchObject({ status: grpcStatus.deadlineExceeded, isSent: false })
  })

  it('says so where the server is about to go away, and closes the connection', async () => {
    let isClosed = false
    const frame = (type: number, payload: Buffer): Buffer => encodeFrame({ type, flags: 0, stream: 0, payload })
    await using peer = await startRawPeer((socket) => {
      socket.write(encodeSettings([]))
      // The last call that it has seen is none.
      setTimeout(() => socket.write(frame(frameType.goAway, Buffer.alloc(8))), 50)
      socket.resume().on('close', () => (isClosed = true))
    })
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toMatchObject({ isSent: false })
    await expect.poll(() => isClosed).toBe(true)
  })

  it('says that the call was sent where the connection breaks after that', async () => {
    await using peer = await startPeer((stream) => stream.session?.destroy())
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toMatchObject({
      status: grpcStatus.unavailable,
      isSent: true,
    })
  })

  it('of the time is at both ends', async () => {
    await using peer = await startPeer(() => undefined)
    const rejected = peer.channel.unary({ ...call, timeoutMs: 50 }, Buffer.of(1))
    await expect(rejected).rejects.toMatchObject({ status: grpcStatus.deadlineExceeded, isSent: true })
    await expect.poll(() => peer.streams[0]?.destroyed).toBe(true)
    expect(peer.streams[0]?.rstCode).toBe(8)
  })

  it('of one call leaves the others and the connection', async () => {
    await using peer = await startPeer((stream) => (peer.streams.length === 1 ? stream.close(7) : echo(stream)))
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toMatchObject({ isSent: false })
    expect(await peer.channel.unary(call, Buffer.of(2))).toEqual(Buffer.of(2))
    expect(peer.sessions).toHaveLength(1)
  })

  it.each([
    ['a frame that is too long', Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])],
    ['headers that cannot be read', encodeFrame({ type: 1, flags: 4, stream: 1, payload: Buffer.of(0xff, 0xff) })],
    ['a push', encodeFrame({ type: 5, flags: 4, stream: 1, payload: Buffer.alloc(4) })],
    [
      'the rest of headers without their beginning',
      encodeFrame({ type: 9, flags: 4, stream: 1, payload: Buffer.of() }),
    ],
    ['padding that is longer than its frame', encodeFrame({ type: 0, flags: 8, stream: 1, payload: Buffer.of(9) })],
  ])('of a server that sends %s ends the connection', async (_, bytes) => {
    await using peer = await startRawPeer((socket) => {
      socket.write(encodeSettings([]))
      setTimeout(() => socket.write(bytes), 50)
    })
    await expect(peer.channel.unary(call, Buffer.of(1))).rejects.toThrow('the other side does not follow HTTP/2')
  })
})

describe('a channel', () => {
  it('connects again after its connection has ended', async () => {
    await using peer = await startPeer(echo)
    await peer.channel.unary(call, Buffer.of(1))
    peer.sessions[0]?.destroy()
    await expect.poll(() => peer.channel.unary(call, Buffer.of(2)).catch(() => undefined)).toEqual(Buffer.of(2))
    expect(peer.sessions).toHaveLength(2)
  })

  it('opens a connection for new calls when the server lets the old one end, and the calls on that go on', async () => {
    await using peer = await startPeer((stream) => {
      if (peer.streams.length > 1) return echo(stream)
      stream.session?.goaway(0, stream.id)
      setTimeout(() => succeed(stream, Buffer.from('late')), 100)
    })
    const first = peer.channel.unary(call, Buffer.of(1))
    await expect.poll(() => peer.streams.length).toBe(1)
    await sleep(20)
    expect(await peer.channel.unary(call, Buffer.of(2))).toEqual(Buffer.of(2))
    expect(peer.sessions).toHaveLength(2)
    expect(await first).toEqual(Buffer.from('late'))
  })

  it('ends all calls when it is closed, also those that wait for a connection, and accepts no more', async () => {
    await using peer = await startPeer(() => undefined)
    const sent = peer.channel.unary(call, Buffer.of(1))
    await expect.poll(() => peer.streams.length).toBe(1)
    const silent = await startRawPeer(() => undefined)
    const waiting = silent.channel.unary(call, Buffer.of(1))
    peer.channel.close()
    silent.channel.close()
    for (const rejected of [sent, waiting, peer.channel.unary(call, Buffer.of(1))]) {
      await expect(rejected).rejects.toMatchObject({ status: grpcStatus.cancelled })
    }
    await silent[Symbol.asyncDispose]()
  })
})
