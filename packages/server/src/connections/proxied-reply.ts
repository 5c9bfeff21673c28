import { proxiedHeaders } from '@pinnace/aggregation'
import { toReplyStream, type IncomingReply } from '@pinnace/http-client'
import { internalError, type Clock, type HttpReply } from '@pinnace/meta'
import type { ConnectionRequest } from './connection-request.ts'
import type { LinkOptions } from './html/link-rewriter.ts'

/** What a reply of a target is passed on with. */
export interface ProxiedReplyOptions {
  readonly connection: ConnectionRequest
  /** Where the links of the target lead. */
  readonly links: LinkOptions
  readonly clock: Clock
}

type ReplyHeaders = Record<string, string | readonly string[]>

/**
 * The reply of a node, a pod or a service as one of this server: its redirect, or the links of its HTML, lead through the
 * proxy. Throws 500 for a redirect that is no URL.
 */
// upstream: apimachinery/pkg/util/proxy/transport.go, RoundTrip
export async function toProxiedReply(reply: IncomingReply, options: ProxiedReplyOptions): Promise<HttpReply> {
  const { connection, links, clock } = options
  const headers = proxiedHeaders(reply.rawHeaders)
  const location = first(headers['location'])
  if (location !== '') headers['location'] = await redirect(reply, location, links)
  const isHtml = location === '' && first(headers['content-type']).split(';', 1)[0]?.trim() === 'text/html'
  const chunks = isHtml ? await htmlOf(reply, headers, options) : reply.body[Symbol.asyncIterator]()
  const { 'content-type': contentType = 'text/plain', ...own } = connection.headers('')
  return {
    status: reply.status,
    headers: { ...own, ...(headers['content-type'] === undefined ? { 'content-type': contentType } : {}), ...headers },
    body: toReplyStream({ chunks, onClose: () => reply.destroy(), clock }),
  }
}

function first(value: string | readonly string[] | undefined): string {
  return (typeof value === 'string' ? value : value?.[0]) ?? ''
}

async function redirect(reply: IncomingReply, location: string, links: LinkOptions): Promise<string> {
  const { createLinkRewriter } = await import('./html/link-rewriter.ts')
  const result = createLinkRewriter(links)(location)
  if ('link' in result) return result.link
  reply.destroy()
  throw internalError(`error trying to parse Location header: ${result.error}`)
}

/** The body with its links rewritten. Loads what does that. */
async function htmlOf(
  reply: IncomingReply,
  headers: ReplyHeaders,
  { connection, links }: ProxiedReplyOptions,
): Promise<AsyncIterator<Uint8Array>> {
  const [{ isRewritable, rewriteHtml }, { createLinkRewriter }] = await Promise.all([
    import('./html/rewrite-html.ts'),
    import('./html/link-rewriter.ts'),
  ])
  const encoding = [headers['content-encoding'] ?? ''].flat().join(', ')
  if (!isRewritable(encoding)) return reply.body[Symbol.asyncIterator]()
  delete headers['content-length']
  const hasBody = connection.http.method !== 'HEAD' && reply.status !== 204 && reply.status !== 304
  if (!hasBody) return reply.body[Symbol.asyncIterator]()
  return rewriteHtml(reply.body, encoding, createLinkRewriter(links))
}
