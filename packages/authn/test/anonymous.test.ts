import { anonymousUser, StatusError, thenMaybe, type HttpRequest, type UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  acceptsAnonymous,
  bearerAuthenticator,
  firstAuthenticator,
  userOrAnonymous,
  type AnonymousConfiguration,
} from '../src/index.ts'
import { failure } from './support/forge.ts'
import { bearer, requestWith } from './support/request.ts'

const jane: UserInfo = Object.freeze({ username: 'jane', groups: [], extra: {} })

describe('the anonymous user', () => {
  const authenticate = firstAuthenticator([
    bearerAuthenticator((token) => (token === 'good' ? { user: jane } : undefined)),
  ])
  const userOf = async (request: HttpRequest, accepted: boolean): Promise<UserInfo> =>
    thenMaybe(authenticate(request), (found) => userOrAnonymous(found, () => accepted, '/api'))

  it('is the user of a request without credentials, where anonymous requests are accepted', async () => {
    expect(await userOf(requestWith(), true)).toBe(anonymousUser)
  })

  it('is not the user of a request with credentials, good or bad', async () => {
    expect(await userOf(bearer('good'), true)).toMatchObject({ username: 'jane' })
    expect(await failure(() => userOf(bearer('bad'), true))).toBe('no authenticator accepted the request')
  })

  it('is not accepted elsewhere: 401', async () => {
    const refused = await userOf(requestWith(), false).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StatusError)
    expect(refused).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' })
    expect(await userOf(bearer('good'), false)).toMatchObject({ username: 'jane' })
  })
})

describe('anonymous requests', () => {
  const paths = [{ path: '/livez' }, { path: '/readyz' }]
  it.each<[AnonymousConfiguration, readonly string[]]>([
    [{ enabled: true }, ['/livez', '/livez/ping', '/api']],
    [{ enabled: true, conditions: [] }, ['/livez', '/livez/ping', '/api']],
    [{ enabled: true, conditions: paths }, ['/livez']],
    [{ enabled: false, conditions: paths }, []],
    [{}, []],
  ])('of the configuration %j are accepted for %j', (configuration, accepted) => {
    expect(['/livez', '/livez/ping', '/api'].filter(acceptsAnonymous(configuration))).toEqual(accepted)
  })
})
