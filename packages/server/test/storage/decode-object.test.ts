import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeStored } from '@pinnace/watch-cache'
import { createServer, type Server } from '../../src/index.ts'
import { decodeObject } from '../../src/storage/decode-object.ts'
import { call } from '../support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'

describe('decodeObject', () => {
  let server: Server
  beforeAll(async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  })
  afterAll(() => server.close())

  async function store(name: string, data: Record<string, string>): Promise<Buffer> {
    const { text } = await call(server, 'POST', maps, { body: { metadata: { name }, data } })
    return Buffer.from(text)
  }

  it('reads what decodeStored reads, and what equal managers own is one object', async () => {
    const [one, other] = [await store('one', { a: '1' }), await store('other', { a: '2' })]
    const objects = [decodeObject(one), decodeObject(other)]
    expect(JSON.stringify(objects)).toBe(JSON.stringify([decodeStored(one), decodeStored(other)]))
    const owned = objects.map(({ metadata }) => metadata.managedFields?.[0]?.fieldsV1)
    expect(owned[0]).toEqual({ 'f:data': { '.': {}, 'f:a': {} } })
    expect(owned[1]).toBe(owned[0])
    expect(Object.isFrozen(objects[1]?.metadata.managedFields?.[0])).toBe(true)
  })

  it.each<[string, Record<string, string>]>([
    ['braces and quotes in the names of fields', { 'a.b': '}', 'c-d': '{"fieldsV1":{' }],
    ['texts beyond ASCII', { a: 'é \u2028 漢字 😀', b: '<&>' }],
    ['texts like those of its own members', { a: '"managedFields":[{"fieldsV1":{}}]', b: '\\' }],
    ['no fields', {}],
  ])('reads objects with %s', async (name, data) => {
    const bytes = await store(`n-${name.length}`, data)
    for (const count of [1, 2])
      expect({ count, object: decodeObject(bytes) }).toEqual({ count, object: decodeStored(bytes) })
  })

  it('leaves what looks like the owners of an object elsewhere as it is', async () => {
    const bytes = await store('known', { a: '1' })
    const [, owners] = /("managedFields":\[.*?\])\}/.exec(bytes.toString()) as unknown as [string, string]
    expect(owners).toContain('"fieldsV1":{"f:data"')
    const inSpec = `{"kind":"Set","apiVersion":"x/v1","metadata":{"name":"set"},"spec":{"metadata":{${owners}}}}`
    const inBoth = `{"kind":"Set","apiVersion":"x/v1","metadata":{"name":"set",${owners}},"spec":{"metadata":{${owners}}}}`
    const withoutMetadata = `{"kind":"Set","apiVersion":"x/v1","spec":{${owners}}}`
    const empty = '{"kind":"Set","apiVersion":"x/v1","spec":{"managedFields":[{},null]}}'
    const odd = `{"kind":"Set","apiVersion":"x/v1","metadata":{"managedFields":[{"a":1},null]},"spec":{${owners}}}`
    for (const text of [inSpec, inBoth, withoutMetadata, empty, odd]) {
      expect(JSON.stringify(decodeObject(Buffer.from(text)))).toBe(text)
    }
  })

  it('fails as decodeStored for bytes that are no JSON', async () => {
    const cut = (await store('cut', { a: '1' })).subarray(0, -4)
    expect(() => decodeObject(cut)).toThrow(failureOf(() => decodeStored(cut)))
  })
})

function failureOf(decode: () => unknown): Error {
  try {
    decode()
  } catch (error) {
    return error as Error
  }
  throw new Error('it was read')
}
