import type { AuditEvent } from './audit-event.ts'

const maxUserAgentLength = 1024
const userAgentSuffix = '...TRUNCATED'

/** The event without its request and response objects, with an annotation that says so; itself if it has none. */
export function withoutObjects(event: AuditEvent, annotation: string): AuditEvent {
  if (event.requestObject === undefined && event.responseObject === undefined) return event
  const { requestObject: _request, responseObject: _response, ...rest } = event
  return { ...rest, annotations: { ...event.annotations, [annotation]: 'true' } }
}

/** A user agent of at most 1,024 characters. */
export function truncateUserAgent(text: string): string {
  if (text.length <= maxUserAgentLength) return text
  return text.slice(0, maxUserAgentLength - userAgentSuffix.length) + userAgentSuffix
}
