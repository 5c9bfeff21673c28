import { methodNotSupported, type HttpReply, type HttpRequest, type RequestInfo } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** The part of a request that a handler of a path that is no resource looks at. */
export type PathRequest = Pick<HttpRequest, 'method' | 'header'>

/** What its URL says. */
export type PathInfo = Pick<RequestInfo, 'path' | 'query'>

/** Answers the paths that are its own; `undefined` for every other. */
export type PathHandler = (request: PathRequest, info: PathInfo) => HttpReply | undefined

/** Throws MethodNotAllowed (405) unless the request reads. */
export function assertReads(request: PathRequest): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw methodNotSupported({ group: '', resource: '' }, request.method.toLowerCase())
  }
}

/** A reply of ready bytes. */
export function bytesReply(
  body: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status: 200, headers: { 'content-type': contentType, ...headers }, body }
}

/** A reply of text. */
export function textReply(status: number, text: string, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
    body: Buffer.from(text),
  }
}

/** True where a client that sent `If-None-Match` has the document with this quoted ETag already. */
export function hasCurrent(request: PathRequest, etag: string): boolean {
  const header = request.header('if-none-match')
  if (header === undefined) return false
  return header.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}

/** The 304 for {@link hasCurrent}. */
export function notModified(headers: Readonly<Record<string, string>>): HttpReply {
  return { status: 304, headers, body: undefined }
}
