import { createMemoryStore } from '@pinnace/store/memory'
import { escapeHtml, systemClock, type Clock } from '@pinnace/meta'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const count = 20_000
/** Turns of the event loop that the server has asked for. */
let turns = 0
/** Milliseconds that the monotonic clock is ahead. */
let aheadMs = 0
/** Milliseconds that each reading of the monotonic clock takes: slices end on a fast machine too. */
let readingMs = 0
/** Milliseconds that each turn takes: deadlines pass while work waits for its next slice. */
let turnMs = 0
const clock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() + (aheadMs += readingMs),
  soon(callback) {
    turns++
    aheadMs += turnMs
    systemClock.soon(callback)
  },
}

let server: Server
beforeAll(async () => {
  const store = createMemoryStore()
  for (let index = 0; index < count; index++) {
    const name = `m${String(index).padStart(6, '0')}`
    const labels = { parity: index % 2 === 0 ? 'even' : 'odd', name }
    store.put(`/registry/configmaps/default/${name}`, {
      before: `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"${name}","namespace":"default","uid":"${index}","resourceVersion":"`,
      after: `","creationTimestamp":"2030-01-01T00:00:00Z","labels":${JSON.stringify(labels)}},"data":{"a":"${'x'.repeat(200)}"}}`,
    })
  }
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store, clock })
  await call(server, 'GET', `${maps}?limit=1`)
})
afterAll(() => server.close())

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const partial = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'

describe('a list of 20,000 objects', () => {
  it.each([
    ['as a table', maps, table],
    ['as metadata', maps, partial],
    ['indented', `${maps}?pretty=true`, 'application/json'],
    ['as protobuf', maps, 'application/vnd.kubernetes.protobuf'],
    ['as metadata in protobuf', maps, `application/vnd.kubernetes.protobuf;${partial.split(';').slice(1).join(';')}`],
    ['as YAML', maps, 'application/yaml'],
  ])('%s is encoded in slices', async (_how, target, accept) => {
    turns = 0
    readingMs = 2
    const { status, text, json } = await call(server, 'GET', target, { headers: { accept } })
    readingMs = 0
    expect([status, turns > 2]).toEqual([200, true])
    if (accept.includes('yaml')) expect(text.match(/^- data:$/gm)).toHaveLength(count)
    else if (accept.includes('protobuf'))
      expect(text.length).toBeGreaterThan(count * (accept.includes('as=') ? 60 : 200))
    else expect((json.rows ?? json.items).length).toBe(count)
  })

  it('of metadata is made in slices in process too, beside the slices that it is read in', async () => {
    const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
    const turnsOf = async (list: () => Promise<{ readonly items: readonly unknown[] }>): Promise<number> => {
      turns = 0
      readingMs = 2
      const { items } = await list()
      readingMs = 0
      expect(items).toHaveLength(count)
      return turns
    }
    const whole = await turnsOf(() => server.connect().resource(kind).namespace('default').list())
    const ofMetadata = await turnsOf(() => server.connect().metadata(kind).namespace('default').list())
    expect(ofMetadata).toBeGreaterThan(1.5 * whole)
  })

  it.each([
    ['as a table', maps, table],
    ['as metadata', maps, partial],
    ['indented', `${maps}?pretty=true`, 'application/json'],
  ])('%s has the bytes of a short list', async (_how, target, accept) => {
    const page = `${target}${target.includes('?') ? '&' : '?'}limit=`
    const short = await call(server, 'GET', `${page}2`, { headers: { accept } })
    const long = await call(server, 'GET', `${page}300`, { headers: { accept } })
    const withItems = (list: { rows?: unknown[]; items?: unknown[] }): unknown =>
      list.rows === undefined ? { ...list, items: list.items?.slice(0, 2) } : { ...list, rows: list.rows.slice(0, 2) }
    const expected = { ...(withItems(long.json) as object), metadata: short.json.metadata }
    const indent = target.includes('pretty') ? 2 : undefined
    expect(short.text.trimEnd()).toBe(escapeHtml(JSON.stringify(expected, undefined, indent)))
  })

  it('as YAML has the bytes of a short list', async () => {
    const list = async (limit: number): Promise<string> =>
      (await call(server, 'GET', `${maps}?limit=${limit}`, { headers: { accept: 'application/yaml' } })).text
    const [short, long] = [await list(2), await list(300)]
    const items = long.slice(long.indexOf('items:'), long.indexOf('\nkind: ConfigMapList'))
    const third = items.split('\n- ').slice(0, 3).join('\n- ')
    expect(short.slice(short.indexOf('items:'), short.indexOf('\nkind: ConfigMapList'))).toBe(third)
    expect(long.slice(0, long.indexOf('items:'))).toBe(short.slice(0, short.indexOf('items:')))
    expect(long.split('\nkind: ConfigMapList')[1]?.replace(/continue: .*/, '')).toBe(
      short
        .split('\nkind: ConfigMapList')[1]
        ?.replace(/continue: .*/, '')
        .replace('19998', '19700'),
    )
  })

  it('by a selector is the same as the objects one by one, also while it is written', async () => {
    const asked = call(server, 'GET', `${maps}?labelSelector=parity!%3Deven`)
    await call(server, 'DELETE', `${maps}/m019999`)
    const { json } = await asked
    expect(json.items.length).toBeGreaterThanOrEqual(count / 2 - 1)
    expect(new Set(json.items.map((item: { metadata: { name: string } }) => item.metadata.name)).size).toBe(
      json.items.length,
    )
    expect((await call(server, 'GET', `${maps}?labelSelector=parity!%3Deven&limit=7`)).json.items).toHaveLength(7)
  })

  it('is given up at the deadline of the request', async () => {
    const asked = call(server, 'GET', `${maps}?timeout=30s`, { headers: { accept: table } })
    aheadMs += 60_000
    const { status, json } = await asked
    expect([status, json.reason]).toEqual([504, 'Timeout'])
  })
  // Nothing matches, so that the selection is all that takes several turns.
  it.each([
    ['labels', 'labelSelector=parity+notin+(even,odd)'],
    ['fields', 'fieldSelector=metadata.name!%3Dm000000,metadata.namespace!%3Ddefault'],
  ])(
    'is given up at the deadline of the request between two objects that a selector of %s looks at',
    async (_of, selector) => {
      const list = (): ReturnType<typeof call> => call(server, 'GET', `${maps}?timeout=30s&${selector}`)
      readingMs = 2
      turns = 0
      const whole = await list()
      const turnsOfAll = turns
      turns = 0
      turnMs = 31_000
      const { status, json } = await list()
      turnMs = readingMs = 0
      expect([whole.status, whole.json.items, turnsOfAll > 3]).toEqual([200, [], true])
      expect([status, json.message]).toEqual([504, 'Timeout: request did not complete within the allotted timeout'])
      expect(turns).toBeLessThan(turnsOfAll)
    },
  )
})
