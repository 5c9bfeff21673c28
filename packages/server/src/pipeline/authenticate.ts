import { anonymousUser, unauthorized, type UserInfo } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import type { Received } from './receive.ts'

/** A request whose sender is known. */
export interface Authenticated extends Received {
  readonly user: UserInfo
}

/** Asks who the request is from, at once where nobody has to wait for that: 401 where nobody knows and anonymous requests are not taken. */
export function authenticate(core: ServerCore, received: Received): Promise<Authenticated> | Authenticated {
  const answer = core.authenticate(received.request)
  return answer instanceof Promise
    ? answer.then((user) => withUser(core, received, user))
    : withUser(core, received, answer)
}

function withUser(core: ServerCore, received: Received, found: UserInfo | undefined): Authenticated {
  const user = found ?? (core.anonymous ? anonymousUser : undefined)
  if (user === undefined) throw unauthorized()
  const { request, info, auditId, deadlineMs, warnings } = received
  return { request, info, auditId, deadlineMs, warnings, user }
}
