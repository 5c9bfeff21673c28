import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const quotas = '/api/v1/namespaces/default/resourcequotas'
const maps = '/api/v1/namespaces/default/configmaps'
let server: Server
beforeAll(async () => {
  server = await createServer({ preset: 'testing', vocabulary: 'kubernetes' })
})
afterAll(() => server.close())

const create = (path: string, name: string, body: object = {}): ReturnType<typeof call> =>
  call(server, 'POST', path, { body: { metadata: { name }, ...body } })

describe('a quota with more names than there are resources', () => {
  // Time that grows with the square of their number would be minutes here.
  it('is counted, enforced and reported like any other quota', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => [`count/r${index}.example.dev`, '1'])
    const hard = Object.fromEntries([...names, ['count/configmaps', '2']])
    const { json } = await create(quotas, 'many', { spec: { hard } })
    expect(Object.keys(json.spec.hard)).toHaveLength(10_001)
    const there = (await call(server, 'GET', maps)).json.items.length
    for (let index = there; index < 2; index++) expect((await create(maps, `a${index}`)).status).toBe(201)
    const refused = await create(maps, 'more')
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'configmaps "more" is forbidden: exceeded quota: many, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2',
    ])
    expect((await call(server, 'DELETE', `${quotas}/many`)).status).toBe(200)
  }, 60_000)
})

describe('amounts of a quota', () => {
  it.each([
    ['9223372036854775808', 201],
    ['99999999999999999999E', 201],
    ['1e-999999999', 201],
    ['1e999999999', 400],
    ['9'.repeat(100_000), 400],
    [`0.${'0'.repeat(100_000)}1`, 400],
    ['NaN', 400],
    ['Infinity', 400],
    ['-1', 422],
  ])('that are %.30s are answered with %i', async (amount, status) => {
    const answer = await create(quotas, 'amount', { spec: { hard: { 'count/leases.coordination.k8s.io': amount } } })
    expect(answer.status).toBe(status)
    if (status === 201) await call(server, 'DELETE', `${quotas}/amount`)
  })

  it('have no names of prototypes', async () => {
    const hard = JSON.parse('{"__proto__":"1","count/__proto__":"1","count/constructor":"1"}') as object
    const { status, text } = await create(quotas, 'proto', { spec: { hard } })
    expect(status).toBe(422)
    expect(text).toContain('spec.hard[__proto__]')
    expect((await create(quotas, 'constructor', { spec: { hard: { 'count/constructor': '1' } } })).status).toBe(201)
    expect((await create(maps, 'constructor')).status).toBe(201)
  })

  it('are charged by no dry run', async () => {
    await create(quotas, 'one', { spec: { hard: { 'count/secrets': '1' } } })
    const secrets = '/api/v1/namespaces/default/secrets'
    for (const name of ['a', 'b']) expect((await create(`${secrets}?dryRun=All`, name)).status).toBe(201)
    expect((await create(secrets, 'c')).status).toBe(201)
    expect((await create(`${secrets}?dryRun=All`, 'd')).status).toBe(403)
    expect((await call(server, 'GET', `${quotas}/one`)).json.status.used).toEqual({ 'count/secrets': '1' })
  })
})
