import { connect, createServer, type AddressInfo } from 'node:net'
import { systemClock } from '@pinnace/meta'
import { expect, it } from 'vitest'
import type { HttpHandler } from '../src/http-handler.ts'
import { createHttp2Sessions } from '../src/http2-sessions.ts'
import { RequestTurns } from '../src/request-turns.ts'
import { frame, frameTypes } from './http2-frames.ts'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
/** `GET /` with the authority `a`, and END_STREAM with END_HEADERS. */
const [getRoot, endOfRequest] = [Buffer.from([0x82, 0x87, 0x84, 0x41, 0x01, 0x61]), 5]

/** The requests of the streams from one index to another. */
function requests(from: number, to: number, areReset: boolean): Buffer {
  const frames: Buffer[] = []
  for (let index = from; index < to; index++) {
    frames.push(frame(frameTypes.headers, endOfRequest, 2 * index + 1, getRoot))
    if (areReset) frames.push(frame(frameTypes.reset, 0, 2 * index + 1, Buffer.from([0, 0, 0, 8])))
  }
  return Buffer.concat(frames)
}

/** The beginning of a session, with `count` requests. */
function firstBytes(count: number, areReset: boolean): Buffer {
  return Buffer.concat([preface, frame(frameTypes.settings, 0, 0, Buffer.alloc(0)), requests(0, count, areReset)])
}

interface Received {
  /** The last stream that the session has read, of its GOAWAY. */
  lastRead: number | undefined
  /** Streams that were answered. */
  readonly answered: Set<number>
}

/** Sends bytes to a port; what came until the connection is closed, or `count` streams are answered. */
function exchange(port: number, bytes: Buffer, count: number): Promise<Received> {
  return new Promise((resolve) => {
    const received: Received = { lastRead: undefined, answered: new Set() }
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.write(bytes)
    let buffered = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk])
      while (buffered.length >= 9 && buffered.length >= 9 + buffered.readUIntBE(0, 3)) {
        const payload = buffered.subarray(9, 9 + buffered.readUIntBE(0, 3))
        if (buffered[3] === frameTypes.goAway) received.lastRead = payload.readUInt32BE(0)
        if (buffered[3] === frameTypes.headers) received.answered.add(buffered.readUInt32BE(5))
        buffered = buffered.subarray(9 + payload.length)
      }
      if (received.answered.size === count) socket.destroy()
    })
  })
}

/** A port whose sessions begin when so many bytes have come; `onRequest` is called for each request that is started. */
async function startSessions(
  bytes: number,
  onRequest: () => void = () => undefined,
): Promise<{ readonly port: number } & AsyncDisposable> {
  const handle: HttpHandler = async () => {
    onRequest()
    return { status: 204, headers: {}, body: undefined }
  }
  const sessions = createHttp2Sessions(handle, { clock: systemClock, turns: new RequestTurns() })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const begin = (): void => {
      if (socket.readableLength < bytes) return void setTimeout(begin, 1)
      sessions.begin(socket)
    }
    // Bytes that nothing reads are kept.
    socket.read(0)
    begin()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      sessions.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('a session whose first bytes open and reset more than two hundred streams ends with them', async () => {
  await using started = await startSessions(16_384)
  const { lastRead } = await exchange(started.port, firstBytes(2_000, true), 2_000)
  // Streams of clients have odd numbers. A piece has some 150.
  expect(lastRead).toBeGreaterThan(2 * 200)
  expect(lastRead).toBeLessThan(2 * 400)
})

it('requests in the first bytes are answered, and those that follow', async () => {
  const first = firstBytes(60, false)
  await using started = await startSessions(first.length)
  const { answered } = await exchange(started.port, Buffer.concat([first, requests(60, 100, false)]), 100)
  expect(answered.size).toBe(100)
})

it('of the requests of one packet sixteen are started with it, and the others when it has been read', async () => {
  const first = firstBytes(60, false)
  let turn: object | undefined
  const ofTurns = new Map<object, number>()
  await using started = await startSessions(first.length, () => {
    if (turn === undefined) {
      turn = {}
      setImmediate(() => (turn = undefined))
    }
    ofTurns.set(turn, (ofTurns.get(turn) ?? 0) + 1)
  })
  await exchange(started.port, first, 60)
  const [inFirst = 0, ...later] = ofTurns.values()
  expect(inFirst).toBe(16)
  expect(later.reduce((sum, count) => sum + count, 0)).toBe(44)
})
