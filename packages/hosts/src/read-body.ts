import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { badRequest, requestTooLarge, StatusError } from '@pinnace/meta'

/** Bytes of a rejected body that are read and dropped, so that the client reads the response, before the stream is destroyed. */
const drainLimitBytes = 16 * 1024 * 1024

const empty = Buffer.alloc(0)

/**
 * Reads a body of at most `maxBytes`. Rejects with a StatusError: 413 for a larger one, whose rest is read and dropped
 * up to a limit, after which the stream is destroyed; 400 if the body ends early.
 */
export function readBody(
  stream: Readable,
  declaredBytes: number | undefined,
  maxBytes: number,
  wasReset?: () => boolean,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let settled = false
    const refuse = (error: StatusError): void => {
      settled = true
      chunks.length = 0
      reject(error)
    }
    const onBroken = (cause?: unknown): void => {
      if (!settled) refuse(endedEarly(cause))
    }
    if (declaredBytes !== undefined && declaredBytes > maxBytes) refuse(requestTooLarge(maxBytes))
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (settled) {
        if (length > drainLimitBytes) stream.destroy()
        return
      }
      chunks.push(chunk)
      if (length > maxBytes) refuse(requestTooLarge(maxBytes))
    })
    stream.once('end', () => {
      if (settled) return
      // INVARIANT: a partial body is never taken for a complete one. node:http2 ends a body whose stream was reset.
      if (wasReset?.() || (declaredBytes !== undefined && length !== declaredBytes)) {
        onBroken()
        return
      }
      settled = true
      const [only] = chunks
      resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length))
    })
    stream.once('error', onBroken)
    stream.once('close', onBroken)
  })
}

/**
 * The chunks of a body, each read when the one before has been taken. Throws a StatusError 400 if the body ends early. The
 * rest of a body that is not read to its end is dropped up to a limit, after which the stream is destroyed.
 */
export async function* streamBody(
  stream: Readable,
  declaredBytes: number | undefined,
  wasReset?: () => boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  let isOver = false
  try {
    // The reply to a body that was not read to its end is still to be sent over the same connection.
    const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
    for await (const chunk of failingEarly(chunks)) {
      length += chunk.byteLength
      yield chunk
    }
    isOver = true
    // INVARIANT: as in readBody, a partial body is never taken for a complete one.
    if (wasReset?.() || (declaredBytes !== undefined && length !== declaredBytes)) throw endedEarly()
  } finally {
    if (!isOver) dropRest(stream)
  }
}

async function* failingEarly(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunks
  } catch (cause) {
    throw endedEarly(cause)
  }
}

function dropRest(stream: Readable): void {
  let dropped = 0
  stream.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > drainLimitBytes) stream.destroy()
  })
  stream.on('error', () => undefined)
}

/** The error of a body whose client disconnects before its end. */
export function endedEarly(cause?: unknown): StatusError {
  return new StatusError('BadRequest', 'the request body ended early', { cause })
}

/** An empty body. */
export function emptyBody(): Promise<Buffer> {
  return Promise.resolve(empty)
}

/** Rejects with 400: a body parser has read the body before. */
export function consumedBody(): Promise<never> {
  return Promise.reject(consumed())
}

/** Throws 400 when it is read: a body parser has read the body before. */
export function consumedStream(): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(consumed()) }) }
}

function consumed(): StatusError {
  return badRequest(
    'the request body was read before this server could read it: mount the server ahead of body parsers such as express.json()',
  )
}

/** The number of a `Content-Length` header; undefined if there is none or it is not a number. */
export function declaredLength(contentLength: string | undefined): number | undefined {
  if (contentLength === undefined || !/^\d+$/.test(contentLength)) return undefined
  return Number(contentLength)
}
