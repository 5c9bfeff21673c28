import { Buffer } from 'node:buffer'
import type { Duplex } from 'node:stream'

/** A message or a control frame of a server. */
export interface ReceivedFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** A frame of a client, masked. */
export function clientFrame(opcode: number, payload: Buffer, { isFinal = true, isMasked = true } = {}): Buffer {
  const mask = isMasked ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0)
  const length = payload.length
  const size = length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 255] : undefined
  if (size === undefined) throw new TypeError('use shorter frames in tests')
  const [first = 0, ...rest] = size
  const head = Buffer.from([(isFinal ? 0x80 : 0) | opcode, (isMasked ? 0x80 : 0) | first, ...rest])
  const masked = Buffer.from(payload.map((byte, index) => (isMasked ? byte ^ (mask[index & 3] ?? 0) : byte)))
  return Buffer.concat([head, mask, masked])
}

/** Collects the frames that a server sends. */
export function collectFrames(transport: Duplex): ReceivedFrame[] {
  const frames: ReceivedFrame[] = []
  let pending: Buffer = Buffer.alloc(0)
  transport.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let next = readFrame(pending); next !== undefined; next = readFrame(pending)) {
      frames.push(next.frame)
      pending = pending.subarray(next.length)
    }
  })
  return frames
}

function readFrame(bytes: Buffer): { readonly frame: ReceivedFrame; readonly length: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1)
  const headBytes = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < headBytes) return undefined
  const size = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < headBytes + size) return undefined
  const payload = bytes.subarray(headBytes, headBytes + size)
  return { frame: { opcode: bytes.readUInt8(0) & 0x0f, payload }, length: headBytes + size }
}
