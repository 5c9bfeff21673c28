/** The types of frames of HTTP/2. */
export const frameTypes = { headers: 1, reset: 3, settings: 4, goAway: 7, continuation: 9 }

/** A frame as it goes over the wire. */
export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
