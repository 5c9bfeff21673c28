import { StatusError, thenMaybe, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'
import { withAuthenticatedGroup } from './first-authenticator.ts'

/**
 * Asks the host first (`hostUser` of the request), then `others`. If the host fails, the others are not asked: its
 * StatusError is the answer, and anything else is a StatusError 500 that tells the client nothing.
 */
export function withHostUser(others: Authenticator, byHost: Authenticator = authenticateByHost): Authenticator {
  return (request) => {
    if (request.hostUser === undefined) return others(request)
    return thenMaybe(byHost(request), (user) => (user === undefined ? others(request) : withAuthenticatedGroup(user)))
  }
}

/** The user that the host has identified; undefined if it has none. */
export const authenticateByHost: Authenticator = (request) => {
  try {
    const answer = thenMaybe(request.hostUser?.(), toUser)
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (error) {
    return fail(error)
  }
}

function toUser(user: HostAnswer): UserInfo | undefined {
  if (user === undefined) return undefined
  const { username, uid, groups = [], extra = {} } = user
  if (typeof username !== 'string' || username === '') {
    throw new TypeError('authenticate must return a user with a username, or undefined')
  }
  if (!Array.isArray(groups)) throw new TypeError(`authenticate must return groups as an array, not ${typeof groups}`)
  return { username, ...(uid === undefined ? {} : { uid }), groups: [...groups], extra: { ...extra } }
}

type HostAnswer = Awaited<ReturnType<NonNullable<HttpRequest['hostUser']>>>

function fail(error: unknown): never {
  if (error instanceof StatusError) throw error
  throw new StatusError('InternalError', 'Internal error occurred: the host could not authenticate the request', {
    cause: error,
  })
}
