import { describe, expect, it } from 'vitest'
import { cloneJson, freezeJson, isEqualJson, parseJson, setMember } from '../src/index.ts'

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number): string => `${'{"a":[0,'.repeat(levels)}1${']}'.repeat(levels)}`
const sample = '{"a":[1,{"b":null},"c"],"__proto__":{"x":1},"constructor":true,"n":9007199254740993}'
const read = (text: string): unknown => parseJson(Buffer.from(text), { maxDepth: 10_000 }).value

describe('cloneJson', () => {
  it('copies everything and shares nothing', () => {
    const value = read(sample) as { a: unknown[] }
    const copy = cloneJson(value)
    expect(copy).toEqual(value)
    expect(Object.keys(copy)).toEqual(Object.keys(value))
    expect(copy.a).not.toBe(value.a)
    expect(copy.a[1]).not.toBe(value.a[1])
  })

  it.each([199, 200, 201, 202, 9_999, 200_000])('copies %i levels', (levels) => {
    let value: unknown = { deep: 'end' }
    for (let level = 0; level < levels; level++)
      value = level % 2 === 0 ? [level, value] : { [`k${level}`]: value, other: level }
    const copy = cloneJson(value)
    expect(isEqualJson(copy, value)).toBe(true)
    // Asked this way, since the test runner would print what is this deep.
    expect(copy === value).toBe(false)
  })

  it('keeps __proto__ an ordinary key below any depth', () => {
    const inner: Record<string, unknown> = {}
    setMember(inner, '__proto__', { polluted: true })
    let value: unknown = inner
    for (let level = 0; level < 500; level++) value = [value]
    let copy = cloneJson(value)
    for (let level = 0; level < 500; level++) copy = (copy as unknown[])[0]
    expect(Object.keys(copy as object)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })
})

describe('freezeJson', () => {
  it.each([lists(9_999), objects(4_500), sample])('freezes all the way down (%#)', (text) => {
    const open: unknown[] = [freezeJson(read(text))]
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (!Object.isFrozen(value)) throw new Error('something is not frozen')
      if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
    }
  })
})
