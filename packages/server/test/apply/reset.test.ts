// Rule 8: managedFields are reset by a list of a single empty entry, in every way of writing that is no apply.
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { apply, configMap, configMaps, ownedPaths, patch, put, read } from './actors.ts'

let server: Server
const a = `${configMaps}/a`

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  await apply(server, a, 'one', configMap('a', { k: 'v', l: 'v' }))
  await apply(server, a, 'two', configMap('a', { m: 'v' }))
})

type Writer = (managedFields: unknown, data?: Record<string, string>) => ReturnType<typeof patch>

const writers: readonly (readonly [string, Writer])[] = [
  [
    'a merge patch',
    (managedFields, data): ReturnType<Writer> =>
      patch(server, 'merge', a, 'writer', { metadata: { managedFields }, data }),
  ],
  [
    'a strategic merge patch',
    (managedFields, data): ReturnType<Writer> =>
      patch(server, 'strategic', a, 'writer', { metadata: { managedFields }, data }),
  ],
  [
    'a JSON Patch',
    (managedFields, data): ReturnType<Writer> =>
      patch(server, 'json', a, 'writer', [
        { op: 'replace', path: '/metadata/managedFields', value: managedFields },
        ...Object.entries(data ?? {}).map(([key, value]) => ({ op: 'add', path: `/data/${key}`, value })),
      ]),
  ],
  [
    'a PUT',
    async (managedFields, data): ReturnType<Writer> => {
      const stored = await read(server, a)
      return put(server, a, 'writer', {
        ...stored,
        data: { ...stored.data, ...data },
        metadata: { ...stored.metadata, managedFields },
      })
    },
  ],
]

describe.each(writers)('%s', (_, write) => {
  it('with a single empty entry forgets all owners', async () => {
    const { status, json } = await write([{}])
    expect(status).toBe(200)
    expect(json.data).toEqual({ k: 'v', l: 'v', m: 'v' })
    expect(json.metadata.managedFields).toBeUndefined()
  })

  it('with an empty list does nothing', async () => {
    const before = await read(server, a)
    const { status, json } = await write([])
    expect(status).toBe(200)
    expect(json).toEqual(before)
  })

  it('forgets all owners, although the same request changes fields', async () => {
    const { json } = await write([{}], { k: 'new', n: 'new' })
    expect(json.data).toEqual({ k: 'new', l: 'v', m: 'v', n: 'new' })
    expect(json.metadata.managedFields).toBeUndefined()
  })

  it('with an empty list and changes only changes', async () => {
    const { json } = await write([], { k: 'new' })
    expect(ownedPaths(json)).toEqual({
      'one Apply': ['.data.l'],
      'two Apply': ['.data.m'],
      'writer Update': ['.data.k'],
    })
  })

  it.each([
    [
      'a malformed path',
      [{ manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'k:broken': {} } }],
    ],
    [
      'an unknown operation',
      [{ manager: 'x', operation: 'Steal', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
    ],
    ['no version', [{ manager: 'x', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} }]],
    ['two empty entries', [{}, {}]],
  ])('ignores entries with %s', async (__, entries) => {
    const before = await read(server, a)
    const { status, json } = await write(entries)
    expect(status).toBe(200)
    expect(json.metadata.managedFields).toEqual(before.metadata.managedFields)
  })
})

it('a reset object gets the owners of its past back with the first apply', async () => {
  await patch(server, 'merge', a, 'writer', { metadata: { managedFields: [{}] } })
  const { json } = await apply(server, a, 'three', configMap('a', { k: 'v' }))
  expect(ownedPaths(json)).toEqual({
    'before-first-apply Update': ['.data', '.data.k', '.data.l', '.data.m'],
    'three Apply': ['.data.k'],
  })
})

it('an update of an object without managed fields is not tracked before the first apply', async () => {
  await patch(server, 'merge', a, 'writer', { metadata: { managedFields: [{}] } })
  const { json } = await patch(server, 'merge', a, 'writer', { data: { k: 'new' } })
  expect(json.metadata.managedFields).toBeUndefined()
})

it('a valid list of the client’s own is believed', async () => {
  const before = await read(server, a)
  const managedFields = before.metadata.managedFields.slice(0, 1)
  const { json } = await patch(server, 'merge', a, 'writer', { metadata: { managedFields } })
  expect(ownedPaths(json)).toEqual({ 'one Apply': ['.data.k', '.data.l'] })
})
