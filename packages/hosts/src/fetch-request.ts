import { Buffer } from 'node:buffer'
import { requestTooLarge, type HttpRequest } from '@pinnace/meta'
import type { ReadHostUser } from './host-user.ts'
import { firstHeader } from './raw-headers.ts'
import { declaredLength, consumedBody, consumedStream, emptyBody, endedEarly } from './read-body.ts'

/** A fetch `Request`. It has neither a remote address nor a client certificate. */
export class FetchRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly hostUser: ReadHostUser | undefined
  readonly #request: Request
  #rawHeaders: readonly string[] | undefined

  constructor(request: Request, target: string, hostUser: ReadHostUser | undefined) {
    this.method = request.method
    this.target = target
    this.hostUser = hostUser
    this.#request = request
  }

  get rawHeaders(): readonly string[] {
    this.#rawHeaders ??= [...this.#request.headers].flat()
    return this.#rawHeaders
  }

  header(name: string): string | undefined {
    return firstHeader(this.rawHeaders, name)
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  async body(maxBytes: number): Promise<Buffer> {
    const { body, bodyUsed } = this.#request
    const declared = declaredLength(this.header('content-length'))
    if (body === null || declared === 0) return emptyBody()
    if (bodyUsed) return consumedBody()
    const chunks: Uint8Array[] = []
    let length = declared ?? 0
    if (length <= maxBytes) {
      length = 0
      const reader = (body as ReadableStream<Uint8Array>).getReader()
      for (let next = await read(reader); !next.done && length <= maxBytes; next = await read(reader)) {
        chunks.push(next.value)
        length += next.value.byteLength
      }
      if (length > maxBytes) void reader.cancel().catch(() => undefined)
    }
    if (length > maxBytes) throw requestTooLarge(maxBytes)
    return Buffer.concat(chunks, length)
  }

  openBody(): AsyncIterable<Uint8Array> | undefined {
    const { body, bodyUsed } = this.#request
    if (body === null || declaredLength(this.header('content-length')) === 0) return undefined
    return bodyUsed ? consumedStream() : chunksOf((body as ReadableStream<Uint8Array>).getReader())
  }
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let isOver = false
  try {
    for (let next = await read(reader); !next.done; next = await read(reader)) yield next.value
    isOver = true
  } finally {
    if (!isOver) void reader.cancel().catch(() => undefined)
  }
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): ReturnType<typeof reader.read> {
  try {
    return await reader.read()
  } catch (cause) {
    throw endedEarly(cause)
  }
}
