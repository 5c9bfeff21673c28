import { badRequest, expired, JsonError, parseJson, type StatusError } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** The start of the next page. */
export interface ContinuePosition {
  /** The revision of the list; undefined for the newest one (an inconsistent continuation). */
  readonly revision: bigint | undefined
  readonly from: string
}

/** Formats the token of a page that starts at the key `from`. */
// upstream: apiserver/pkg/storage/continue.go, EncodeContinue – the key is relative to the prefix of the list.
export function formatContinueToken(version: string, prefix: string, from: string, revision: bigint): string {
  const token = `{"v":${JSON.stringify(version)},"rv":${revision},"start":${JSON.stringify(from.slice(prefix.length))}}`
  return Buffer.from(token).toString('base64url')
}

/** Parses a token for a list of `prefix`. Throws a 400 for a malformed token, and for a key outside of the prefix. */
// upstream: apiserver/pkg/storage/continue.go, DecodeContinue
export function parseContinueToken(version: string, prefix: string, text: string): ContinuePosition {
  const token = decode(text)
  if (token.v !== version) throw invalid(`: server does not recognize this encoded version ${token.v}`)
  if (token.rv === 0) throw invalid(`: incorrect encoded start resourceVersion (version ${version})`)
  if (token.start === '') throw invalid(`: encoded start key empty (version ${version})`)
  const path = token.start.startsWith('/') ? token.start.slice(1) : token.start
  // INVARIANT: a token cannot name a key outside of the prefix it is used with.
  const segments = path === '' ? [] : path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw invalid(`: ${token.start}`)
  return { revision: token.rv < 0 ? undefined : BigInt(token.rv), from: prefix + path }
}

/**
 * The 410 of a token whose revision is compacted, with a token that continues at the newest revision. A token lives as long
 * as its revision: `history-bounds.ts` of @pinnace/store, or `compaction.ts` of @pinnace/store-etcd; `list-page.ts` compares.
 */
// upstream: apiserver/pkg/storage/etcd3/errors.go
export function continueTokenExpired(version: string, prefix: string, from: string): StatusError {
  return expired(continueTooOld, formatContinueToken(version, prefix, from, -1n))
}

const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.'

interface Token {
  readonly v: string
  readonly rv: number
  readonly start: string
}

// upstream: encoding/base64, RawURLEncoding, then encoding/json into a struct
function decode(text: string): Token {
  const strange = text.search(/[^A-Za-z0-9_-]/)
  const corrupt = strange === -1 && text.length % 4 === 1 ? text.length - 1 : strange
  if (corrupt !== -1) throw invalid(`: illegal base64 data at input byte ${corrupt}`)
  const value = parse(Buffer.from(text, 'base64url'))
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalid(`: json: cannot unmarshal ${typeName(value)} into Go value of type storage.continueToken`)
  }
  const { v = '', rv = 0, start = '' } = (value ?? {}) as Record<string, unknown>
  if (typeof v !== 'string') throw mistyped(v, 'v', 'string')
  if (typeof start !== 'string') throw mistyped(start, 'start', 'string')
  if (typeof rv !== 'number' || !Number.isSafeInteger(rv)) throw mistyped(rv, 'rv', 'int64')
  return { v, rv, start }
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, { maxDepth: 2 }).value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw invalid(`: ${error.message}`)
  }
}

function mistyped(value: unknown, field: string, wanted: string): Error {
  const found = typeof value === 'number' && wanted === 'int64' ? `number ${value}` : typeName(value)
  return invalid(`: json: cannot unmarshal ${found} into Go struct field continueToken.${field} of type ${wanted}`)
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'bigint') return 'number'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function invalid(detail: string): Error {
  return badRequest(`invalid continue token: continue key is not valid${detail}`)
}
