import { unsupportedMediaType } from '@pinnace/meta'

/**
 * The media type of a body, lower case and without parameters, when it is among `supported`. An absent header means
 * `fallback`; without a fallback it is refused as any other type is.
 *
 * Throws UnsupportedMediaType (415).
 */
// upstream: negotiation.NegotiateInputSerializerForMediaType; handlers/patch.go for bodies without a default
export function parseContentType(header: string | undefined, supported: readonly string[], fallback?: string): string {
  const given = header ?? ''
  if (given === '' && fallback !== undefined) return fallback
  const semicolon = given.indexOf(';')
  const mediaType = (semicolon === -1 ? given : given.slice(0, semicolon)).trim().toLowerCase()
  const isGood = semicolon === -1 || areParameters(given.slice(semicolon + 1))
  if (!isGood || !supported.includes(mediaType)) throw unsupportedMediaType(given, supported)
  return mediaType
}

/** True for `name=value` pairs, with an empty one at the end at most. */
// upstream: Go's mime.ParseMediaType
function areParameters(text: string): boolean {
  const parts = text.split(';').map((part) => part.trim())
  if (parts.at(-1) === '') parts.pop()
  return parts.every((part) => /^[^\s=]+=(?:[^\s"]+|"[^]*")$/.test(part))
}
