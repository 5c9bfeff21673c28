import { afterEach, describe, expect, it } from 'vitest'
import { startHostile, type HostileServer, type Reply } from './hostile-server.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const widgets = '/apis/example.dev/v1/namespaces/default/widgets'
const preserve = '"x-kubernetes-preserve-unknown-fields":true'
const largest = '9223372036854775807'
const objects = (levels: number, end = '1'): string => '{"a":'.repeat(levels) + end + '}'.repeat(levels)
const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const mergePatch = 'application/merge-patch+json'
let hostile: HostileServer
afterEach(() => hostile.close())

/** Sends a definition of widgets whose spec has those properties, as they are spelled. */
async function define(properties: string, subresources = '{}'): Promise<Reply> {
  hostile = await startHostile()
  const schema = `{"type":"object","properties":{"spec":{"type":"object","properties":${properties}}}}`
  const version = `{"name":"v1","served":true,"storage":true,"subresources":${subresources},"schema":{"openAPIV3Schema":${schema}}}`
  const spec = `{"group":"example.dev","scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},"versions":[${version}]}`
  return hostile.send('POST', definitions, { body: `{"metadata":{"name":"widgets.example.dev"},"spec":${spec}}` })
}

const post = (spec: string, name = 'a'): Promise<Reply> =>
  hostile.send('POST', widgets, {
    body: `{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"${name}"},"spec":${spec}}`,
  })

async function expectServed(): Promise<void> {
  for (const path of ['/openapi/v2', '/openapi/v3/apis/example.dev/v1', `${widgets}?limit=5`]) {
    expect([path, (await hostile.send('GET', path)).status]).toEqual([path, 200])
  }
}

describe('integers beyond 2^53 in the schema of a definition', () => {
  it.each(['default', 'example', 'maximum', 'minLength', 'maxLength', 'maxItems'])(
    'as %s harm neither objects nor documents',
    async (word) => {
      const type = word.endsWith('Length') ? 'string' : word.endsWith('Items') ? 'array' : 'integer'
      const items = type === 'array' ? '"items":{"type":"string"},' : ''
      expect((await define(`{"x":{"type":"${type}",${items}"${word}":${largest}}}`)).status).toBe(201)
      expect((await post(type === 'string' ? '{"x":"a"}' : '{}')).status).toBe(word === 'minLength' ? 422 : 201)
      await expectServed()
    },
  )

  it('are filled in, and chosen from, exactly', async () => {
    expect((await define(`{"x":{"type":"integer","enum":[1,${largest}],"default":${largest}}}`)).status).toBe(201)
    expect((await post('{}')).body).toContain(`"spec":{"x":${largest}}`)
    expect((await hostile.send('GET', `${widgets}/a`)).body).toContain(`"x":${largest}`)
    const refused = await post('{"x":9223372036854775806}', 'b')
    expect(refused.json.message).toContain(`supported values: "1", "${largest}"`)
    expect((await hostile.send('GET', '/openapi/v3/apis/example.dev/v1')).body).toContain(`"default":${largest}`)
  })

  it('are shown where a number of replicas should be', async () => {
    const scale = '{"scale":{"specReplicasPath":".spec.x","statusReplicasPath":".status.x"}}'
    await define(`{"x":{"type":"object",${preserve}}}`, scale)
    const { status, json } = await post(`{"x":{"b":${largest}}}`)
    expect([status, json.message]).toEqual([422, expect.stringContaining(`map[b:${largest}] is of the type map`)])
  })
})

describe('multiples of what is not positive', () => {
  it.each([0, -2])('of %i is no number, of any size', async (factor) => {
    await define(`{"x":{"type":"integer","multipleOf":${factor}}}`)
    for (const value of ['5', largest]) {
      const { status, json } = await post(`{"x":${value}}`)
      const detail = `factor MultipleOf declared for spec.x must be positive: ${factor}`
      expect([status, json.message]).toEqual([422, expect.stringContaining(detail)])
    }
  })
})

describe('values in a definition nested deeper than a schema may be', () => {
  it.each([
    ['default', objects(1001)],
    ['example', `{"a":${lists(1000)}}`],
    ['enum', `[${objects(1000)}]`],
    ['default', objects(9900)],
  ])('as %s are answered with 400', async (word, value) => {
    const { status, json } = await define(`{"x":{"type":"object",${preserve},"${word}":${value}}}`)
    expect(status).toBe(400)
    expect(json.message).toContain('exceeded max depth')
  })

  it('are used and shown where they are as deep as they may be', async () => {
    expect((await define(`{"x":{"type":"object",${preserve},"default":${objects(980)}}}`)).status).toBe(201)
    expect((await post('{}')).status).toBe(201)
    await expectServed()
  })
})

describe('custom objects that are hostile', () => {
  it('are compared in a set however deep they are', async () => {
    await define(`{"x":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"array",
      "x-kubernetes-list-type":"atomic","items":{"type":"object",${preserve}}}}}`)
    const deep = `{"a":${lists(980)}}`
    expect((await post(`{"x":[[${deep}],[]]}`)).status).toBe(201)
    const twice = await post(`{"x":[[${deep}],[${deep}]]}`, 'b')
    expect(twice.status).toBe(422)
    expect(twice.json.details.causes[0]).toMatchObject({ reason: 'FieldValueDuplicate', field: 'spec.x[1]' })
  })

  it('are compared with what they were however deep they are', async () => {
    await define(`{"x":{"type":"object",${preserve}}}`)
    const deep = (end: string): string => `{"a":${'['.repeat(980)}${end}${']'.repeat(980)}}`
    expect((await post(`{"x":${deep('1')}}`)).status).toBe(201)
    const { json } = await hostile.send('GET', `${widgets}/a`)
    const body = `{"apiVersion":"example.dev/v1","kind":"Widget","metadata":{"name":"a","resourceVersion":"${json.metadata.resourceVersion}"},"spec":{"x":${deep('2')}}}`
    const changed = await hostile.send('PUT', `${widgets}/a`, { body })
    expect([changed.status, changed.json.metadata?.generation]).toEqual([200, 2])
  })

  it('have fields of any name', async () => {
    await define(`{"__proto__":{"type":"object","default":{},"properties":{"constructor":{"type":"string","default":"x"}}},
      "toString":{"type":"string"},"hasOwnProperty":{"type":"integer","default":3}}`)
    expect((await post('{"toString":"a","__proto__":{"polluted":1}}')).body).toContain(
      '"spec":{"toString":"a","__proto__":{"constructor":"x"},"hasOwnProperty":3}',
    )
    const patched = await hostile.send('PATCH', `${widgets}/a`, {
      body: '{"spec":{"__proto__":{"constructor":"y"}}}',
      type: mergePatch,
    })
    expect(patched.body).toContain('"__proto__":{"constructor":"y"}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  // Time that grows with the square of a list would be minutes here.
  const count = 60_000
  const many = (item: (index: number) => string): string => Array.from({ length: count }, (_, at) => item(at)).join()
  it.each([
    ['a list', '"type":"array","items":{"type":"string"}', `[${many(() => '""')}]`, `[${many(() => '1')}]`],
    [
      'a keyed list',
      `"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],
        "items":{"type":"object","required":["k"],"properties":{"k":{"type":"integer"},"v":{"type":"string"}}}`,
      `[${many((at) => `{"k":${at}}`)}]`,
      `[${many((at) => `{"k":${at},"v":1}`)}]`,
    ],
  ])(
    'are refused with so many sentences where %s is wrong throughout',
    async (_what, schema, live, next) => {
      await define(`{"x":{${schema}}}`)
      expect((await post(`{"x":${live}}`)).status).toBe(201)
      const body = `{"spec":{"x":${next}}}`
      const { status, json } = await hostile.send('PATCH', `${widgets}/a`, { body, type: mergePatch })
      expect(status).toBe(422)
      expect(json.details.causes).toHaveLength(10_000)
      expect(json.message).toContain(', and more]')
    },
    60_000,
  )
})
