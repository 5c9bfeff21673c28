import type { Authenticator } from '@pinnace/authn'
import { anonymousUser, StatusError, type HttpRequest, type Mutable, type UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  authenticatorContract,
  authenticatorPromises,
  openAuthenticatorTrial,
  type AuthenticatorScene,
} from '../src/index.ts'

const scopes = Object.freeze(['a'])
const users: ReadonlyMap<string, UserInfo> = new Map<string, UserInfo>([
  ['janes-session', freezeUser({ username: 'jane', uid: '1', groups: ['devs'], extra: { scopes } })],
  ['joes-session', freezeUser({ username: 'joe', groups: [], extra: {} })],
])

function freezeUser(user: UserInfo): UserInfo {
  return Object.freeze({ ...user, groups: Object.freeze([...user.groups]), extra: Object.freeze(user.extra) })
}

/** Knows the sessions of the header X-Session. */
const honest: Authenticator = (request) => {
  const session = request.header('x-session')
  if (session === undefined) return undefined
  const user = users.get(session)
  if (user === undefined) throw new StatusError('Unauthorized', 'Unauthorized')
  return user
}

const scene = (create: () => Authenticator): AuthenticatorScene => ({
  create,
  accepted: [
    { headers: { 'X-Session': 'janes-session' }, user: { username: 'jane', uid: '1', groups: ['devs'] } },
    { method: 'POST', headers: { 'X-Session': 'joes-session' }, user: { username: 'joe', groups: [] } },
  ],
  rejected: [{ headers: { 'X-Session': 'an-expired-session' } }],
  others: [{ headers: { Authorization: 'Bearer some-token' } }],
  limits: { timeoutMs: 200 },
})

authenticatorContract(
  'an honest authenticator',
  scene(() => honest),
  { describe, it },
)
authenticatorContract(
  'one that answers later',
  scene(() => async (request) => honest(request)),
  { describe, it },
)

const copyOf = (user: UserInfo): UserInfo => structuredClone(user)
/** The honest answer, with the user changed. */
const naming =
  (change: (user: UserInfo) => unknown): (() => Authenticator) =>
  () =>
  (request) => {
    const user = honest(request) as UserInfo | undefined
    return user === undefined ? undefined : (change(user) as UserInfo)
  }
const never = new Promise<never>(() => {})

/** Broken authenticators, and the promise that catches each. */
const wrong: readonly (readonly [name: string, caughtBy: string, create: () => Authenticator])[] = [
  ['leaves out the groups', 'names the user of every request', naming((user) => ({ ...user, groups: [] }))],
  ['names a user without a username', 'names users with a username', naming((user) => ({ ...user, username: '' }))],
  [
    'has a text for a list of groups',
    'names users with a username, and groups',
    naming((user) => ({ ...user, groups: 'devs' })),
  ],
  [
    'has a text for a list of extra values',
    'names users with a username, and groups',
    naming((user) => ({ ...user, extra: { scopes: 'a' } })),
  ],
  [
    'rejects requests without credentials',
    'has no opinion on requests without credentials',
    () => (request) => {
      if (request.header('x-session') === undefined) throw new Error('no session')
      return honest(request)
    },
  ],
  [
    'rejects the tokens of another authenticator',
    'has no opinion on requests without credentials',
    () => (request) => {
      if (request.header('authorization')?.startsWith('Bearer') === true) throw new Error('no session')
      return honest(request)
    },
  ],
  [
    'names the anonymous user where there are no credentials',
    'has no opinion on requests without credentials',
    () => (request) => honest(request) ?? anonymousUser,
  ],
  [
    'takes an unknown session for the anonymous user',
    'never names the anonymous user',
    () => (request) => {
      const session = request.header('x-session')
      return session === undefined ? undefined : (users.get(session) ?? anonymousUser)
    },
  ],
  [
    'passes bad credentials on',
    'rejects bad credentials with an Error',
    () => (request) => users.get(request.header('x-session') ?? ''),
  ],
  [
    'throws a text',
    'rejects bad credentials with an Error',
    () => (request) => {
      try {
        return honest(request)
      } catch {
        throw 'bad session'
      }
    },
  ],
  [
    'refuses with another Status than 401',
    'rejects bad credentials with an Error',
    () => (request) => {
      try {
        return honest(request)
      } catch {
        throw new StatusError('Forbidden', 'bad session')
      }
    },
  ],
  [
    'repeats the session in the cause of its error',
    'keeps credentials out of its errors',
    () => (request) => {
      try {
        return honest(request)
      } catch {
        const cause = new AggregateError([new Error(`session ${request.header('x-session')} has expired`)])
        throw new StatusError('Unauthorized', 'Unauthorized', { cause })
      }
    },
  ],
  [
    'finds users by a key of every object',
    'names no user for malformed and hostile requests',
    () => {
      const byToken: Record<string, UserInfo | undefined> = { secret: copyOf(anonymousUser) }
      return (request) => {
        const token = request.header('authorization')?.split(' ')[1]
        return honest(request) ?? (token === undefined ? undefined : byToken[token])
      }
    },
  ],
  [
    'never answers a long header',
    'names no user for malformed and hostile requests',
    () => (request) => ((request.header('authorization')?.length ?? 0) > 1000 ? never : honest(request)),
  ],
  [
    'answers with a thenable',
    'answers with a value or with a Promise',
    () => (request) => {
      const user = honest(request)
      const thenable = { then: (resolve: (value: unknown) => void) => resolve(user) }
      return thenable as unknown as Promise<UserInfo>
    },
  ],
  [
    'takes the credentials out of the request',
    'leaves the request as it is',
    () => (request) => {
      const user = honest(request)
      if (user !== undefined) (request.rawHeaders as string[]).length = 0
      return user
    },
  ],
  [
    'notes the user in the request',
    'leaves the request as it is',
    () => (request) => {
      const user = honest(request)
      if (!Object.isFrozen(request)) Object.assign(request, { user })
      return user
    },
  ],
  [
    'needs to write to the request',
    'accepts a request that cannot be changed',
    () => (request) => {
      const user = honest(request)
      // What it has changed, it changes back.
      const { target } = request
      ;(request as Mutable<HttpRequest>).target = ''
      ;(request as Mutable<HttpRequest>).target = target
      return user
    },
  ],
  [
    'reads the body',
    'does not read the body',
    () => async (request) => {
      await request.body(1024).catch(() => undefined)
      return honest(request)
    },
  ],
  [
    'accepts every session once',
    'gives the same answer to the same request',
    () => {
      const seen = new Set<unknown>()
      return (request) => {
        const user = honest(request)
        if (user !== undefined && seen.size > 4) throw new Error('seen before')
        seen.add(request)
        return user
      }
    },
  ],
  [
    'keeps the request of the moment in one place',
    'answers concurrent requests without mixing them up',
    () => {
      let current: HttpRequest
      return async (request) => {
        current = request
        await Promise.resolve()
        return honest(current)
      }
    },
  ],
  [
    'gives everyone the same object, not frozen',
    'names a user that a caller cannot change',
    () => {
      const known = new Map<UserInfo, UserInfo>()
      return (request) => {
        const user = honest(request) as UserInfo | undefined
        if (user === undefined) return undefined
        if (!known.has(user)) known.set(user, copyOf(user))
        return known.get(user)
      }
    },
  ],
  [
    'waits for a client that has gone away',
    'answers also for a client that has gone away',
    () => (request) => (request.signal.aborted ? never : honest(request)),
  ],
]

describe('the contract of authenticators catches one that', () => {
  it.each(wrong)('%s', async (_, caughtBy, create) => {
    const broken: string[] = []
    for (const promise of authenticatorPromises) {
      try {
        await promise.run(await openAuthenticatorTrial(scene(create)))
      } catch {
        broken.push(promise.name)
      }
    }
    expect(broken).toContainEqual(expect.stringContaining(caughtBy))
  })

  it('has a broken authenticator for every promise', () => {
    const caught = (promise: string): boolean => wrong.some(([, caughtBy]) => promise.includes(caughtBy))
    expect(authenticatorPromises.map(({ name }) => name).filter((name) => !caught(name))).toEqual([])
  })
})
