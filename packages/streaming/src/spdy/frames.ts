import { Buffer } from 'node:buffer'

// upstream: draft-mbelshe-httpbis-spdy-00, 2.6
/** The types of control frames. */
export const controlTypes = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const

/** Set in the last frame of one direction of a stream. */
export const flagFin = 0x01

/** Why a stream is reset. */
export const resetCodes = { protocolError: 1, invalidStream: 2, refusedStream: 3, cancel: 5 } as const

const version = 3
const streamIdMask = 0x7fff_ffff

/** A control frame. */
export function controlFrame(type: number, flags: number, ...payload: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x8000 | version, 0)
  head.writeUInt16BE(type, 2)
  const length = payload.reduce((bytes, part) => bytes + part.length, 0)
  head.writeUInt32BE(((flags << 24) | length) >>> 0, 4)
  return Buffer.concat([head, ...payload])
}

/** SYN_STREAM, with priority 0. */
export function synStreamFrame(streamId: number, headerBlock: Buffer): Buffer {
  return controlFrame(controlTypes.synStream, 0, numbers(streamId, 0), Buffer.alloc(2), headerBlock)
}

/** SYN_REPLY. */
export function synReplyFrame(streamId: number, headerBlock: Buffer): Buffer {
  return controlFrame(controlTypes.synReply, 0, numbers(streamId), headerBlock)
}

/** RST_STREAM. */
export function rstStreamFrame(streamId: number, code: number): Buffer {
  return controlFrame(controlTypes.rstStream, 0, numbers(streamId, code))
}

/** PING. */
export function pingFrame(id: number): Buffer {
  return controlFrame(controlTypes.ping, 0, numbers(id))
}

/** GOAWAY. */
export function goAwayFrame(lastStreamId: number): Buffer {
  return controlFrame(controlTypes.goAway, 0, numbers(lastStreamId, 0))
}

/** The head of a data frame; its payload of at most 16 MiB follows. */
export function dataHead(streamId: number, flags: number, length: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(streamId, 0)
  head.writeUInt32BE(((flags << 24) | length) >>> 0, 4)
  return head
}

/** The number of a stream at `offset`. */
export function readStreamId(payload: Buffer, offset: number): number {
  return payload.readUInt32BE(offset) & streamIdMask
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}
