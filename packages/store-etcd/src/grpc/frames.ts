// upstream: RFC 9113, sections 4 and 6

export const frameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const frameFlag = { endStream: 0x1, acknowledged: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const

export const setting = { enablePush: 2, maxConcurrentStreams: 3, initialWindow: 4, maxFrameBytes: 5 } as const

/** Codes of RST_STREAM and GOAWAY. */
export const errorCode = { protocol: 1, flowControl: 3, frameSize: 6, refused: 7, cancel: 8, compression: 9 } as const

export const frameHeaderBytes = 9
/** The largest payload that this side accepts, and that every side does. */
export const maxFrameBytes = 16_384
/** The window of a stream and of a connection, before anything was said. */
export const initialWindowBytes = 65_535
export const maxWindowBytes = 0x7fff_ffff

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Writes the header of a frame, and returns where its payload begins. */
export function writeFrameHeader(
  target: Buffer,
  offset: number,
  { length, type, flags, stream }: Omit<Frame, 'payload'> & { readonly length: number },
): number {
  target.writeUIntBE(length, offset, 3)
  target.writeUInt8(type, offset + 3)
  target.writeUInt8(flags, offset + 4)
  return target.writeUInt32BE(stream, offset + 5)
}

export function encodeFrame({ payload, ...header }: Frame): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length)
  frame.set(payload, writeFrameHeader(frame, 0, { ...header, length: payload.length }))
  return frame
}

export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(6 * settings.length)
  settings.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, 6 * index)
    payload.writeUInt32BE(value, 6 * index + 2)
  })
  return encodeFrame({ type: frameType.settings, flags: 0, stream: 0, payload })
}

/** A frame whose payload is one number: a window update, a reset. */
export function encodeNumber(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(value)
  return encodeFrame({ type, flags: 0, stream, payload })
}

/** The payload of a DATA or HEADERS frame without padding and priority; undefined if it is not valid. */
export function contentOf({ type, flags, payload }: Frame): Buffer | undefined {
  const isPadded = (flags & frameFlag.padded) !== 0
  const start = (isPadded ? 1 : 0) + (type === frameType.headers && (flags & frameFlag.priority) !== 0 ? 5 : 0)
  const end = payload.length - (isPadded ? (payload[0] ?? 0) : 0)
  return start <= end ? payload.subarray(start, end) : undefined
}

/** Cuts what arrives on a connection into frames. Payloads are parts of the chunks, not copies. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)

  /** Adds a chunk, and passes on the frames that are complete. Returns false for a frame that is longer than allowed. */
  push(chunk: Buffer, onFrame: (frame: Frame) => void): boolean {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    while (bytes.length >= frameHeaderBytes) {
      const length = bytes.readUIntBE(0, 3)
      if (length > maxFrameBytes) return false
      const end = frameHeaderBytes + length
      if (bytes.length < end) break
      onFrame({
        type: bytes.readUInt8(3),
        flags: bytes.readUInt8(4),
        stream: bytes.readUInt32BE(5) & maxWindowBytes,
        payload: bytes.subarray(frameHeaderBytes, end),
      })
      bytes = bytes.subarray(end)
    }
    this.#rest = bytes
    return true
  }
}
