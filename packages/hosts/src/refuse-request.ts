import type { IncomingMessage } from 'node:http'
import type { Status } from '@pinnace/meta'
import { transportStatus } from './status-reply.ts'

// upstream: golang.org/x/net/http/httpguts, ValidHostHeader – the bytes a Host value may have; `/`, `@` and blanks are not among them.
const hostValue = /^[A-Za-z0-9!$%&'()*+,\-.:;=[\]_~]*$/

/**
 * The Status that rejects a request which node:http accepts but is not valid; undefined for a valid request. Rejected
 * are unknown protocol versions, a request line without one, a missing, repeated or malformed `Host`, and transfer
 * codings other than one `chunked`.
 */
export function refuseRequest(incoming: IncomingMessage): Status | undefined {
  const { httpVersionMajor: major, httpVersionMinor: minor, rawHeaders } = incoming
  // Node.js reports a request line without a version as 0.9.
  if (major === 0) return transportStatus(400, 'malformed HTTP request: the request line has no known version')
  if (major !== 1) return transportStatus(505, 'unsupported protocol version')
  let host: string | undefined
  let coding: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (host !== undefined) return transportStatus(400, 'too many Host headers')
      host = rawHeaders[index + 1] ?? ''
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      if (coding !== undefined) return transportStatus(501, 'too many transfer encodings')
      coding = rawHeaders[index + 1] ?? ''
    }
  }
  if (host === undefined) {
    if (minor > 0) return transportStatus(400, 'missing required Host header')
  } else if (!hostValue.test(host)) {
    return transportStatus(400, 'malformed Host header')
  }
  if (coding === undefined) return undefined
  if (minor === 0) return transportStatus(400, 'a transfer encoding needs HTTP/1.1')
  if (coding.toLowerCase() !== 'chunked')
    return transportStatus(501, `unsupported transfer encoding: ${JSON.stringify(coding)}`)
  return undefined
}
