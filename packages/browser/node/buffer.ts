import { Buffer as PortableBuffer } from 'buffer'

// The portable Buffer lacks base64url, and converts UTF-8 one character at a time.

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
/** Shorter texts are converted faster without a decoder. */
const shortBytes = 24

const portable = {
  from: PortableBuffer.from.bind(PortableBuffer) as (...args: readonly unknown[]) => PortableBuffer,
  byteLength: PortableBuffer.byteLength.bind(PortableBuffer),
  // eslint-disable-next-line @typescript-eslint/unbound-method
  toString: PortableBuffer.prototype.toString,
}

function isUtf8(encoding: unknown): boolean {
  return encoding === undefined || encoding === 'utf8' || encoding === 'utf-8'
}

Object.assign(PortableBuffer, {
  from(value: unknown, encoding: unknown, length: unknown): PortableBuffer {
    if (typeof value !== 'string') return portable.from(value, encoding, length)
    if (isUtf8(encoding)) {
      const bytes = encoder.encode(value)
      return portable.from(bytes.buffer, 0, bytes.byteLength)
    }
    // Its base64 accepts both alphabets.
    return portable.from(value, encoding === 'base64url' ? 'base64' : encoding)
  },
  byteLength(value: string | ArrayBufferView | ArrayBuffer, encoding: unknown): number {
    if (typeof value === 'string' && isUtf8(encoding) && value.length > shortBytes) return encoder.encode(value).length
    return portable.byteLength(value as string, encoding === 'base64url' ? 'base64' : (encoding as 'utf8'))
  },
})

PortableBuffer.prototype.toString = function toText(
  this: PortableBuffer,
  encoding?: Parameters<typeof portable.toString>[0],
  start = 0,
  end = this.length,
): string {
  if (isUtf8(encoding) && end - start > shortBytes) return decoder.decode(this.subarray(start, end))
  if ((encoding as string) === 'base64url') {
    const text = portable.toString.call(this, 'base64', start, end)
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  return portable.toString.call(this, encoding, start, end)
}

export { PortableBuffer as Buffer }
