import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, startHostile, type HostileServer } from './hostile-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile()
  for (const name of ['a', 'b', 'c'])
    await hostile.send('POST', maps, { body: { metadata: { name, labels: { name } } } })
})
afterAll(() => hostile.close())

const token = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const ask = (query: string, target = maps) => hostile.send('GET', `${target}?${query}`)

describe('a timeout', () => {
  it.each(['abc', '1', '1x', '--1s', '1e3s', 's', '9'.repeat(400) + 'x', '%00', '١s'])(
    '%s is rejected with 400 before authentication',
    async (text) => {
      const { status, json } = await hostile.send('GET', `${maps}?timeout=${encodeURI(text)}`, { token: 'unknown' })
      expect(status).toBe(400)
      expect(json.message).toContain('invalid timeout specified in the request URL')
    },
  )

  it.each(['1s', '1m30s', '0', '0s', '24h', '1h1ms', '', '1.5s', '500ms'])('%s is taken', async (text) => {
    expect((await ask(`timeout=${text}`)).status).toBe(200)
  })
})

describe('a watch with timeoutSeconds', () => {
  const lasts = async (seconds: string): Promise<'ends' | 'is open'> => {
    const { text } = await hostile.raw(
      [
        `GET ${maps}?watch=1&resourceVersion=0&timeoutSeconds=${seconds} HTTP/1.1`,
        'Host: server',
        'Connection: close',
        `Authorization: Bearer ${adminToken}`,
        '\r\n',
      ].join('\r\n'),
      { quietMs: 2_000 },
    )
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    return text.endsWith('\r\n0\r\n\r\n') ? 'ends' : 'is open'
  }

  it.each(['-1', '-9007199254740993'])('below zero ends at once: %s', async (seconds) => {
    expect(await lasts(seconds)).toBe('ends')
  })

  it.each(['0', '9007199254740993'])('of %s stays open', async (seconds) => {
    expect(await lasts(seconds)).toBe('is open')
  })
})

describe('a limit', () => {
  it.each(['abc', '1.5', '1e3', '0x10', '99999999999999999999', '%20', '1%00'])(
    '%s is refused with 400',
    async (text) => {
      expect((await ask(`limit=${text}`)).status).toBe(400)
    },
  )

  it.each(['-1', '0', '+2', '9223372036854775807', ''])('%s does not fail inside', async (text) => {
    const { status, json } = await ask(`limit=${encodeURIComponent(text)}`)
    expect([200, 400]).toContain(status)
    expect(json.kind).toMatch(/^(ConfigMapList|Status)$/)
  })

  it('of -1 lists all, as 0 does', async () => {
    const { status, json } = await ask('limit=-1')
    expect(status).toBe(200)
    expect(json.items.length).toBe((await ask('')).json.items.length)
  })
})

describe('a continue token', () => {
  const tokens: readonly (readonly [what: string, text: string])[] = [
    ['nonsense', 'nonsense'],
    ['no base64', '%00%ff'],
    ['null', token({ v: 'meta.k8s.io/v1' })],
    ['another version', token({ v: 'meta.k8s.io/v9', rv: 5, start: 'a' })],
    ['a version of zero', token({ v: 'meta.k8s.io/v1', rv: 0, start: 'a' })],
    ['a start that climbs', token({ v: 'meta.k8s.io/v1', rv: 5, start: '../../secrets/x' })],
    ['a start in the middle that climbs', token({ v: 'meta.k8s.io/v1', rv: 5, start: 'a/../../x' })],
    ['no start', token({ v: 'meta.k8s.io/v1', rv: 5, start: '' })],
    ['a start that is a number', '' + Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":1}').toString('base64url')],
    ['a version that is text', Buffer.from('{"v":"meta.k8s.io/v1","rv":"x","start":"a"}').toString('base64url')],
    ['a list', Buffer.from('[1]').toString('base64url')],
    ['deep nesting', Buffer.from('['.repeat(50_000)).toString('base64url')],
    ['__proto__', Buffer.from('{"__proto__":{"v":"meta.k8s.io/v1","rv":5,"start":"a"}}').toString('base64url')],
  ]
  it.each(tokens)('of %s is refused with 400', async (_what, text) => {
    const { status, json } = await ask(`limit=1&continue=${text}`)
    expect(json).toMatchObject({ kind: 'Status', code: 400 })
    expect(status).toBe(400)
  })

  it('of another collection shows nothing of it', async () => {
    await hostile.send('POST', '/api/v1/namespaces', { body: { metadata: { name: 'team' } } })
    await hostile.send('POST', '/api/v1/namespaces/team/configmaps', { body: { metadata: { name: 'hidden' } } })
    const all = await hostile.send('GET', '/api/v1/configmaps?limit=1')
    const { json } = await ask(`limit=500&continue=${all.json.metadata.continue}`)
    for (const item of json.items ?? []) expect(item.metadata.namespace).toBe('default')
  })

  it('with another version beside it is refused', async () => {
    const { json } = await ask('limit=1')
    const { status, json: refused } = await ask(`limit=1&continue=${json.metadata.continue}&resourceVersion=5`)
    expect(status).toBe(400)
    expect(refused.message).toContain('specifying resource version is not allowed when using continue')
  })
})

describe('a resourceVersion', () => {
  const garbage = [
    'abc',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '18446744073709551616',
    '99999999999999999999999',
    '%00',
    '1%2f2',
    '%20',
    '__proto__',
  ]

  it.each(garbage)('%s is refused with 400 by a list', async (text) => {
    const { status, json } = await ask(`resourceVersion=${text}`)
    expect(status).toBe(400)
    expect(json.reason).toBe('BadRequest')
  })

  it.each(garbage)('%s is refused with 500 by a get', async (text) => {
    const { status, json } = await ask(`resourceVersion=${text}`, `${maps}/a`)
    expect([status, json.reason]).toEqual([500, undefined])
    expect(json.message).toMatch(/^resourceVersion: Invalid value: /)
  })

  it.each(garbage)('%s is refused with 500 by a watch, before the stream begins', async (text) => {
    const { status, json } = await ask(`watch=1&timeoutSeconds=1&resourceVersion=${text}`)
    expect([status, json.reason]).toEqual([500, undefined])
  })

  it.each(['abc', '-1', '1.5', '__proto__'])('%s in an update is no version', async (resourceVersion) => {
    const { status, json } = await hostile.send('PUT', `${maps}/a`, {
      body: { metadata: { name: 'a', resourceVersion } },
    })
    expect(status).toBe(500)
    expect(json.message).toMatch(/^strconv.ParseUint: parsing /)
  })

  it('is not set on what is created', async () => {
    const { status, json } = await hostile.send('POST', maps, {
      body: { metadata: { name: 'new', resourceVersion: '5' } },
    })
    expect(status).toBe(500)
    expect(json.message).toContain('resourceVersion should not be set on objects to be created')
  })

  it.each([
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=Nonsense&resourceVersion=1',
    'resourceVersionMatch=Exact&resourceVersion=0',
    'sendInitialEvents=true',
  ])('that does not go together is refused with 422: %s', async (query) => {
    expect((await ask(query)).status).toBe(422)
  })
})

describe('a selector', () => {
  const labels = [
    '=b',
    'a=b=c',
    'a in',
    'a in (',
    'a in ()x',
    '!',
    ',',
    'a,,b',
    'a b',
    '-a',
    'a/b/c=d',
    '/=x',
    'a=-',
    'a notin',
    '(',
    'a=' + 'x'.repeat(64),
    'x'.repeat(64) + '=a',
    'é=1',
    'a>b',
    'a<x',
  ]
  it.each(labels)('by labels that cannot be read is refused with 400: %s', async (text) => {
    const { status, json } = await ask(`labelSelector=${encodeURIComponent(text)}`)
    expect(json).toMatchObject({ kind: 'Status', code: 400 })
    expect(status).toBe(400)
  })

  it.each([
    'nonsense=1',
    'metadata.uid=1',
    'a',
    'spec.nodeName=x',
    '__proto__=x',
    'constructor=x',
    'metadata.name',
    'metadata.name=a=b\\',
    'metadata.name\u0000=a',
  ])('by unsupported fields is rejected with 400: %s', async (text) => {
    for (const watch of ['', '&watch=1&timeoutSeconds=1']) {
      expect((await ask(`fieldSelector=${encodeURIComponent(text)}${watch}`)).status).toBe(400)
    }
  })

  it.each([
    'metadata.name=..',
    'metadata.name=a/b',
    'metadata.name=../../secrets/x',
    'metadata.namespace=..',
    'metadata.namespace=../x,metadata.name=y',
    'metadata.name=%2e',
  ])('by an impossible name finds nothing: %s', async (text) => {
    for (const target of [maps, '/api/v1/configmaps']) {
      const { status, json } = await ask(`fieldSelector=${encodeURIComponent(text)}`, target)
      expect(status).toBe(200)
      expect(json.items).toEqual([])
    }
  })

  it('of 5,000 requirements is answered quickly', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `k${index}!=v`).join(',')
    const begun = performance.now()
    expect((await ask(`labelSelector=${encodeURIComponent(many)}`)).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })
})

describe('a name', () => {
  const names = [
    '%25',
    'a%25b',
    '.',
    '..',
    'a b',
    'A',
    'a_b',
    '-a',
    'a-',
    'a..b',
    'é',
    'a\u0000',
    'a\n',
    '\u202e',
    'x'.repeat(254),
    '%2e%2e',
  ]
  it.each(names)('that is none is never stored: %s', async (name) => {
    const { status } = await hostile.send('POST', maps, { body: { metadata: { name } } })
    expect(status).toBe(422)
  })

  it.each(names)('that is none is not found, and nothing fails: %s', async (name) => {
    for (const method of ['GET', 'DELETE']) {
      const { status } = await hostile.send(method, `${maps}/${encodeURIComponent(name)}`)
      expect([400, 404]).toContain(status)
    }
  })

  it('with a slash is a subresource that is not served', async () => {
    expect((await hostile.send('POST', maps, { body: { metadata: { name: 'a/b' } } })).status).toBe(422)
    expect((await hostile.send('GET', `${maps}/a%2fb`)).status).toBe(404)
  })

  it.each(['..', '.', '%25', 'A', 'a b', 'x'.repeat(64)])(
    'of a namespace that is none holds nothing: %s',
    async (namespace) => {
      const target = `/api/v1/namespaces/${encodeURIComponent(namespace)}/configmaps`
      const list = await hostile.send('GET', target)
      if (list.status === 200) expect(list.json.items).toEqual([])
      else expect([400, 404, 422]).toContain(list.status)
      const { status } = await hostile.send('POST', target, { body: { metadata: { name: 'x' } } })
      expect([400, 404, 422]).toContain(status)
    },
  )

  it.each([
    { fieldManager: 'x'.repeat(129) },
    { fieldManager: 'a\u0000b' },
    { fieldManager: 'a\nb' },
    { fieldValidation: 'Maybe' },
    { dryRun: 'Some' },
    { dryRun: 'all' },
  ])('of an option that is none is refused with 422: %j', async (options) => {
    const query = new URLSearchParams(options as Record<string, string>).toString()
    expect((await hostile.send('POST', `${maps}?${query}`, { body: { metadata: { name: 'never' } } })).status).toBe(422)
    expect((await hostile.send('GET', `${maps}/never`)).status).toBe(404)
  })

  it.each(['gracePeriodSeconds=abc', 'gracePeriodSeconds=1.5', 'propagationPolicy=Sometimes', 'dryRun=Some'])(
    'is not deleted with an option that is none: %s',
    async (query) => {
      expect([400, 422]).toContain((await hostile.send('DELETE', `${maps}/a?${query}`)).status)
      expect((await hostile.send('GET', `${maps}/a`)).status).toBe(200)
    },
  )
})

describe('methods', () => {
  it.each(['TRACE', 'PROPFIND', 'OPTIONS', 'LINK'])('%s is not served', async (method) => {
    const { status } = await hostile.send(method, maps)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it.each([
    ['POST', `${maps}/a`],
    ['PUT', maps],
    ['PATCH', maps],
    ['POST', '/api/v1/configmaps'],
    ['DELETE', '/api/v1/configmaps'],
  ])('%s %s is answered with 405', async (method, target) => {
    expect((await hostile.send(method, target, { body: '{}' })).status).toBe(405)
  })
})
