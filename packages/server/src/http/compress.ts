import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { chunksOf, isReplyStream, type HttpReply, type HttpRequest } from '@pinnace/meta'

/** The minimum size of a compressed answer, bytes: compressing a smaller one costs more than it saves. */
const minimumBytes = 131_072

// upstream: endpoints/handlers/responsewriters/writers.go – the fastest level: most of the gain, a fraction of the time.
const level = constants.Z_BEST_SPEED

/** Compresses a large answer for a client that accepts gzip, off the event loop. */
export function compress(
  { compresses }: { readonly compresses: boolean },
  request: HttpRequest,
  reply: HttpReply,
): Promise<HttpReply> | HttpReply {
  const { body } = reply
  // A range is one of the bytes as they are.
  if (reply.status === 206) return reply
  if (body instanceof Uint8Array && body.byteLength < minimumBytes) return reply
  if (!compresses || body === undefined || isReplyStream(body) || reply.headers['content-encoding'] !== undefined)
    return reply
  const { chunks, byteLength } = chunksOf(body)
  if (byteLength < minimumBytes || !takesGzip(request.header('accept-encoding'))) return reply
  return compressed(reply, chunks)
}

async function compressed(reply: HttpReply, chunks: Iterable<Uint8Array>): Promise<HttpReply> {
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip', vary: varyOf(reply) },
    body: await compressChunks(chunks),
  }
}

function varyOf({ headers: { vary } }: HttpReply): string {
  const names = vary === undefined ? [] : String(vary).split(', ')
  return ['Accept-Encoding', ...names.filter((name) => name !== 'Accept-Encoding')].join(', ')
}

/** Compresses one chunk after the other: a large body is not copied whole before. */
async function compressChunks(chunks: Iterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const gzip = createGzip({ level, chunkSize: 65_536 })
  await pipeline(
    Readable.from(chunks, { objectMode: true }),
    gzip,
    async (compressedParts: AsyncIterable<Uint8Array>) => {
      for await (const part of compressedParts) parts.push(part)
    },
  )
  return Buffer.concat(parts)
}

/** True if an Accept-Encoding header names gzip with a quality above zero. */
export function takesGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  return header.split(',').some((clause) => {
    const [coding, ...parameters] = clause.split(';').map((part) => part.trim().toLowerCase())
    return coding === 'gzip' && !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter))
  })
}
