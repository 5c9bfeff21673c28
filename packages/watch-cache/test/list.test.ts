import { StatusError } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { Freshness, ListRequest } from '@pinnace/watch-cache'
import {
  BusyClock,
  continueVersion,
  createFixture,
  prefix,
  settled,
  withLabel,
  type Fixture,
  type Thing,
} from './fixture.ts'

async function names(fixture: Fixture, request: ListRequest<Thing> = {}): Promise<string[]> {
  return (await fixture.cache.list(request)).entries.map((entry) => entry.key.slice(prefix.length))
}

async function refusal(action: () => unknown): Promise<StatusError> {
  try {
    await action()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

function token(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
}

describe('list', () => {
  it('answers synchronously over a store in process', () => {
    const fixture = createFixture()
    fixture.put('a/1')
    expect(fixture.cache.list()).not.toBeInstanceOf(Promise)
    expect(fixture.cache.get(`${prefix}a/1`)).not.toBeInstanceOf(Promise)
  })

  it('lists an empty resource at the revision of the store', async () => {
    const fixture = createFixture()
    const page = await fixture.cache.list()
    expect(page).toMatchObject({ revision: 1n, entries: [], continue: undefined, remainingItemCount: undefined })
  })

  it('lists only the entries of its prefix, in key order', async () => {
    const fixture = createFixture()
    for (const key of ['b/1', 'a/2', 'ab/1', 'a/1']) fixture.put(key)
    fixture.store.put('/thingss/x', { before: '', after: '' })
    expect(await names(fixture)).toEqual(['a/1', 'a/2', 'ab/1', 'b/1'])
    expect(await names(fixture, { prefix: `${prefix}a/` })).toEqual(['a/1', 'a/2'])
    expect(await names(fixture, { prefix: `${prefix}zzz/` })).toEqual([])
  })

  it('throws a TypeError for a prefix outside of its own', () => {
    const { cache } = createFixture()
    expect(() => cache.list({ prefix: '/others/' })).toThrow(TypeError)
    expect(() => cache.list({ prefix: `${prefix}a` })).toThrow(TypeError)
  })

  it('returns bytes, without parsing for lists and selectors', async () => {
    const fixture = createFixture()
    const revision = fixture.put('a/1', { app: 'web' })
    const { entries } = await fixture.cache.list({ selector: withLabel('app', 'web') })
    expect(Buffer.from(entries[0]!.value).toString()).toBe(
      `{"metadata":{"name":"a/1","resourceVersion":"${revision}","labels":{"app":"web"}}}`,
    )
    expect(fixture.parses()).toBe(0)
  })

  it('parses an entry without a note once to describe it', async () => {
    const fixture = createFixture()
    fixture.store.put(`${prefix}a/1`, {
      before: '{"metadata":{"name":"x","resourceVersion":"',
      after: '","labels":{"app":"web"}}}',
    })
    for (let round = 0; round < 3; round++)
      expect(await names(fixture, { selector: withLabel('app', 'web') })).toEqual(['a/1'])
    expect((await fixture.cache.get(`${prefix}a/1`))!.fields).toEqual({ 'metadata.name': 'x' })
    expect(fixture.parses()).toBe(1)
  })

  it('parses an object once for all readers, and not at all if the writer caches it', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const revision = fixture.put('a/2')
    const object: Thing = Object.freeze({ metadata: { name: 'a/2', resourceVersion: String(revision), labels: {} } })
    fixture.cache.list()
    fixture.cache.cacheObject(`${prefix}a/2`, revision, object)
    fixture.cache.cacheObject(`${prefix}a/1`, revision, object)
    const first = (await fixture.cache.get(`${prefix}a/1`))!
    expect(first.object()).toBe((await fixture.cache.list()).entries[0]!.object())
    expect(first.object().metadata.name).toBe('a/1')
    expect((await fixture.cache.get(`${prefix}a/2`))!.object()).toBe(object)
    expect(fixture.parses()).toBe(1)
  })

  it('lists one key with a lookup', async () => {
    const fixture = createFixture()
    for (const key of ['a/1', 'a/2', 'b/1']) fixture.put(key, { app: key })
    expect(await names(fixture, { key: `${prefix}a/2` })).toEqual(['a/2'])
    expect(await names(fixture, { key: `${prefix}a/2`, prefix: `${prefix}b/` })).toEqual([])
    expect(await names(fixture, { key: `${prefix}a/2`, selector: withLabel('app', 'no') })).toEqual([])
    expect(await names(fixture, { key: `${prefix}a/` })).toEqual([])
  })

  it('has a content revision that changes whenever a list can have changed', async () => {
    const fixture = createFixture()
    const revision = fixture.put('a/1')
    expect((await fixture.cache.list()).contentRevision).toBe(revision)
    fixture.store.put('/others/1', { before: '', after: '' })
    const page = await fixture.cache.list()
    expect(page.contentRevision).toBe(revision)
    expect(page.revision).toBe(revision + 1n)
    expect((await fixture.cache.list({ freshness: { kind: 'exact', revision } })).contentRevision).toBe(revision)
  })
})

describe('freshness', () => {
  const rows: readonly (readonly [name: string, freshness: Freshness, limit: number, expected: readonly string[]])[] = [
    ['unset: the most recent', { kind: 'unset' }, 0, ['a', 'b', 'c']],
    ['unset with a limit: the most recent', { kind: 'unset' }, 2, ['a', 'b']],
    ['any', { kind: 'any' }, 0, ['a', 'b', 'c']],
    ['any with a limit', { kind: 'any' }, 2, ['a', 'b']],
    ['not older than: the newest there is', { kind: 'notOlderThan', revision: 2n }, 0, ['a', 'b', 'c']],
    ['not older than with a limit', { kind: 'notOlderThan', revision: 2n }, 2, ['a', 'b']],
    ['exact: that state', { kind: 'exact', revision: 3n }, 0, ['a', 'b']],
    ['exact with a limit', { kind: 'exact', revision: 3n }, 1, ['a']],
    ['exact at the newest', { kind: 'exact', revision: 4n }, 0, ['a', 'b', 'c']],
  ]
  for (const [name, freshness, limit, expected] of rows) {
    it(`serves ${name}`, async () => {
      const fixture = createFixture()
      for (const key of ['a', 'b', 'c']) fixture.put(key)
      const page = await fixture.cache.list({ freshness, limit })
      expect(page.entries.map((entry) => entry.key.slice(prefix.length))).toEqual(expected)
      expect(page.revision).toBe(freshness.kind === 'exact' ? freshness.revision : 4n)
    })
  }

  it('lists exactly the state of every revision of its history', async () => {
    const fixture = createFixture()
    fixture.put('a')
    fixture.put('b')
    fixture.delete('a')
    fixture.put('a')
    const states = []
    for (let revision = 1n; revision <= 5n; revision++)
      states.push(await names(fixture, { freshness: { kind: 'exact', revision } }))
    expect(states).toEqual([[], ['a'], ['a', 'b'], ['b'], ['a', 'b']])
  })

  it('has the history of the store from before it was opened', async () => {
    const fixture = createFixture()
    for (const key of ['a', 'b', 'c']) fixture.put(key)
    expect(await names(fixture, { freshness: { kind: 'exact', revision: 2n } })).toEqual(['a'])
    expect(fixture.cache.oldestRevision).toBe(1n)
  })

  it('reads a large store in turns, and then what was written meanwhile', async () => {
    const clock = new BusyClock()
    const fixture = createFixture({}, clock)
    const keys = Array.from({ length: 9_000 }, (_, index) => String(index).padStart(4, '0'))
    for (const key of keys) fixture.put(key)
    fixture.store.compact(fixture.store.revision())
    const first = fixture.cache.list()
    expect(first).toBeInstanceOf(Promise)
    const second = fixture.cache.list()
    clock.turn()
    fixture.put('0000')
    fixture.put('9000')
    fixture.delete('8999')
    const listed = (await settled(Promise.all([first, second]), clock)).map(({ entries }) =>
      entries.map(({ key }) => key),
    )
    const expected = [...keys.slice(0, -1), '9000'].map((key) => prefix + key)
    expect(listed).toEqual([expected, expected])
    expect(fixture.cache.list()).not.toBeInstanceOf(Promise)
  })

  it('refuses an exact list of a compacted revision', async () => {
    const fixture = createFixture({ historyLimit: 2 })
    for (const key of ['a', 'b', 'c', 'd']) fixture.put(key)
    const error = await refusal(() => fixture.cache.list({ freshness: { kind: 'exact', revision: 2n } }))
    expect(error.toStatus()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'The resourceVersion for the provided list is too old.',
      reason: 'Expired',
      code: 410,
    })
    expect(await names(fixture, { freshness: { kind: 'exact', revision: 3n } })).toEqual(['a', 'b'])
  })

  it('waits three seconds for a future revision, and then answers 504', async () => {
    for (const kind of ['notOlderThan', 'exact'] as const) {
      const fixture = createFixture()
      fixture.put('a')
      const error = refusal(() => fixture.cache.list({ freshness: { kind, revision: 9n } }))
      await Promise.resolve()
      fixture.clock.advance(2_999)
      fixture.put('b')
      fixture.clock.advance(1)
      expect((await error).toStatus()).toMatchObject({
        code: 504,
        reason: 'Timeout',
        message: 'Timeout: Too large resource version: 9, current: 3',
        details: {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          retryAfterSeconds: 1,
        },
      })
      expect(fixture.clock.timers).toBe(0)
    }
  })

  it('names the revision it waited for, even a very large one', async () => {
    const fixture = createFixture()
    const error = refusal(() => fixture.cache.list({ freshness: { kind: 'notOlderThan', revision: 2n ** 63n - 1n } }))
    await Promise.resolve()
    fixture.clock.advance(3_000)
    expect((await error).message).toBe('Timeout: Too large resource version: 9223372036854775807, current: 1')
  })

  it('answers a read as soon as its revision is reached, even by another resource', async () => {
    const fixture = createFixture()
    fixture.put('a')
    const page = fixture.cache.list({ freshness: { kind: 'notOlderThan', revision: 4n } })
    const entry = fixture.cache.get(`${prefix}b`, { kind: 'notOlderThan', revision: 3n })
    fixture.put('b')
    fixture.store.put('/others/1', { before: '', after: '' })
    expect((await entry)!.modRevision).toBe(3n)
    expect((await page).revision).toBe(4n)
    expect(fixture.clock.timers).toBe(0)
  })

  it('stops waiting when the caller aborts', async () => {
    const fixture = createFixture()
    const controller = new AbortController()
    const waiting = fixture.cache.get(`${prefix}a`, { kind: 'notOlderThan', revision: 9n }, controller)
    controller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    expect(fixture.clock.timers).toBe(0)
  })
})

describe('paging', () => {
  it('returns all entries of one snapshot once, page by page, during writes', async () => {
    const fixture = createFixture()
    const keys = Array.from({ length: 25 }, (_, index) => `a/${String(index).padStart(2, '0')}`)
    for (const key of keys) fixture.put(key)
    const seen: string[] = []
    const remaining: unknown[] = []
    let continueToken: string | undefined
    do {
      const page = await fixture.cache.list({
        prefix: `${prefix}a/`,
        limit: 10,
        ...(continueToken === undefined ? {} : { continueToken }),
      })
      seen.push(...page.entries.map((entry) => entry.key.slice(prefix.length)))
      remaining.push(page.remainingItemCount)
      expect(page.revision).toBe(26n)
      continueToken = page.continue
      fixture.put(`a/new${seen.length}`)
      fixture.delete(keys[seen.length + 1] ?? 'a/00')
    } while (continueToken !== undefined)
    expect(seen).toEqual(keys)
    expect(remaining).toEqual([15, 5, undefined])
  })

  it('formats the token as Kubernetes does', async () => {
    const fixture = createFixture()
    for (const key of ['a/1', 'a/2']) fixture.put(key)
    const { continue: text } = await fixture.cache.list({ limit: 1 })
    expect(Buffer.from(text!, 'base64url').toString()).toBe(`{"v":"${continueVersion}","rv":3,"start":"a/1\\u0000"}`)
    expect(text).not.toContain('=')
  })

  it('returns no count with a selector, and applies the limit to matching entries', async () => {
    const fixture = createFixture()
    for (let index = 0; index < 10; index++) fixture.put(`a/${index}`, { odd: String(index % 2 === 1) })
    const selector = withLabel('odd', 'true')
    const first = await fixture.cache.list({ limit: 3, selector })
    expect(first.entries.map((entry) => entry.key.at(-1))).toEqual(['1', '3', '5'])
    expect(first.remainingItemCount).toBeUndefined()
    const second = await fixture.cache.list({ limit: 3, selector, continueToken: first.continue! })
    expect(second.entries.map((entry) => entry.key.at(-1))).toEqual(['7', '9'])
    expect(second.continue).toBeUndefined()
  })

  it('counts the remaining items for an empty selector', async () => {
    const fixture = createFixture()
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    const page = await fixture.cache.list({ limit: 1, selector: { isEmpty: true, matches: () => true } })
    expect(page.remainingItemCount).toBe(2)
  })

  it('accepts a continue token with resource version 0, and throws a TypeError with another one', async () => {
    const fixture = createFixture()
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    const { continue: text } = await fixture.cache.list({ limit: 1 })
    expect(await names(fixture, { limit: 1, continueToken: text!, freshness: { kind: 'any' } })).toEqual(['a/2'])
    for (const freshness of [
      { kind: 'notOlderThan', revision: 2n },
      { kind: 'exact', revision: 2n },
    ] as const) {
      const list = async (): Promise<unknown> => fixture.cache.list({ limit: 1, continueToken: text!, freshness })
      await expect(list()).rejects.toThrow(new TypeError('freshness must be unset or any with a continueToken'))
    }
  })

  it('answers a compacted token with 410 and a token that continues at the newest state', async () => {
    const fixture = createFixture({ historyLimit: 3 })
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    const { continue: text } = await fixture.cache.list({ prefix: `${prefix}a/`, limit: 1 })
    for (let index = 0; index < 5; index++) fixture.put('a/4')
    const error = await refusal(() => fixture.cache.list({ prefix: `${prefix}a/`, limit: 1, continueToken: text! }))
    const status = error.toStatus()
    expect(status).toMatchObject({
      code: 410,
      reason: 'Expired',
      message:
        'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    })
    const rest = await fixture.cache.list({ prefix: `${prefix}a/`, limit: 2, continueToken: status.metadata.continue! })
    expect(rest.entries.map((entry) => entry.key.slice(prefix.length))).toEqual(['a/2', 'a/3'])
    expect(rest.revision).toBe(9n)
    expect(await names(fixture, { prefix: `${prefix}a/`, continueToken: rest.continue! })).toEqual(['a/4'])
  })

  it('expires a token with the history, by the clock', async () => {
    const fixture = createFixture({ historyMs: 75_000 })
    for (const key of ['a/1', 'a/2', 'a/3']) fixture.put(key)
    const { continue: text } = await fixture.cache.list({ limit: 1 })
    fixture.clock.advance(60_000)
    fixture.put('a/4')
    expect(await names(fixture, { limit: 1, continueToken: text! })).toEqual(['a/2'])
    fixture.clock.advance(77_000)
    expect((await refusal(() => fixture.cache.list({ limit: 1, continueToken: text! }))).code).toBe(410)
  })

  const malformed: readonly (readonly [name: string, token: string, message: string])[] = [
    ['that is not base64', 'a?b', 'continue key is not valid: illegal base64 data at input byte 1'],
    ['of an impossible length', 'abcde', 'continue key is not valid: illegal base64 data at input byte 4'],
    [
      'with padding',
      `${token({ v: continueVersion, rv: 2, start: 'x1' })}=`,
      'continue key is not valid: illegal base64 data at input byte',
    ],
    ['that is empty', '', 'continue key is not valid: unexpected end of JSON input'],
    ['that is not JSON', token('hello'), 'continue key is not valid: '],
    ['that is no object', token([1]), 'continue key is not valid: '],
    [
      'of another version',
      token({ v: 'v2', rv: 2, start: 'a' }),
      'continue key is not valid: server does not recognize this encoded version v2',
    ],
    [
      'without a revision',
      token({ v: continueVersion, start: 'a' }),
      `continue key is not valid: incorrect encoded start resourceVersion (version ${continueVersion})`,
    ],
    [
      'without a start',
      token({ v: continueVersion, rv: 2 }),
      `continue key is not valid: encoded start key empty (version ${continueVersion})`,
    ],
    [
      'that climbs out',
      token({ v: continueVersion, rv: 2, start: '../secrets/a' }),
      'continue key is not valid: ../secrets/a',
    ],
    ['that stands still', token({ v: continueVersion, rv: 2, start: 'a/./b' }), 'continue key is not valid: a/./b'],
    ['with an empty part', token({ v: continueVersion, rv: 2, start: 'a//b' }), 'continue key is not valid: a//b'],
    ['with a revision that is text', token({ v: continueVersion, rv: '2', start: 'a' }), 'continue key is not valid: '],
    ['with a start that is a number', token({ v: continueVersion, rv: 2, start: 7 }), 'continue key is not valid: '],
  ]
  for (const [name, text, message] of malformed) {
    it(`refuses a token ${name}`, async () => {
      const fixture = createFixture()
      fixture.put('a/1')
      const error = await refusal(() => fixture.cache.list({ continueToken: text }))
      expect(error.code).toBe(400)
      expect(error.reason).toBe('BadRequest')
      expect(error.message.startsWith(`invalid continue token: ${message}`)).toBe(true)
    })
  }

  it('waits for the revision of a token from another server', async () => {
    const fixture = createFixture()
    fixture.put('a/1')
    const page = fixture.cache.list({ continueToken: token({ v: continueVersion, rv: 3, start: 'a/0' }) })
    fixture.put('a/2')
    expect((await page).entries).toHaveLength(2)
  })
})

describe('options', () => {
  it('are validated when the cache is created', () => {
    expect(() => createFixture({ prefix: '/things' })).toThrow(TypeError)
    expect(() => createFixture({ historyMs: 74_999 })).toThrow(TypeError)
    expect(() => createFixture({ historyLimit: 0 })).toThrow(TypeError)
    expect(() => createFixture({ objectCacheLimit: 1.5 })).toThrow(TypeError)
  })
})
