import type { MediaChoice } from './content-negotiation.ts'

/**
 * True where the answer should be indented: asked for in the media type or by `?pretty=`, or the client is one that
 * shows answers to people.
 */
// upstream: negotiation.isPrettyPrint
export function wantsPretty(
  choice: MediaChoice,
  query: Pick<URLSearchParams, 'get'>,
  userAgent: string | undefined,
): boolean {
  if (choice.pretty) return true
  const pretty = query.get('pretty')
  if (pretty !== null && pretty !== '') return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(pretty)
  return userAgent !== undefined && /^(?:curl|Wget|Mozilla\/5\.0)/.test(userAgent)
}
