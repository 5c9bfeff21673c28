import { formatJson, formatJsonInSteps, parseJson, runAtOnce } from '@pinnace/meta'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const text = (value: unknown): string => runAtOnce(formatJsonInSteps(value))

describe('JSON that is written in steps', () => {
  it('is that of one piece', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => text(value) === formatJson(value)))
  })

  it.each([
    ['absent members', { a: undefined, b: { c: undefined, d: [] }, e: {} }],
    ['absent items', [undefined, [], { a: [undefined] }, null]],
    ['long lists', { items: Array.from({ length: 2_000 }, (_, index) => ({ index, tags: ['a'] })) }],
    ['many members', Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k"${index}`, 'v']))],
    ['integers beyond 2^53', { list: Array.from({ length: 50 }, () => 2n ** 60n), one: { a: 1n, b: {} } }],
    ['a key __proto__', JSON.parse('{"__proto__":{"a":{}},"b":[{}]}')],
    ['dates', { at: new Date(0), list: [{ at: new Date(0) }] }],
    ['scalars', 'text'],
  ])('has %s', (_, value) => {
    expect(text(value)).toBe(formatJson(value))
  })

  it('has number literals as they were written', () => {
    const { withLiterals } = parseJson('{"a":1.50,"list":[1e2,{"b":-0.0}],"c":2}')
    expect(text(withLiterals?.())).toBe('{"a":1.50,"list":[1e2,{"b":-0.0}],"c":2}')
  })

  it('can be interrupted', () => {
    const steps = [...formatJsonInSteps({ items: Array.from({ length: 10_000 }, (_, index) => ({ index })) })]
    expect(steps.length).toBeGreaterThan(20)
  })

  it('has any depth', () => {
    let value: unknown = { a: {} }
    for (let depth = 0; depth < 900; depth++) value = { a: value, b: [] }
    expect(text(value)).toBe(formatJson(value))
  })
})
