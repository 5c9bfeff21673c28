import { badRequest, parseDuration, parseRequestInfo, type HttpRequest, type RequestInfo } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'

/** A request whose path has been read. */
export interface Received {
  readonly request: HttpRequest
  readonly info: RequestInfo
  /** From the client's Audit-ID header, else new; echoed in the answer. */
  readonly auditId: string
  /** When the request must be over, by the monotonic clock. */
  readonly deadlineMs: number
  /** Texts for Warning headers, in the order they came up. */
  readonly warnings: string[]
}

const requestTimeoutMs = 60_000
const writeTimeoutMs = 34_000
const maxAuditIdLength = 64

/** Reads the path once and sets the deadline. A `?timeout=` that cannot be read is 400, before anybody is asked who. */
export function receive(core: ServerCore, request: HttpRequest, warnings: string[]): Received {
  const info = parseRequestInfo(request.method, request.target)
  return {
    request,
    info,
    auditId: readAuditId(request) ?? core.random.uid(),
    deadlineMs: core.clock.monotonic() + readTimeout(info),
    warnings,
  }
}

// upstream: endpoints/filters/request_deadline.go – only requests that end are given a deadline by the client; a write is
// given up after 34 seconds whatever the client allows (handlers/finisher and rest.go, requestTimeoutUpperBound).
function readTimeout({ query, verb }: RequestInfo): number {
  const longest = writes.has(verb) ? writeTimeoutMs : requestTimeoutMs
  if (query.size === 0 || verb === 'watch') return longest
  const text = query.get('timeout')
  if (text === null || text === '') return longest
  const timeoutMs = parseDuration(text)
  if (timeoutMs === undefined) {
    throw badRequest(`invalid timeout specified in the request URL - time: invalid duration ${JSON.stringify(text)}`)
  }
  return timeoutMs === 0 ? longest : Math.min(timeoutMs, longest)
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])

function readAuditId(request: HttpRequest): string | undefined {
  const given = request.header('audit-id')
  if (given === undefined || given === '') return undefined
  return given.length > maxAuditIdLength || !/^[\x21-\x7e]+$/.test(given) ? undefined : given
}
