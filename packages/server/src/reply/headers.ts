import type { HttpReply } from '@pinnace/meta'
import type { Received } from '../line/receive.ts'

const maxWarningLength = 256
const maxWarningsLength = 4096

/** Headers every answer of the line carries. */
export function replyHeaders(
  { auditId, warnings }: Received,
  contentType: string,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {
    'audit-id': auditId,
    'cache-control': 'no-cache, private',
    'content-type': contentType,
  }
  if (warnings.length > 0) headers['warning'] = formatWarnings(warnings)
  return headers
}

/** An answer with ready bytes. */
export function bytesReply(received: Received, status: number, contentType: string, body: Uint8Array): HttpReply {
  return { status, headers: replyHeaders(received, contentType), body }
}

/**
 * Texts as Warning headers: once each, control characters dropped, at most 256 characters a text; past 4,096 in all the
 * rest is left out.
 */
// upstream: endpoints/filters/warning.go
function formatWarnings(texts: readonly string[]): readonly string[] {
  const lines: string[] = []
  let length = 0
  for (const text of new Set(texts)) {
    const printable = [...text].filter((character) => !/\p{Cc}/u.test(character)).join('')
    const cut = [...printable].slice(0, maxWarningLength).join('')
    length += cut.length
    if (length > maxWarningsLength) break
    lines.push(`299 - "${Buffer.from(cut.replace(/[\\"]/g, String.raw`\$&`)).toString('latin1')}"`)
  }
  return lines
}
