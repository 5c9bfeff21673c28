import { describe, expect, it } from 'vitest'
import { renderTypes } from '../render-types.mjs'
import { parseTypeFacts, readTypeFacts } from '../type-facts.mjs'

describe('the facts about built-in types', () => {
  it('hold one struct or field on a line', () => {
    const text = '{"struct":"a.v1.B","structType":"atomic"}\n{"name":"c","type":"string","no":1}\n'
    expect(parseTypeFacts('a-v1.jsonl', text)).toEqual([
      { type: 'a.v1.B', structType: 'atomic', fields: [{ name: 'c', type: 'string', no: 1 }] },
    ])
  })

  it.each([
    ['[]x', 'a.jsonl:1: not a JSON object: []x'],
    ['{"struct":"a.v1.B","kind":"C"}', 'a.jsonl:1: unknown member "kind"'],
    ['{"name":"c","type":"string"}', 'a.jsonl:1: a field before the first struct'],
    ['{"struct":"a.v1.B"}\n{"name":"c"}', 'a.jsonl:2: a field has a name and a type, or is inline'],
    ['{"struct":"a.v1.B"}\n{"name":"c","type":"string","omitEmpty":true}', 'a.jsonl:2: unknown member "omitEmpty"'],
  ])('are refused with their line where they are malformed: %s', (text, message) => {
    expect(() => parseTypeFacts('a.jsonl', text)).toThrow(new TypeError(message))
  })

  it('become one module for a group and version, core/v1 in parts', () => {
    const modules = renderTypes(readTypeFacts())
    expect([...modules.keys()]).toEqual(
      expect.arrayContaining(['groups/apps-v1.ts', 'groups/core-v1.ts', 'groups/core-v1-pods.ts']),
    )
    expect(modules.get('groups/apps-v1.ts')).toContain('export interface Deployment extends ApiObject {')
  })
})
