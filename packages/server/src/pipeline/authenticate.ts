import { userOrAnonymous, type Authenticator } from '@pinnace/authn'
import { thenMaybe, type Awaitable } from '@pinnace/meta'
import { expiresCertificate, type InterceptionContext } from './intercept.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Authenticated, Received } from './stages.ts'

/** What authentication needs of the server. */
export interface AuthenticationContext extends InterceptionContext {
  readonly authenticate: Authenticator
  /** Whether requests for a path are accepted without credentials, as the anonymous user; others are rejected with 401. */
  readonly anonymous: (path: string) => boolean
}

/** Identifies the sender, synchronously if no authenticator has to wait. Throws 401. */
export function authenticate(
  server: AuthenticationContext,
  received: Received,
  request: IncomingRequest<unknown>,
): Awaitable<Authenticated> {
  return thenMaybe(
    request.identify(server.authenticate, expiresCertificate(server, received.info, request)),
    (found) => {
      const { info, deadlineMs, warnings } = received
      return { info, deadlineMs, warnings, user: userOrAnonymous(found, server.anonymous, info.path) }
    },
  )
}
