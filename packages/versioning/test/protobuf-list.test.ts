import { runAtOnce, type ListMeta } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { loadType, loadTypeTables } from '@pinnace/types'
import { describe, expect, it } from 'vitest'
import { loadProtobuf } from '../src/index.ts'

const protobuf = await loadProtobuf()
const { readEnvelope, decodeProtobuf, encodeProtobuf, writeEnvelope, wrapMessage, writeWatchEvent } = protobuf
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

function writeList(metadata: ListMeta, items: readonly (object | Uint8Array)[]): Buffer {
  const at = (index: number): object => items[index]!
  const parts = runAtOnce(protobuf.writeItemsInSteps(ConfigMap, { length: items.length, at }))
  return Buffer.concat(protobuf.wrapList(type, metadata, parts))
}

describe('a list', () => {
  it.each([0, 1, 127, 128, 129, 300])('of %i items is one message in an envelope', (count) => {
    const items = Array.from({ length: count }, (_, index) => configMap(`c${index}`))
    const metadata = { resourceVersion: '7', continue: 'next', remainingItemCount: 0 }
    const whole = writeList(metadata, items)
    expect(readEnvelope(whole)).toMatchObject(type)
    expect(whole.equals(writeEnvelope(List, { ...type, metadata, items } as object))).toBe(true)
    const read = decodeProtobuf(List, readEnvelope(whole).raw) as { metadata: object; items?: object[] }
    expect(read.metadata).toEqual(metadata)
    expect(read.items ?? []).toHaveLength(count)
    const encoded = items.map((item, index) => (index % 2 === 0 ? item : encodeProtobuf(ConfigMap, item)))
    expect(writeList(metadata, encoded).equals(whole)).toBe(true)
  })

  it('is interrupted after every few items', () => {
    const items = Array.from({ length: 100 }, (_, index) => configMap(`c${index}`))
    let steps = 0
    let read = 0
    let mostRead = 0
    const at = (index: number): object => {
      read++
      return items[index]!
    }
    const work = protobuf.writeItemsInSteps(ConfigMap, { length: items.length, at })
    for (; work.next().done !== true; steps++) {
      mostRead = Math.max(mostRead, read)
      read = 0
    }
    expect(steps).toBe(6)
    expect(mostRead).toBe(16)
  })
})

describe('wrapMessage', () => {
  it('puts a message into the envelope of its object', () => {
    const object = configMap('a')
    const wrapped = wrapMessage({ kind: 'ConfigMap', apiVersion: 'v1' }, encodeProtobuf(ConfigMap, object))
    expect(Buffer.from(wrapped).equals(Buffer.from(writeEnvelope(ConfigMap, object)))).toBe(true)
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
