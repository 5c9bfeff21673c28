import { Buffer } from 'node:buffer'
import { methodNotSupported } from '../errors/errors.ts'
import type { HttpReply, HttpRequest } from './http-types.ts'
import type { RequestInfo } from './request-info.ts'

/** What a {@link PathHandler} needs of a request. */
export type PathRequest = Pick<HttpRequest, 'method' | 'header'>

/** What a {@link PathHandler} needs of the parsed URL. */
export type PathInfo = Pick<RequestInfo, 'path' | 'query'>

/** Handles fixed paths such as `/version`; undefined for a path it does not handle. */
export type PathHandler = (request: PathRequest, info: PathInfo) => HttpReply | undefined

/** Throws MethodNotAllowed (405) unless the method is GET or HEAD. */
export function assertReads(request: PathRequest): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw methodNotSupported({ group: '', resource: '' }, request.method.toLowerCase())
  }
}

/** A 200 reply with that body. */
export function bytesReply(
  body: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return { status: 200, headers: { 'content-type': contentType, ...headers }, body }
}

/** A plain-text reply. */
export function textReply(status: number, text: string, headers: Readonly<Record<string, string>> = {}): HttpReply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
    body: Buffer.from(text),
  }
}

/** True if `If-None-Match` of the request matches this ETag, given in quotes. */
export function hasCurrent(request: PathRequest, etag: string): boolean {
  const header = request.header('if-none-match')
  if (header === undefined) return false
  return header.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}

/** The 304 reply for {@link hasCurrent}. */
export function notModified(headers: Readonly<Record<string, string>>): HttpReply {
  return { status: 304, headers, body: undefined }
}
