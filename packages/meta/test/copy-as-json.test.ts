import { describe, expect, it } from 'vitest'
import { copyAsJson, formatJson } from '../src/index.ts'

const deep = (levels: number): object => {
  let value: object = {}
  for (let level = 1; level < levels; level++) value = { a: value }
  return value
}

describe('copyAsJson', () => {
  it.each<[string, unknown]>([
    ['plain values', { a: 1, b: 'x', c: true, d: null, e: [1, 'y', { f: [] }] }],
    ['members that are undefined', { a: undefined, b: { c: undefined, d: 1 } }],
    ['functions and symbols', { a: () => 1, b: Symbol('s'), c: [() => 1, Symbol('s'), undefined] }],
    ['dates', { at: new Date(0), list: [new Date(1000)] }],
    ['toJSON with its key', { a: { toJSON: (key: string) => `is ${key}` }, b: [{ toJSON: (key: string) => key }] }],
    ['toJSON of an undefined value', { a: { toJSON: () => undefined } }],
    ['numbers JSON has no form for', { a: Number.NaN, b: Infinity, c: -0, d: 1e21 }],
    ['boxed primitives', { a: new String('s'), b: new Number(1), c: new Boolean(false) }],
    [
      'class instances, maps and sets',
      {
        a: new (class {
          b = 1
        })(),
        c: new Map([[1, 2]]),
        d: new Set([1]),
      },
    ],
    ['sparse arrays', { a: [1, , 3] }], // oxlint-disable-line no-sparse-arrays
    ['300 levels', deep(300)],
  ])('copies %s as JSON.stringify and JSON.parse do', (_name, value) => {
    expect(copyAsJson(value)).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('keeps integers beyond 2^53', () => {
    expect(copyAsJson({ a: 9_007_199_254_740_993n })).toEqual({ a: 9_007_199_254_740_993n })
  })

  it('shares nothing with the value and leaves it alone', () => {
    const value = Object.freeze({ a: Object.freeze({ b: Object.freeze([1]) }) })
    const copied = copyAsJson(value) as { a: { b: number[] } }
    copied.a.b.push(2)
    expect(value).toEqual({ a: { b: [1] } })
  })

  it('keeps a __proto__ key an ordinary key', () => {
    const copied = copyAsJson(JSON.parse('{"__proto__":{"polluted":true}}'))
    expect(Object.keys(copied as object)).toEqual(['__proto__'])
    expect('polluted' in {}).toBe(false)
  })

  it('refuses a value that contains itself, at any depth', () => {
    const self: Record<string, unknown> = { a: 1 }
    self['self'] = self
    expect(() => copyAsJson(self)).toThrow(new TypeError('the object contains itself, in "self"'))
    const ring: Record<string, unknown>[] = Array.from({ length: 400 }, () => ({}))
    for (const [index, item] of ring.entries()) item['next'] = [ring[(index + 1) % ring.length]]
    expect(() => copyAsJson(ring[0])).toThrow(TypeError)
  })

  it('accepts a value that occurs twice and does not contain itself', () => {
    const shared = deep(250)
    expect(copyAsJson({ a: shared, b: [shared, shared] })).toEqual({ a: shared, b: [shared, shared] })
  })

  it('refuses more than 1,000 levels', () => {
    expect(formatJson(copyAsJson(deep(999)))).toHaveLength(999 * 6 - 4)
    expect(() => copyAsJson(deep(1_001))).toThrow(RangeError)
  })
})
