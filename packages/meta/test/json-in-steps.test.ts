import { formatJson, formatJsonInSteps, frozenCopyInSteps, parseJson, runAtOnce } from '@pinnace/meta'
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

describe('a frozen copy that is made in steps', () => {
  const copyOf = <T>(value: T): T => runAtOnce(frozenCopyInSteps(value))
  const isDeeplyFrozen = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every((member) => isDeeplyFrozen(member)))

  it('is equal, frozen, and another value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const before = formatJson(value)
        const copy = copyOf(value)
        expect(formatJson(copy)).toBe(before)
        expect(isDeeplyFrozen(copy)).toBe(true)
        if (typeof value === 'object' && value !== null) {
          expect(copy).not.toBe(value)
          expect(Object.isFrozen(value)).toBe(false)
        }
      }),
    )
  })

  it('shares what is frozen, and has no absent members', () => {
    const shared = Object.freeze({ a: 1 })
    const copy = copyOf({ shared, b: undefined, list: [undefined, { c: undefined }] })
    expect(copy.shared).toBe(shared)
    expect(Object.keys(copy)).toEqual(['shared', 'list'])
    expect(formatJson(copy)).toBe('{"shared":{"a":1},"list":[null,{}]}')
  })

  it('can be interrupted', () => {
    const steps = [...frozenCopyInSteps({ items: Array.from({ length: 10_000 }, (_, index) => ({ index })) })]
    expect(steps.length).toBeGreaterThan(5)
  })
})
