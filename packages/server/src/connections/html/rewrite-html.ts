import { pipeline, Readable, type Transform } from 'node:stream'
import { createDeflateRaw, createGunzip, createGzip, createInflateRaw, constants } from 'node:zlib'
import type { RewrittenLink } from './link-rewriter.ts'
import { rewriteTag } from './rewrite-tag.ts'
import { createTagRewriter } from './tag-rewriter.ts'

/** Whether links in a document with this Content-Encoding can be rewritten. Others are passed on as they are. */
export function isRewritable(encoding: string): boolean {
  return encoding === '' || codings[encoding] !== undefined
}

/**
 * Rewrites the links of an HTML document while it is read. A compressed document is decompressed and compressed again;
 * what has been read is passed on at once.
 */
// upstream: apimachinery/pkg/util/proxy/transport.go, rewriteHTML and rewriteResponse, which wait for the whole document
export function rewriteHtml(
  document: AsyncIterable<Uint8Array>,
  encoding: string,
  rewrite: (link: string) => RewrittenLink,
): AsyncIterator<Uint8Array> {
  const coding = codings[encoding]
  if (coding === undefined) return rewritten(document, rewrite)
  const decoded = through(document, coding.decode())
  return through(rewritten(decoded, rewrite), coding.encode())[Symbol.asyncIterator]()
}

/** What a transform makes of the pieces, read as fast as the result is. An error on the way is one of the result. */
function through(pieces: AsyncIterable<Uint8Array>, transform: Transform): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(pieces, { objectMode: true }), transform, () => {})
}

const flush = constants.Z_SYNC_FLUSH

const codings: Readonly<Record<string, { readonly decode: () => Transform; readonly encode: () => Transform }>> = {
  gzip: { decode: () => createGunzip(), encode: () => createGzip({ flush }) },
  // Without the header of zlib, as in kube-apiserver.
  deflate: { decode: () => createInflateRaw(), encode: () => createDeflateRaw({ flush }) },
}

// A character for each byte: what is not rewritten keeps its bytes, in any encoding that extends ASCII.
async function* rewritten(
  document: AsyncIterable<Uint8Array>,
  rewrite: (link: string) => RewrittenLink,
): AsyncGenerator<Uint8Array, void> {
  const tags = createTagRewriter((tag, name) => rewriteTag(tag, name, rewrite))
  for await (const piece of document) {
    const text = tags.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1'))
    if (text !== '') yield Buffer.from(text, 'latin1')
  }
  const rest = tags.end()
  if (rest !== '') yield Buffer.from(rest, 'latin1')
}
