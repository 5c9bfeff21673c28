import { anonymousUser, StatusError, type UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  bearerAuthenticator,
  cachedTokenAuthenticator,
  createTokenFileAuthenticator,
  firstAuthenticator,
  firstTokenAuthenticator,
  intersectAudiences,
  parseTokenFile,
  readBearerToken,
  reviewToken,
  tokenFileTokenAuthenticator,
  withAudiences,
  type TokenAuthenticator,
  type TokenVerdict,
} from '../src/index.ts'
import { testClock } from './support/clock.ts'
import { failure } from './support/forge.ts'
import { bearer, requestWith } from './support/request.ts'

const jane: UserInfo = Object.freeze({ username: 'jane', uid: '1', groups: ['dev'], extra: {} })
const joe: UserInfo = Object.freeze({ username: 'joe', groups: [], extra: {} })
const knows =
  (known: string, user: UserInfo): TokenAuthenticator =>
  (token) =>
    token === known ? { user } : undefined
const fails =
  (message: string): TokenAuthenticator =>
  () => {
    throw new Error(message)
  }

describe('readBearerToken', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER abc', 'abc'],
    ['  Bearer abc  ', 'abc'],
    ['Bearer abc def', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer  abc', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('reads %j as %j', (value, token) => {
    expect(readBearerToken(requestWith([['authorization', value]]))).toBe(token)
  })
})

describe('firstTokenAuthenticator', () => {
  it('returns the first verdict, also after failures', async () => {
    const chain = firstTokenAuthenticator([fails('one'), knows('b', jane), knows('b', joe)])
    expect((await chain('b'))!.user).toBe(jane)
  })

  it.each([
    [[], undefined],
    [['one'], 'one'],
    [['one', 'two'], '[one, two]'],
    [['one', 'one'], 'one'],
  ])('with the failures %j ends in %j', async (messages, outcome) => {
    const chain = firstTokenAuthenticator([...messages.map(fails), knows('b', jane)])
    if (outcome === undefined) expect(await chain('a')).toBeUndefined()
    else expect(await failure(() => chain('a'))).toBe(outcome)
  })

  it('passes the audiences on', async () => {
    const chain = firstTokenAuthenticator([(_token, audiences) => ({ user: jane, audiences: audiences! })])
    expect((await chain('a', ['x']))!.audiences).toEqual(['x'])
  })
})

describe('bearerAuthenticator', () => {
  it('has no opinion on a request without a token', () => {
    expect(bearerAuthenticator(fails('never asked'))(requestWith())).toBeUndefined()
  })

  it.each([
    ['is unknown', () => undefined, 'invalid bearer token'],
    ['is refused', fails('expired'), 'expired'],
    ['is refused later', () => Promise.reject(new Error('expired')), 'expired'],
    ['is unknown later', () => Promise.resolve(undefined), 'invalid bearer token'],
  ] as [string, TokenAuthenticator, string][])(
    'rejects a token that %s with 401, without the reason',
    async (_case, inner, cause) => {
      const refused = await Promise.resolve()
        .then(() => bearerAuthenticator(inner)(bearer('x')))
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StatusError)
      expect((refused as StatusError).toStatus()).toMatchObject({
        code: 401,
        message: 'Unauthorized',
        reason: 'Unauthorized',
      })
      expect(((refused as StatusError).cause as Error).message).toBe(cause)
    },
  )

  it('requires the audiences of the server and rejects a token for others', async () => {
    const asked: (readonly string[] | undefined)[] = []
    const inner: TokenAuthenticator = (token, audiences) => {
      asked.push(audiences)
      return { user: jane, audiences: [token] }
    }
    expect(await bearerAuthenticator(inner, { apiAudiences: ['api'] })(bearer('api'))).toBe(jane)
    expect(await failure(() => bearerAuthenticator(inner, { apiAudiences: ['api'] })(bearer('vault')))).toBe(
      'unable to match the audience',
    )
    expect(await bearerAuthenticator(inner)(bearer('vault'))).toBe(jane)
    expect(asked).toEqual([['api'], ['api'], undefined])
  })

  it('passes every accepted verdict to onVerdict', async () => {
    const seen: TokenVerdict[] = []
    const onVerdict = (_request: unknown, verdict: TokenVerdict): void => void seen.push(verdict)
    await bearerAuthenticator(async () => ({ user: jane, annotations: { a: 'b' } }), { onVerdict })(bearer('x'))
    expect(seen).toEqual([{ user: jane, annotations: { a: 'b' } }])
  })
})

describe('audiences', () => {
  it('intersect in order, without duplicates', () => {
    expect(intersectAudiences(['b', 'a', 'b', 'c'], ['a', 'b'])).toEqual(['b', 'a'])
  })

  it.each([
    [undefined, { user: jane }],
    [['api'], { user: jane, audiences: ['api'] }],
    [['x', 'other'], { user: jane, audiences: ['other'] }],
    [['x'], undefined],
  ])('of an authenticator without audiences: for %j they are %j', async (wanted, answer) => {
    const own = ['api', 'other']
    expect(await withAudiences(own, knows('t', jane))('t', wanted)).toEqual(answer)
    expect(await withAudiences(own, async () => ({ user: jane }))('t', wanted)).toEqual(answer)
    expect(await withAudiences(own, knows('t', jane))('u', wanted)).toBeUndefined()
  })
})

describe('firstAuthenticator', () => {
  it('accepts good credentials beside a bad token', async () => {
    const chain = firstAuthenticator([bearerAuthenticator(knows('good', joe)), () => jane])
    expect(await chain(bearer('bad'))).toEqual({ ...jane, groups: ['dev', 'system:authenticated'] })
  })

  it('rejects a request with bad credentials beside authenticators without an opinion', async () => {
    const chain = firstAuthenticator([bearerAuthenticator(knows('good', joe)), () => undefined])
    expect(await failure(() => chain(bearer('bad')))).toBe('no authenticator accepted the request')
    expect(await chain(requestWith())).toBeUndefined()
  })

  it.each([
    [anonymousUser],
    [{ username: 'x', groups: ['system:unauthenticated'], extra: {} }],
    [{ username: 'x', groups: ['system:authenticated'], extra: {} }],
  ])('leaves the groups of %j as they are', async (user) => {
    expect(await firstAuthenticator([() => user])(requestWith())).toBe(user)
  })
})

describe('cachedTokenAuthenticator', () => {
  function counted(answer: (token: string) => TokenVerdict | undefined | Promise<TokenVerdict | undefined>): {
    readonly inner: TokenAuthenticator
    readonly asked: string[]
  } {
    const asked: string[] = []
    const inner: TokenAuthenticator = (token, audiences) => {
      asked.push(audiences === undefined ? token : `${token}:${audiences.join()}`)
      return answer(token)
    }
    return { inner, asked }
  }

  it('asks once within its time to live, and once for each list of audiences', async () => {
    const clock = testClock()
    const { inner, asked } = counted(async () => ({ user: jane }))
    const cached = cachedTokenAuthenticator(inner, { clock })
    await cached('a')
    clock.advance(9_999)
    expect(await cached('a')).toEqual({ user: jane })
    await cached('a', ['x'])
    await cached('a', ['x'])
    await cached('a', [])
    expect(asked).toEqual(['a', 'a:x', 'a:'])
    clock.advance(1)
    await cached('a')
    expect(asked).toHaveLength(4)
  })

  it('does not cache a verdict beyond its expiry', async () => {
    const clock = testClock()
    const { inner, asked } = counted(() => ({ user: jane, expiresAtMs: clock.now() + 500 }))
    const cached = cachedTokenAuthenticator(inner, { clock })
    await cached('a')
    clock.advance(499)
    await cached('a')
    expect(asked).toHaveLength(1)
    clock.advance(1)
    await cached('a')
    expect(asked).toHaveLength(2)
  })

  it('caches unknown tokens only if configured, and never errors', async () => {
    const clock = testClock()
    const no = counted(() => undefined)
    const cached = cachedTokenAuthenticator(no.inner, { clock })
    await cached('a')
    await cached('a')
    expect(no.asked).toHaveLength(2)
    const remembered = counted(() => undefined)
    const long = cachedTokenAuthenticator(remembered.inner, { clock, failureTtlMs: 100 })
    await long('a')
    await long('a')
    expect(remembered.asked).toHaveLength(1)
    const broken = counted(() => Promise.reject(new Error('down')))
    const failing = cachedTokenAuthenticator(broken.inner, { clock, failureTtlMs: 100 })
    await failure(() => failing('a'))
    await failure(() => failing('a'))
    expect(broken.asked).toHaveLength(2)
  })

  it('shares one call among concurrent requests', async () => {
    const { inner, asked } = counted(async () => ({ user: jane }))
    const cached = cachedTokenAuthenticator(inner, { clock: testClock() })
    await Promise.all([cached('a'), cached('a'), cached('b')])
    expect(asked).toEqual(['a', 'b'])
  })

  it('evicts the least recently used token when it is full', async () => {
    const { inner, asked } = counted(() => ({ user: jane }))
    const cached = cachedTokenAuthenticator(inner, { clock: testClock(), maxEntries: 2 })
    for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await cached(token)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })

  it('is cleared when the keys change, along with calls under way', async () => {
    const clock = testClock()
    let keys = {}
    let answer: (verdict: TokenVerdict) => void = () => {}
    const { inner, asked } = counted((token) =>
      token === 'slow' ? new Promise<TokenVerdict>((resolve) => (answer = resolve)) : { user: jane },
    )
    const cached = cachedTokenAuthenticator(inner, { clock, version: () => keys })
    await cached('a')
    const slow = cached('slow')
    keys = {}
    await cached('a')
    answer({ user: jane })
    expect(await slow).toEqual({ user: jane })
    void cached('slow')
    expect(asked).toEqual(['a', 'slow', 'a', 'slow'])
  })

  it('requires a positive limit', () => {
    expect(() => cachedTokenAuthenticator(knows('a', jane), { maxEntries: 0 })).toThrow(TypeError)
  })
})

describe('reviewToken', () => {
  const aware: TokenAuthenticator = (token, wanted) =>
    token === 'good'
      ? { user: jane, ...(wanted && { audiences: intersectAudiences(wanted, ['api', 'vault']) }) }
      : undefined

  it('returns the user, in the group of authenticated users', async () => {
    expect(await reviewToken(aware, { token: 'good', apiAudiences: ['api'] })).toEqual({
      authenticated: true,
      user: { ...jane, groups: ['dev', 'system:authenticated'] },
      audiences: ['api'],
    })
    expect(await reviewToken(aware, { token: 'good', audiences: ['x', 'vault'], apiAudiences: ['api'] })).toMatchObject(
      {
        audiences: ['vault'],
      },
    )
    expect(await reviewToken(aware, { token: 'good' })).not.toHaveProperty('audiences')
  })

  it('returns the error', async () => {
    expect(await reviewToken(aware, { token: 'bad' })).toEqual({ error: 'invalid bearer token' })
    expect(await reviewToken(fails('service account token has expired'), { token: 'bad' })).toEqual({
      error: '[invalid bearer token, service account token has expired]',
    })
    const several = firstTokenAuthenticator([fails('a'), fails('b'), fails('invalid bearer token')])
    expect(await reviewToken(several, { token: 'bad' })).toEqual({ error: '[invalid bearer token, a, b]' })
  })

  it('throws 400 for an empty token, and 500 for an authenticator that ignores audiences', async () => {
    await expect(reviewToken(aware, { token: '' })).rejects.toMatchObject({ code: 400 })
    await expect(reviewToken(knows('t', jane), { token: 't', audiences: ['x'] })).rejects.toMatchObject({ code: 500 })
  })
})

describe('token files', () => {
  const text = '# comment\n\nt1,jane,u1,"dev,ops"\nt2,joe,u2\n"t,3","o""neil",u3,""\r\n'

  it('contain tokens with user, uid and groups', () => {
    expect(parseTokenFile(text)).toEqual([
      { token: 't1', user: { username: 'jane', uid: 'u1', groups: ['dev', 'ops'], extra: {} } },
      { token: 't2', user: { username: 'joe', uid: 'u2', groups: [], extra: {} } },
      { token: 't,3', user: { username: 'o"neil', uid: 'u3', groups: [], extra: {} } },
    ])
  })

  it.each([
    ['t1,jane', 'line 1: at least 3 columns'],
    ['\nt1,jane,1\n,joe,2', 'line 3: the token is empty'],
    ['t1,,1', 'line 1: the user name is empty'],
    ['t1,a,1\nt1,b,2', 'line 2: the token stands on an earlier line too'],
    ['"t1,a,1', 'a quoted field has no end'],
  ])('are rejected with the lines %j', (content, message) => {
    expect(() => parseTokenFile(content)).toThrow(message)
  })

  it('have no opinion on other tokens, which are rejected if there is no other authenticator', async () => {
    const entries = parseTokenFile(text)
    expect(await tokenFileTokenAuthenticator(entries)('t2')).toEqual({ user: entries[1]!.user })
    for (const token of ['', 't', 't22', 'T2', '__proto__']) {
      expect(await tokenFileTokenAuthenticator(entries)(token)).toBeUndefined()
    }
    expect(await createTokenFileAuthenticator(entries)(bearer('t1'))).toBe(entries[0]!.user)
    expect(await failure(() => createTokenFileAuthenticator(entries)(bearer('t9')))).toBe('invalid bearer token')
  })
})
