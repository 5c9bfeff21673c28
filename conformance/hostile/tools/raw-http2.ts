import type { TLSSocket } from 'node:tls'
import type { Target } from '../run/target.ts'
import { tokens } from '../scene.ts'

/** Types of frames. */
export const frames = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const endStream = 0x1
export const endHeaders = 0x4

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** A frame. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** `:method` GET and `:scheme` https, of the static table. */
const getOverHttps = Buffer.from([0x82, 0x87])

/** A header block with a GET of a path: literals that are not indexed. */
export function getHeaders(path: string, more: readonly (readonly [name: string, value: string])[] = []): Buffer {
  const token = tokens['admin'] ?? ''
  return Buffer.concat([
    getOverHttps,
    literal(':path', path),
    literal(':authority', 'hostile.example'),
    literal('authorization', `Bearer ${token}`),
    ...more.map(([name, value]) => literal(name, value)),
  ])
}

/** A GET of a path whose header fields are indexed by its first request, so that each of the others has five bytes. */
export function indexedGet(path: string): { readonly first: Buffer; readonly others: Buffer } {
  const fields = [
    [':path', path],
    [':authority', 'hostile.example'],
    ['authorization', `Bearer ${tokens['admin'] ?? ''}`],
  ] as const
  // upstream: RFC 7541, 6.2.1 – a literal that is added to the table
  const added = fields.map(([name, value]) => Buffer.concat([Buffer.from([0x40]), text(name), text(value)]))
  return {
    first: Buffer.concat([getOverHttps, ...added]),
    // The table of the connection begins after 61 static entries, with the newest.
    others: Buffer.concat([getOverHttps, Buffer.from([0x80 | 64, 0x80 | 63, 0x80 | 62])]),
  }
}

/** A header field that is not indexed. */
export function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}

// upstream: RFC 7541, 5.1 – an integer with a prefix of seven bits
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  const length: number[] = []
  if (bytes.length < 127) length.push(bytes.length)
  else {
    length.push(127)
    let rest = bytes.length - 127
    while (rest >= 128) {
      length.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}

/** A connection that speaks HTTP/2 by hand. */
export interface RawHttp2 {
  readonly socket: TLSSocket
  /** Writes, and waits until the socket takes more or has closed. */
  write(bytes: Uint8Array): Promise<void>
  readonly isClosed: boolean
  /** The error code of GOAWAY; undefined without one. */
  readonly goaway: number | undefined
  /** The streams that were answered with headers. */
  readonly answered: ReadonlySet<number>
  /** The streams that were reset. */
  readonly reset: ReadonlySet<number>
  /** Waits until the server has closed the connection, at most so long; whether it has. */
  closed(withinMs: number): Promise<boolean>
}

/** Opens a connection and sends the preface. */
export async function openRawHttp2(target: Target): Promise<RawHttp2> {
  const socket = await target.open('h2')
  let isClosed = false
  let goaway: number | undefined
  const answered = new Set<number>()
  const reset = new Set<number>()
  let kept: Buffer = Buffer.alloc(0)
  socket.on('error', () => undefined)
  const closing = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  socket.on('data', (chunk: Buffer) => {
    kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk])
    while (kept.length >= 9) {
      const length = kept.readUIntBE(0, 3)
      if (kept.length < 9 + length) break
      const type = kept.readUInt8(3)
      if (type === frames.goaway) goaway = kept.readUInt32BE(13)
      // What the server announces is in force once it is acknowledged.
      if (type === frames.settings && (kept.readUInt8(4) & 1) === 0) socket.write(frame(frames.settings, 1, 0))
      if (type === frames.headers) answered.add(kept.readUInt32BE(5))
      if (type === frames.reset) reset.add(kept.readUInt32BE(5))
      kept = kept.subarray(9 + length)
    }
  })
  socket.write(Buffer.concat([preface, frame(frames.settings, 0, 0)]))
  return {
    socket,
    answered,
    reset,
    get isClosed() {
      return isClosed
    },
    get goaway() {
      return goaway
    },
    async write(bytes) {
      if (isClosed || socket.write(bytes)) return
      await Promise.race([closing, new Promise((resolve) => socket.once('drain', resolve))])
    },
    closed: (withinMs) => within(closing, withinMs),
  }
}

/** Whether a promise resolves in time. */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const isDone = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return isDone
}
