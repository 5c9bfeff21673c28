import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { badRequest, requestTooLarge, StatusError } from '@pinnace/meta'

/** Bytes thrown away behind a refused body, so that its client reads the refusal, before the connection is cut. */
const drainLimitBytes = 16 * 1024 * 1024

const empty = Buffer.alloc(0)

/**
 * Collects a body of at most `maxBytes`. Throws a StatusError 413 for more: the rest is then read and dropped, up to a
 * bound, after which the stream is destroyed. Throws 400 when the body ends early.
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
      if (!settled) refuse(new StatusError('BadRequest', 'the request body ended early', { cause }))
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
      // INVARIANT: half a body is never taken for a whole one. node:http2 ends a body whose stream was reset.
      if (wasReset?.() || (declaredBytes !== undefined && length !== declaredBytes)) {
        onBroken()
        return
      }
      settled = true
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length))
    })
    stream.once('error', onBroken)
    stream.once('close', onBroken)
  })
}

/** An empty body, without waiting. */
export function emptyBody(): Promise<Buffer> {
  return Promise.resolve(empty)
}

/** A refusal in words where somebody else has read the body first. */
export function eatenBody(): Promise<never> {
  return Promise.reject(
    badRequest(
      'the request body was read before this server could read it: mount the server ahead of body parsers such as express.json()',
    ),
  )
}

/** What a `Content-Length` line declares, or `undefined` where there is none that is a number. */
export function declaredLength(contentLength: string | undefined): number | undefined {
  if (contentLength === undefined || !/^\d+$/.test(contentLength)) return undefined
  return Number(contentLength)
}
