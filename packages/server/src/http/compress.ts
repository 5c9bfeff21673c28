import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { isReplyStream, type HttpReply, type HttpRequest } from '@pinnace/meta'

/** The minimum size of a compressed answer, bytes: compressing a smaller one costs more than it saves. */
const minimumBytes = 131_072

// upstream: endpoints/handlers/responsewriters/writers.go – the fastest level: most of the gain, a fraction of the time.
const level = constants.Z_BEST_SPEED

const compressBytes = promisify(gzip)

/** Compresses a large answer for a client that accepts gzip, off the event loop. */
export function compress(
  { compresses }: { readonly compresses: boolean },
  request: HttpRequest,
  reply: HttpReply,
): Promise<HttpReply> | HttpReply {
  const { body } = reply
  if (body instanceof Uint8Array && body.byteLength < minimumBytes) return reply
  if (!compresses || body === undefined || isReplyStream(body) || reply.headers['content-encoding'] !== undefined)
    return reply
  const chunks = body instanceof Uint8Array ? [body] : body
  if (sizeOf(chunks) < minimumBytes || !takesGzip(request.header('accept-encoding'))) return reply
  return compressed(reply, chunks)
}

async function compressed(reply: HttpReply, chunks: readonly Uint8Array[]): Promise<HttpReply> {
  const [first] = chunks
  const bytes = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
  const body = await compressBytes(bytes, { level })
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body,
  }
}

/** True if an Accept-Encoding header names gzip with a quality above zero. */
export function takesGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  return header.split(',').some((clause) => {
    const [coding, ...parameters] = clause.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
  })
}

function sizeOf(chunks: readonly Uint8Array[]): number {
  let bytes = 0
  for (const chunk of chunks) bytes += chunk.byteLength
  return bytes
}
