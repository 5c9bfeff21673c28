import { type HttpReply, hasCurrent, notModified, type PathRequest } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** Bytes that are served with what HTTP knows of their version. */
export interface Content {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** When the bytes were made, in milliseconds since 1970. */
  readonly modifiedAt: number
  /** Whether other bytes may have been served in the second of {@link modifiedAt}: a cached copy of it is not current. */
  readonly mayChangeWithinSecond?: boolean
  /** In quotes; undefined without one. */
  readonly etag?: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Serves bytes as Go does: with preconditions, and a part of them if one range is asked for. Several ranges are ignored,
 * as HTTP allows.
 */
// upstream: net/http, ServeContent, checkPreconditions
export function serveContent(request: PathRequest, content: Content): HttpReply {
  const { bytes, contentType, modifiedAt, etag, headers } = content
  const versioned = { ...headers, ...(etag === undefined ? {} : { etag }) }
  const lastModified = new Date(modifiedAt).toUTCString()
  const verdict = preconditionOf(request, content)
  if (verdict === 304) return notModified(versioned)
  if (verdict === 412) return { status: 412, headers: { ...versioned, 'last-modified': lastModified }, body: undefined }
  const all = { ...versioned, 'accept-ranges': 'bytes', 'content-type': contentType, 'last-modified': lastModified }
  const range = isCurrentRange(request, content) ? rangeOf(request.header('range'), bytes.length) : undefined
  if (range === undefined) return { status: 200, headers: all, body: bytes }
  if (range === 'unsatisfiable') return unsatisfiable(headers, bytes.length)
  const { start, end } = range
  return {
    status: 206,
    headers: { ...all, 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` },
    body: bytes.subarray(start, end),
  }
}

function unsatisfiable(headers: Readonly<Record<string, string>>, length: number): HttpReply {
  return {
    status: 416,
    headers: {
      ...headers,
      'content-range': `bytes */${length}`,
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    body: Buffer.from('invalid range: failed to overlap\n'),
  }
}

function preconditionOf(request: PathRequest, content: Content): 304 | 412 | undefined {
  const { etag = '', modifiedAt, mayChangeWithinSecond = false } = content
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const match = request.header('if-match')
  if (match !== undefined) {
    if (!tagsOf(match).some((tag) => tag === '*' || (tag === etag && etag !== ''))) return 412
  } else if (isAfter(modifiedAt, request.header('if-unmodified-since')) === true) return 412
  if (request.header('if-none-match') !== undefined) {
    if (hasCurrent(request, etag)) return isRead ? 304 : 412
    return undefined
  }
  const newestAt = mayChangeWithinSecond ? modifiedAt + 1000 : modifiedAt
  if (isRead && isAfter(newestAt, request.header('if-modified-since')) === false) return 304
  return undefined
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

/** Whether the time is later than that of the header, in seconds; undefined for a header that is no time. */
function isAfter(time: number, header: string | undefined): boolean | undefined {
  const limit = header === undefined ? Number.NaN : Date.parse(header)
  return Number.isNaN(limit) ? undefined : Math.floor(time / 1000) > Math.floor(limit / 1000)
}

function isCurrentRange(request: PathRequest, { etag, modifiedAt }: Content): boolean {
  const condition = request.header('if-range')
  if (condition === undefined || condition === etag) return true
  return Math.floor(Date.parse(condition) / 1000) === Math.floor(modifiedAt / 1000)
}

/** The bytes that the header asks for, the end not included; undefined for all. */
function rangeOf(
  header: string | undefined,
  length: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)[ \t]*-[ \t]*(\d*)[ \t]*$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return { start: Math.max(0, length - Number(last)), end: length }
  const start = Number(first)
  if (start >= length) return 'unsatisfiable'
  if (last !== '' && Number(last) < start) return 'unsatisfiable'
  return { start, end: last === '' ? length : Math.min(length, Number(last) + 1) }
}
