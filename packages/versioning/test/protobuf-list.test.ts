import type { ObjectSchema } from '@pinnace/schema'
import { loadType, loadTypeTables } from '@pinnace/types'
import { describe, expect, it } from 'vitest'
import { loadProtobuf } from '../src/index.ts'

const { readEnvelope, decodeProtobuf, encodeProtobuf, writeEnvelope, writeList, writeWatchEvent } = await loadProtobuf()
await loadTypeTables()
const ConfigMap = loadType('core.v1.ConfigMap')
const type = { kind: 'ConfigMapList', apiVersion: 'v1' }
const List: ObjectSchema = {
  type: 'object',
  fields: new Map([
    ['metadata', { name: 'metadata', schema: loadType('meta.v1.ListMeta'), numbers: [1] }],
    ['items', { name: 'items', schema: { type: 'list', items: ConfigMap }, numbers: [2] }],
  ]),
}
const configMap = (name: string): object => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } })

describe('writeList', () => {
  it.each([0, 1, 63, 64, 65, 200])('writes %i items as one message in an envelope', (count) => {
    const items = Array.from({ length: count }, (_, index) => configMap(`c${index}`))
    const metadata = { resourceVersion: '7', continue: 'next', remainingItemCount: 0 }
    const whole = Buffer.concat(writeList(ConfigMap, type, metadata, items))
    expect(readEnvelope(whole)).toMatchObject(type)
    expect(whole.equals(writeEnvelope(List, { ...type, metadata, items } as object))).toBe(true)
    const read = decodeProtobuf(List, readEnvelope(whole).raw) as { metadata: object; items?: object[] }
    expect(read.metadata).toEqual(metadata)
    expect(read.items ?? []).toHaveLength(count)
  })

  it('takes items one by one', () => {
    function* items(): Iterable<object> {
      yield configMap('a')
      yield configMap('b')
    }
    const { raw } = readEnvelope(Buffer.concat(writeList(ConfigMap, type, {}, items())))
    expect(decodeProtobuf(List, raw)).toMatchObject({
      items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
    })
  })
})

describe('writeWatchEvent', () => {
  it('frames a type and an envelope', () => {
    const envelope = writeEnvelope(ConfigMap, configMap('a'))
    const frame = Buffer.from(writeWatchEvent('ADDED', envelope))
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4)
    const head = Buffer.concat([
      Buffer.from([0x0a, 5]),
      Buffer.from('ADDED'),
      Buffer.from([0x12, envelope.length + 2, 0x0a, envelope.length]),
    ])
    expect(frame.subarray(4).equals(Buffer.concat([head, envelope]))).toBe(true)
  })

  it('frames what is larger than a byte can say', () => {
    const big = { kind: 'ConfigMap', apiVersion: 'v1', metadata: {}, data: { k: 'x'.repeat(70_000) } }
    const frame = Buffer.from(writeWatchEvent('MODIFIED', writeEnvelope(ConfigMap, big)))
    expect(frame.readUInt32BE(0)).toBe(frame.length - 4)
    expect(frame.length).toBeGreaterThan(encodeProtobuf(ConfigMap, big).length)
  })
})
