import type { HttpReply } from '@pinnace/meta'
import type { Received } from '../pipeline/receive.ts'

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
 * Texts as Warning headers: once each, control characters dropped, 4,096 characters in all. Where that is too little
 * for them, each is cut at 256, and what is still too much is left out.
 */
// upstream: endpoints/filters/warning.go
function formatWarnings(texts: readonly string[]): readonly string[] {
  const printable = [...new Set(texts)].map((text) => [...text].filter((character) => !/\p{Cc}/u.test(character)))
  const total = printable.reduce((sum, characters) => sum + characters.length, 0)
  const lines: string[] = []
  let length = 0
  for (const characters of printable) {
    const cut = total > maxWarningsLength ? characters.slice(0, maxWarningLength) : characters
    length += cut.length
    if (length > maxWarningsLength) break
    lines.push(`299 - "${Buffer.from(cut.join('').replace(/[\\"]/g, String.raw`\$&`)).toString('latin1')}"`)
  }
  return lines
}
