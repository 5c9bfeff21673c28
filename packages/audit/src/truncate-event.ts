import { Buffer } from 'node:buffer'
import type { AuditEvent } from './audit-event.ts'
import { formatEvent } from './format-event.ts'

const maxEventBytes = 102_400
const maxUserAgentLength = 1024
const userAgentSuffix = '...TRUNCATED'

/** Removes the request and response objects of an event larger than 100 KiB, and annotates it with `annotation`. */
// upstream: plugin/pkg/audit/buffered and truncate
export function truncateEvent(event: AuditEvent, annotation: string): AuditEvent {
  if (event.requestObject === undefined && event.responseObject === undefined) return event
  if (Buffer.byteLength(formatEvent(event)) <= maxEventBytes) return event
  const { requestObject: _request, responseObject: _response, ...rest } = event
  return { ...rest, annotations: { ...event.annotations, [annotation]: 'true' } }
}

/** A user agent of at most 1,024 characters. */
export function truncateUserAgent(text: string): string {
  if (text.length <= maxUserAgentLength) return text
  return text.slice(0, maxUserAgentLength - userAgentSuffix.length) + userAgentSuffix
}
