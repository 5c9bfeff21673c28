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
  if (!supported.includes(mediaType)) throw unsupportedMediaType(given, supported)
  return mediaType
}
