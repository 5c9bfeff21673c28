import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostile, type HostileServer, type Reply } from './hostile-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions'
const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const maplike = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const yamlBlock = (levels: number): string =>
  Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
let hostile: HostileServer

beforeAll(async () => {
  hostile = await startHostile()
  await hostile.send('POST', maps, { body: { metadata: { name: 'here' }, data: { a: 'b' } } })
  await hostile.send('POST', revisions, { body: { metadata: { name: 'here' }, revision: 1, data: { a: 'b' } } })
})
afterAll(() => hostile.close())

function expectBadRequest({ status, json }: Reply): void {
  expect(json).toMatchObject({ kind: 'Status', code: 400, reason: 'BadRequest' })
  expect(json.message).not.toContain('call stack')
  expect(status).toBe(400)
}

describe('nesting deeper than 1,000 levels is answered with 400', () => {
  const shapes = [
    ['lists', lists(1_001)],
    ['objects', maplike(1_001)],
    ['lists that never end', '['.repeat(200_000)],
    ['objects that never end', '{"a":'.repeat(200_000)],
    ['200,000 lists', lists(200_000)],
  ] as const
  describe.each(shapes)('%s', (_shape, deep) => {
    it('as the whole body', async () => expectBadRequest(await hostile.send('POST', maps, { body: deep })))

    it('in an unknown field', async () =>
      expectBadRequest(await hostile.send('POST', maps, { body: `{"metadata":{"name":"x"},"nope":${deep}}` })))

    it('where an annotation is', async () =>
      expectBadRequest(
        await hostile.send('POST', maps, { body: `{"metadata":{"name":"x","annotations":{"a":${deep}}}}` }),
      ))

    it('where anything may be', async () =>
      expectBadRequest(
        await hostile.send('POST', revisions, { body: `{"metadata":{"name":"x"},"revision":1,"data":${deep}}` }),
      ))

    it('in an update', async () =>
      expectBadRequest(
        await hostile.send('PUT', `${maps}/here`, { body: `{"metadata":{"name":"here"},"nope":${deep}}` }),
      ))

    it('in the options of a deletion', async () =>
      expectBadRequest(
        await hostile.send('DELETE', `${maps}/here`, { body: `{"kind":"DeleteOptions","nope":${deep}}` }),
      ))

    it('in a merge patch', async () =>
      expectBadRequest(
        await hostile.send('PATCH', `${revisions}/here`, {
          type: 'application/merge-patch+json',
          body: `{"data":${deep}}`,
        }),
      ))

    it('in a strategic merge patch', async () =>
      expectBadRequest(
        await hostile.send('PATCH', `${revisions}/here`, {
          type: 'application/strategic-merge-patch+json',
          body: `{"data":${deep}}`,
        }),
      ))

    it('in an operation of a JSON patch', async () =>
      expectBadRequest(
        await hostile.send('PATCH', `${revisions}/here`, {
          type: 'application/json-patch+json',
          body: `[{"op":"add","path":"/data/a","value":${deep}}]`,
        }),
      ))

    it('in an apply', async () =>
      expectBadRequest(
        await hostile.send('PATCH', `${revisions}/here?fieldManager=m`, {
          type: 'application/apply-patch+yaml',
          body: `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"here"},"data":${deep}}`,
        }),
      ))

    it('as YAML', async () =>
      expectBadRequest(
        await hostile.send('POST', maps, { type: 'application/yaml', body: `metadata: {name: x}\nnope: ${deep}` }),
      ))
  })

  it('as YAML by indentation', async () =>
    expectBadRequest(
      await hostile.send('POST', maps, { type: 'application/yaml', body: yamlBlock(2_000).slice(0, 3_000_000) }),
    ))

  it('as YAML of sequences in sequences', async () =>
    expectBadRequest(await hostile.send('POST', maps, { type: 'application/yaml', body: `a: ${'- '.repeat(50_000)}` })))
})

describe('nesting that is deep and allowed', () => {
  it('is dropped with an unknown field', async () => {
    const { status } = await hostile.send('POST', maps, {
      body: `{"metadata":{"name":"drops"},"nope":${lists(990)}}`,
    })
    expect(status).toBe(201)
  })

  it('is kept where anything may be, and comes back as it was', async () => {
    const deep = maplike(990)
    const made = await hostile.send('POST', revisions, {
      body: `{"metadata":{"name":"deep"},"revision":1,"data":${deep}}`,
    })
    expect(made.status).toBe(201)
    const read = await hostile.send('GET', `${revisions}/deep`)
    expect(read.body).toContain(`"data":${deep}`)
    expect((await hostile.send('GET', revisions)).body).toContain(`"data":${deep}`)
  })

  const changes: readonly (readonly [what: string, method: string, type: string, body: string])[] = [
    ['a merge patch', 'PATCH', 'application/merge-patch+json', '{"metadata":{"labels":{"a":"b"}}}'],
    ['a strategic merge patch', 'PATCH', 'application/strategic-merge-patch+json', '{"metadata":{"labels":{"a":"c"}}}'],
    [
      'a JSON patch',
      'PATCH',
      'application/json-patch+json',
      '[{"op":"add","path":"/metadata/labels","value":{"a":"d"}}]',
    ],
    ['a copy within', 'PATCH', 'application/json-patch+json', '[{"op":"copy","from":"/data","path":"/data/b"}]'],
    ['a test of it', 'PATCH', 'application/json-patch+json', `[{"op":"test","path":"/data","value":${maplike(900)}}]`],
    ['an update', 'PUT', 'application/json', `{"metadata":{"name":"NAME"},"revision":2,"data":${maplike(900)}}`],
    ['a dry run', 'PUT', 'application/json', `{"metadata":{"name":"NAME"},"revision":3,"data":${maplike(900)}}`],
    [
      'an apply',
      'PATCH',
      'application/apply-patch+yaml',
      `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"NAME"},"revision":1,"data":${maplike(900)}}`,
    ],
  ]
  it.each(changes)('survives %s', async (what, method, type, body) => {
    const name = `deep-${what.replaceAll(' ', '-').toLowerCase()}`
    const made = await hostile.send('POST', revisions, {
      body: `{"metadata":{"name":"${name}"},"revision":1,"data":${maplike(900)}}`,
    })
    expect(made.status).toBe(201)
    const query = what === 'an apply' ? '?fieldManager=m&force=true' : what === 'a dry run' ? '?dryRun=All' : ''
    const { status } = await hostile.send(method, `${revisions}/${name}${query}`, {
      type,
      body: body.replaceAll('NAME', name),
    })
    expect([200, 422]).toContain(status)
    expect((await hostile.send('GET', `${revisions}/${name}`)).status).toBe(200)
    expect((await hostile.send('DELETE', `${revisions}/${name}`)).status).toBe(200)
  })

  it('is kept under a name the server makes up', async () => {
    const body = `{"metadata":{"generateName":"made-"},"revision":1,"data":${maplike(990)}}`
    const { status, json } = await hostile.send('POST', revisions, { body })
    expect(status).toBe(201)
    expect((await hostile.send('DELETE', `${revisions}/${json.metadata.name}`)).status).toBe(200)
  })

  it('does not pass 1,000 levels by patches that each stay below', async () => {
    const name = 'grows'
    await hostile.send('POST', revisions, {
      body: `{"metadata":{"name":"${name}"},"revision":1,"data":${maplike(600)}}`,
    })
    const path = `/data${'/a'.repeat(599)}`
    const body = `[{"op":"replace","path":"${path}","value":${maplike(600)}}]`
    const { status, json } = await hostile.send('PATCH', `${revisions}/${name}`, {
      type: 'application/json-patch+json',
      body,
    })
    expect([400, 422]).toContain(status)
    expect(json.message).not.toContain('call stack')
    expect((await hostile.send('GET', `${revisions}/${name}`)).status).toBe(200)
  })
})
