const prefixBytes = 5

/** Puts together the messages of a stream of gRPC from the pieces in which they arrive. */
export class MessageReader {
  #pieces: Buffer[] = []
  #bytes = 0
  /** The bytes of the next message with its prefix; only those of the prefix until it has arrived. */
  #needed = prefixBytes

  /** Adds a piece, and passes on the messages that are complete. Returns false for a compressed one, which was not agreed. */
  push(piece: Buffer, onMessage: (message: Buffer) => void): boolean {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    while (this.#bytes >= this.#needed) {
      const whole = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces)
      if (this.#needed === prefixBytes) this.#needed += whole.readUInt32BE(1)
      this.#pieces = [whole]
      if (this.#bytes < this.#needed) break
      const message = whole.subarray(prefixBytes, this.#needed)
      const rest = whole.subarray(this.#needed)
      piece = rest
      this.#pieces = rest.length === 0 ? [] : [rest]
      this.#bytes = rest.length
      this.#needed = prefixBytes
      if (whole[0] !== 0) return false
      onMessage(message)
    }
    return true
  }
}

/** A message with its prefix. */
export function encodeMessage(message: Uint8Array): Buffer {
  const encoded = Buffer.allocUnsafe(prefixBytes + message.byteLength)
  encoded.writeUInt8(0, 0)
  encoded.writeUInt32BE(message.byteLength, 1)
  encoded.set(message, prefixBytes)
  return encoded
}
