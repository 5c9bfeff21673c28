import { forwardedLines as linesOf } from '@pinnace/aggregation'
import type { HttpRequest } from '@pinnace/meta'

/** The header lines of a client to pass on to an agent or a pod: without credentials, identities and those of a connection. */
// upstream: apiserver/pkg/endpoints/filters/authentication.go and impersonation.go remove credentials
export function forwardedLines(http: HttpRequest, options: { readonly isUpgrade: boolean }): string[] {
  const { rawHeaders, remoteAddress } = http
  return linesOf({ rawHeaders, remoteAddress, ...options }, isIdentity)
}

function isIdentity(name: string): boolean {
  return name.startsWith('impersonate-') || name.startsWith('x-remote-')
}
