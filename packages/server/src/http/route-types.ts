import { StatusError, type Vocabulary } from '@pinnace/meta'
import { mediaTypes } from '@pinnace/versioning'

/**
 * Throws 406 for an Accept header that names none of the media types of a route. Parameters are ignored, and of the
 * wildcards only the full one matches.
 */
// upstream: emicklei/go-restful, Route.matchesAccept – the routes of built-in resources, before content negotiation.
export function assertRouteAccepts(
  header: string | undefined,
  { protobufMediaType }: Vocabulary,
  isList: boolean,
): void {
  if (header === undefined || header === '') return
  const types = [mediaTypes.json, mediaTypes.yaml, protobufMediaType]
  const produced = isList
    ? [...types, ...[mediaTypes.json, protobufMediaType].map((type) => `${type};stream=watch`)]
    : types
  if (namesAny(header, produced)) return
  throw new StatusError('NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${produced.join(', ')}`, {
    details: {},
  })
}

/** True if a header lists one of the media types, spelled the same, or any type. */
function namesAny(header: string, types: readonly string[]): boolean {
  return header.split(',').some((entry) => {
    const semicolon = entry.indexOf(';')
    const type = (semicolon < 0 ? entry : entry.slice(0, semicolon)).trim()
    return type === '*/*' || types.includes(type)
  })
}
