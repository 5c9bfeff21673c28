import { StatusError } from '@pinnace/meta'
import { maxClauses } from './accept.ts'

/**
 * Throws 406 for an Accept header that names none of the media types of a route. Parameters are ignored, and of the
 * wildcards only the full one matches.
 */
// upstream: emicklei/go-restful, Route.matchesAccept – the routes of what is built in, before content negotiation.
export function assertRouteProduces(header: string | undefined, produced: readonly string[]): void {
  if (header === undefined || header === '' || namesAny(header, produced)) return
  throw new StatusError('NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${produced.join(', ')}`, {
    details: {},
  })
}

/** True if a header lists one of the media types, spelled the same, or any type. */
function namesAny(header: string, types: readonly string[]): boolean {
  return header.split(',', maxClauses).some((entry) => {
    const semicolon = entry.indexOf(';')
    const type = (semicolon < 0 ? entry : entry.slice(0, semicolon)).trim()
    return type === '*/*' || types.includes(type)
  })
}
