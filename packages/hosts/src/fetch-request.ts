import { Buffer } from 'node:buffer'
import { requestTooLarge, StatusError, type HttpRequest } from '@pinnace/meta'
import type { ReadHostUser } from './host-user.ts'
import { firstHeader } from './raw-headers.ts'
import { declaredLength, consumedBody, emptyBody } from './read-body.ts'

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
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): ReturnType<typeof reader.read> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new StatusError('BadRequest', 'the request body ended early', { cause })
  }
}
