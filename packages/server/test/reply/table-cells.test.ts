import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import type { Column } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { endOfObject } from '../../src/storage/end-of-object.ts'
import { canKeepCells, formatCells, TableCells } from '../../src/http/table-cells.ts'

const definitions = await builtInResources(kubernetesVocabulary)
const configMaps = definitions.find(({ kind }) => kind === 'ConfigMap')!
const object: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a<b', creationTimestamp: '2030-01-01T00:00:00Z' },
}
const createdMs = Date.parse('2030-01-01T00:00:00Z')

describe('the cells of stored objects', () => {
  it('are computed once for a revision, and their ages for each answer', () => {
    const cells = new TableCells(10_000)
    let shown = 0
    const read = (modRevision: bigint, nowMs: number): string => {
      const show = (): ApiObject => {
        shown++
        return object
      }
      return formatCells(
        cells.rowOf({ key: '/registry/configmaps/default/a', modRevision }, configMaps, show).cells,
        nowMs,
      )
    }
    expect(read(1n, createdMs + 5_000)).toBe('"a\\u003cb",0,"5s"')
    expect(read(1n, createdMs + 7_200_000)).toBe('"a\\u003cb",0,"120m"')
    expect(shown).toBe(1)
    read(2n, createdMs)
    expect(shown).toBe(2)
  })

  it('are bounded in bytes', () => {
    const cells = new TableCells(2_000)
    let shown = 0
    const show = (): ApiObject => {
      shown++
      return object
    }
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 100; index++) cells.rowOf({ key: `/k/${index}`, modRevision: 1n }, configMaps, show)
    }
    expect(shown).toBe(200)
  })

  it('of a table that is too long to be kept evict no others', () => {
    const cells = new TableCells(80_000)
    expect([100, 101].map((rows) => cells.canKeep(rows))).toEqual([true, false])
    let shown = 0
    const show = (): ApiObject => {
      shown++
      return object
    }
    const read = (key: string, keep: boolean): unknown => cells.rowOf({ key, modRevision: 1n }, configMaps, show, keep)
    read('/k/kept', true)
    for (let index = 0; index < 1_000; index++) read(`/k/${index}`, false)
    read('/k/kept', false)
    expect(shown).toBe(1_001)
  })

  it('are kept only for kinds whose columns say how cells depend on the time', () => {
    const aged: Column = { name: 'A', type: 'string', value: (_object, nowMs) => String(nowMs) }
    const timeless: Column = { name: 'B', type: 'string', value: () => 'b' }
    expect(canKeepCells({ ...configMaps, columns: [timeless] })).toBe(true)
    expect(canKeepCells({ ...configMaps, columns: [timeless, aged] })).toBe(false)
    expect(canKeepCells({ ...configMaps, columns: [{ ...aged, timed: () => String }] })).toBe(true)
  })
})

describe('the end of an object in JSON', () => {
  it.each(['{}', '{"a":{"b":[{}]},"c":"}"}', String.raw`{"a\\\"}":"\\","é{":{"x":"\"}"}}`, '{"a":"漢}"}'])(
    'is found: %s',
    (json) => {
      const before = '{"metadata":'
      const bytes = Buffer.from(`${before}${json},"data":{"z":"}"}}`)
      const end = endOfObject(bytes, before.length)
      expect(bytes.subarray(before.length, end).toString()).toBe(json)
    },
  )
})
