import type { HttpReply } from '@pinnace/meta'
import type { FlowHeaders } from '../pipeline/incoming-request.ts'
import { limitWarnings } from '../pipeline/warnings.ts'

/** What the common headers of an answer are built from. */
export interface AnswerHeaders {
  readonly auditId: string
  /** Texts for Warning headers, in the order they were added. */
  readonly warnings: readonly string[]
  readonly flow?: FlowHeaders | undefined
}

/** The headers of every answer. */
export function replyHeaders(
  { auditId, warnings, flow }: AnswerHeaders,
  contentType: string,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {
    'audit-id': auditId,
    'cache-control': 'no-cache, private',
    'content-type': contentType,
  }
  if (flow !== undefined) Object.assign(headers, flow)
  if (warnings.length > 0) headers['warning'] = formatWarnings(warnings)
  return headers
}

/** A reply whose body is already encoded. */
export function bytesReply(answer: AnswerHeaders, status: number, contentType: string, body: Uint8Array): HttpReply {
  return { status, headers: replyHeaders(answer, contentType), body }
}

/** Warnings as the values of headers. */
// upstream: endpoints/filters/warning.go
export function formatWarnings(texts: readonly string[]): readonly string[] {
  return limitWarnings(texts).map(
    (text) => `299 - "${Buffer.from(text.replace(/[\\"]/g, String.raw`\$&`)).toString('latin1')}"`,
  )
}
