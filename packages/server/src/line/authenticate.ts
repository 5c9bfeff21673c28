import { anonymousUser, unauthorized, type UserInfo } from '@pinnace/meta'
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
  return { ...received, user }
}
