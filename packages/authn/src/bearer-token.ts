import type { HttpRequest } from '@pinnace/meta'

/**
 * The bearer token of a request, or `undefined` where there is none. The scheme's case does not matter; `Bearer` alone,
 * another scheme, or more than one space means "no credentials".
 */
// upstream: apiserver/pkg/authentication/request/bearertoken – strings.SplitN(auth, " ", 3)
export function readBearerToken(request: HttpRequest): string | undefined {
  const header = request.header('authorization')?.trim()
  if (header === undefined || header === '') return undefined
  const parts = header.split(' ')
  if (parts.length < 2 || parts[0]!.toLowerCase() !== 'bearer') return undefined
  return parts[1] === '' ? undefined : parts[1]
}
