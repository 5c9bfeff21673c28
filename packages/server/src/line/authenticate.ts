import { anonymousUser, forbidden, unauthorized, type UserInfo } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import type { Received } from './receive.ts'

/** A request whose sender is known. */
export interface Authenticated extends Received {
  readonly user: UserInfo
}

/** Asks who the request is from: 401 where nobody knows and anonymous requests are not taken. */
export async function authenticate(core: ServerCore, received: Received): Promise<Authenticated> {
  const answer = core.authenticate(received.request)
  const user = (answer instanceof Promise ? await answer : answer) ?? (core.anonymous ? anonymousUser : undefined)
  if (user === undefined) throw unauthorized()
  refuseImpersonation(received, user)
  return { ...received, user }
}

// Acting as another is not served: a request that asks for it must not be done as its sender instead.
function refuseImpersonation({ request }: Received, user: UserInfo): void {
  const { rawHeaders } = request
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length > 11 && name.slice(0, 12).toLowerCase() === 'impersonate-') {
      throw forbidden(
        { group: '', resource: '' },
        '',
        `User ${JSON.stringify(user.username)} cannot impersonate: this server does not serve impersonation`,
      )
    }
  }
}
