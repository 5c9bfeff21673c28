import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken, startHostile, type HostileServer } from './hostile-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const limit = 3 * 1024 * 1024
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile()
  await hostile.send('POST', maps, { body: { metadata: { name: 'here' }, data: { a: 'b' } } })
})
afterAll(() => hostile.close())

describe('a body of more than 3 MiB', () => {
  const tooLarge = { kind: 'Status', code: 413, reason: 'RequestEntityTooLarge' }

  it('is refused with 413 by its length', async () => {
    const { status, json } = await hostile.send('POST', maps, { body: Buffer.alloc(limit + 1, 0x20) })
    expect(status).toBe(413)
    expect(json).toMatchObject(tooLarge)
    expect(json.message).toContain('Request entity too large: limit is 3145728')
  })

  it('is refused with 413 when it comes in chunks', async () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const head = `POST ${maps} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${adminToken}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const { status, json } = await hostile.raw(head + chunk.repeat(60), { quietMs: 1000 })
    expect(status).toBe(413)
    expect(json).toMatchObject(tooLarge)
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('is refused in a %s', async (method) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    expect((await hostile.send(method, `${maps}/here`, { type, body: Buffer.alloc(limit + 1, 0x20) })).status).toBe(413)
  })

  it('is not read for a user who is not allowed to write', async () => {
    const request = `POST ${maps} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`
    expect((await hostile.raw(request, { quietMs: 1000 })).status).toBe(403)
  })

  it('differs from one that just fits', async () => {
    const fits = `{"metadata":{"name":"fits"},"data":{"a":"${'x'.repeat(1_000_000)}"}}`.padEnd(limit, ' ')
    expect((await hostile.send('POST', maps, { body: fits })).status).toBe(201)
  })
})

describe('objects', () => {
  const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
  const role = (bytes: number): object => ({
    metadata: { name: 'wide' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames: ['x'.repeat(bytes)] }],
  })

  it('have at most 1.5 MiB, as etcd stores them', async () => {
    const refusal = { kind: 'Status', message: 'etcdserver: request is too large', code: 500 }
    expect((await hostile.send('POST', roles, { body: role(1_573_000) })).json).toMatchObject(refusal)
    expect((await hostile.send('POST', roles, { body: role(1_572_000) })).status).toBe(201)
    const { json } = await hostile.send('PUT', `${roles}/wide`, { body: role(1_573_000) })
    expect(json).toMatchObject(refusal)
    expect(json).not.toHaveProperty('reason')
    expect((await hostile.send('DELETE', `${roles}/wide`)).status).toBe(200)
  })

  it('store at most 1 MiB in a config map', async () => {
    const { status, json } = await hostile.send('POST', maps, {
      body: { metadata: { name: 'big' }, data: { a: 'x'.repeat(1_048_577) } },
    })
    expect(status).toBe(422)
    expect(json.message).toContain('Too long: may not be more than 1048576 bytes')
  })

  it('store at most 256 KiB of annotations', async () => {
    const { status, json } = await hostile.send('POST', maps, {
      body: { metadata: { name: 'big', annotations: { a: 'x'.repeat(262_144) } } },
    })
    expect(status).toBe(422)
    expect(json.message).toContain('metadata.annotations: Too long: may not be more than 262144 bytes')
  })
})

describe('JSON patches', () => {
  const type = 'application/json-patch+json'

  it('of more than 10,000 operations are refused with 413', async () => {
    const body = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/a', value: 'b' }))
    const { status, json } = await hostile.send('PATCH', `${maps}/here`, { type, body })
    expect(status).toBe(413)
    expect(json.message).toContain('The allowed maximum operations in a JSON patch is 10000, got 10001')
  })

  it('of 10,000 operations are done', async () => {
    const body = Array.from({ length: 10_000 }, () => ({ op: 'test', path: '/data/a', value: 'b' }))
    expect((await hostile.send('PATCH', `${maps}/here`, { type, body })).status).toBe(200)
  })

  it('that copy and copy until the object is huge are refused with 422', async () => {
    const name = 'bomb'
    await hostile.send('POST', maps, { body: { metadata: { name, labels: {} }, data: { a: 'x'.repeat(1000) } } })
    const body = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/data', path: `/data/k${index}` }))
    const begun = performance.now()
    const { status } = await hostile.send('PATCH', `${maps}/${name}`, { type, body })
    expect(status).toBe(422)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it.each([
    ['that is no list', '{"op":"add"}'],
    ['without an operation', '[{}]'],
    ['of an unknown operation', '[{"op":"explode","path":"/data"}]'],
    ['of a path that is no pointer', '[{"op":"add","path":"data","value":1}]'],
    ['of nulls', '[null]'],
    ['of numbers', '[1,2]'],
    ['beyond the end of a list', '[{"op":"add","path":"/metadata/managedFields/99","value":{}}]'],
    ['at an index that is none', '[{"op":"add","path":"/metadata/managedFields/-99","value":{}}]'],
    ['that takes the whole object away', '[{"op":"remove","path":""}]'],
    ['that puts a number in place of the object', '[{"op":"replace","path":"","value":1}]'],
    ['that puts a list in place of the metadata', '[{"op":"replace","path":"/metadata","value":[]}]'],
  ])('%s are refused', async (_what, body) => {
    const { status, json } = await hostile.send('PATCH', `${maps}/here`, { type, body })
    expect(json.kind).toBe('Status')
    expect([400, 422]).toContain(status)
  })
})

describe('bodies that cannot be decoded', () => {
  it('that are compressed are refused, not inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
    const { status, json } = await hostile.send('POST', maps, { body: bomb, lines: ['Content-Encoding: gzip'] })
    expect(status).toBe(400)
    expect(json.message).toContain('gzip')
  })

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/json-patch+json',
    'application/jsonx',
    'nonsense',
    ';;;',
  ])('of type %s are refused with 415', async (type) => {
    const { status, json } = await hostile.send('POST', maps, { type, body: '{"metadata":{"name":"x"}}' })
    expect(status).toBe(415)
    expect(json.reason).toBe('UnsupportedMediaType')
  })

  const unreadable: readonly (readonly [what: string, body: string | Buffer])[] = [
    ['nothing', ''],
    ['blanks', '   '],
    ['half an object', '{"metadata":'],
    ['a number', '1'],
    ['a list', '[]'],
    ['text', '"text"'],
    ['two objects', '{"metadata":{"name":"a"}}{"metadata":{"name":"b"}}'],
    ['a comment', '{/* */"metadata":{"name":"a"}}'],
    ['a trailing comma', '{"metadata":{"name":"a",}}'],
    ['single quotes', "{'metadata':{}}"],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
    ['a control character in a string', '{"metadata":{"name":"a\u0001"}}'],
    ['a metadata that is text', '{"metadata":"x"}'],
    ['a name that is a number', '{"metadata":{"name":1}}'],
    ['labels that are a list', '{"metadata":{"name":"a","labels":["x"]}}'],
    ['labels that are numbers', '{"metadata":{"name":"a","labels":{"x":1}}}'],
    ['a kind that is a number', '{"kind":1}'],
    ['another kind', '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}'],
    ['another version', '{"kind":"ConfigMap","apiVersion":"v9","metadata":{"name":"a"}}'],
    ['a creation time that is none', '{"metadata":{"name":"a","creationTimestamp":"yesterday"}}'],
  ]
  it.each(unreadable)('that hold %s are refused with 400', async (_what, body) => {
    const { status, json } = await hostile.send('POST', maps, { body })
    expect(json).toMatchObject({ kind: 'Status', code: 400 })
    expect(status).toBe(400)
  })
})

describe('YAML', () => {
  const type = 'application/yaml'

  it('of aliases that multiply is refused quickly', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `a${level}: &a${level} [${Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*a${level - 1}`)).join(',')}]`,
    )
    const begun = performance.now()
    const { status, json } = await hostile.send('POST', maps, { type, body: levels.join('\n') })
    expect(status).toBe(400)
    expect(json.kind).toBe('Status')
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it.each([
    ['an alias of itself', 'a: &a [*a]'],
    ['an alias of nothing', 'a: *b'],
    ['a merge of itself', 'a: &a {<<: *a}'],
    ['a tag of JavaScript', 'a: !!js/function "function () {}"'],
    ['a tag of a class', 'a: !!python/object:os.system x'],
    ['tabs', 'metadata:\n\tname: x'],
    ['an unclosed quote', 'a: "b'],
    ['an unclosed bracket', `a: ${'['.repeat(500)}`],
    ['two documents', 'metadata: {name: x}\n---\nmetadata: {name: y}'],
    ['a key that is a map', '? {a: b}\n: c'],
    ['100,000 anchors', Array.from({ length: 100_000 }, (_, index) => `a${index}: &a${index} x`).join('\n')],
  ])('of %s does not fail inside', async (_what, body) => {
    const { status, json } = await hostile.send('POST', maps, { type, body })
    expect(status).toBeLessThan(500)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(json).toBeDefined()
  })
})

it('after all this the server still answers', async () => {
  expect((await hostile.send('GET', `${maps}/here`)).status).toBe(200)
})

describe('strict decoding errors', () => {
  const fields = (count: number): string => Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',')
  const send = (more: string, validation: string) =>
    hostile.send('POST', `${maps}?dryRun=All&fieldValidation=${validation}`, {
      body: `{"metadata":{"name":"strict"},${more}}`,
    })

  it('are the first 100, as upstream', async () => {
    const { status, json } = await send(fields(150), 'Strict')
    expect([status, json.message.split('unknown field').length - 1]).toEqual([400, 100])
    expect(json.message).toContain('unknown field "a99"')
    expect(json.message).not.toContain('unknown field "a100"')
  })

  it('do not name an unknown field as repeated too', async () => {
    const { json } = await send('"a":1,"a":{"b":1,"b":2},"data":{"x":"1","x":"2"}', 'Strict')
    expect(json.message).toMatch(/strict decoding error: unknown field "a", duplicate field "data.x"$/)
  })
})
