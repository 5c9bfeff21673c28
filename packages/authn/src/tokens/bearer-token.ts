import type { HttpRequest } from '@pinnace/meta'

/**
 * The bearer token of a request, or `undefined` where there is none. The scheme is case-insensitive; `Bearer` alone,
 * another scheme, or more than one space means no credentials.
 */
// upstream: apiserver/pkg/authentication/request/bearertoken – strings.SplitN(auth, " ", 3)
export function readBearerToken(request: HttpRequest): string | undefined {
  const header = request.header('authorization')?.trim()
  if (header === undefined || header === '') return undefined
  const [scheme = '', token = ''] = header.split(' ')
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined
}

/** True if the bearer token of a request is ignored, because more than one space precedes it. */
// upstream: apiserver/pkg/authentication/request/bearertoken, invalidTokenWithSpaceWarning
export function hasSpacedBearerToken(request: HttpRequest): boolean {
  return /^bearer {2}/i.test(request.header('authorization')?.trim() ?? '')
}
