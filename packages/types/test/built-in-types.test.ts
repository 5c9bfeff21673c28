import { compileDecoder, zeroStruct } from '@pinnace/schema'
import { describe, expect, it } from 'vitest'
import { loadType, loadTypeTables } from '../src/load-type.ts'

const names = (await loadTypeTables()).flatMap((table) => Object.keys(table))

describe('the tables of built-in types', () => {
  it('parse, every one', () => {
    for (const name of names)
      for (const field of loadType(name).fields.values()) expect(field.schema.type).toBeTypeOf('string')
    expect(names.length).toBeGreaterThan(600)
  })

  it('decode an empty object into what they decode as it is', () => {
    for (const name of names) {
      const zero = zeroStruct(loadType(name))
      const unknown: string[] = []
      const again = compileDecoder(loadType(name))(structuredClone(zero), (path) => unknown.push(path))
      expect(again, name).toEqual(zero)
      expect(unknown, name).toEqual([])
    }
  })
})
