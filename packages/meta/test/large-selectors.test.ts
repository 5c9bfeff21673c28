import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFieldSelector, parseLabelSelector } from '@pinnace/meta'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'example.dev/f')
const value = fc.constantFrom('', '1', '2', '3', 'x')
const term = fc.oneof(
  key,
  key.map((name) => `!${name}`),
  fc.tuple(key, fc.constantFrom('=', '==', '!='), value).map((parts) => parts.join('')),
  fc.tuple(key, fc.constantFrom('>', '<'), fc.constantFrom('1', '2')).map((parts) => parts.join('')),
  fc
    .tuple(
      key,
      fc.constantFrom('in', 'notin'),
      fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 3 }),
    )
    .map(([name, operator, values]) => `${name} ${operator} (${values.join(',')})`),
)
const labels = fc.dictionary(key, value)

function elapsedMs(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

describe('a label selector with many requirements', () => {
  it('matches what each of its requirements matches', () => {
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 9, maxLength: 20 }),
        fc.array(labels, { minLength: 20 }),
        (terms, all) => {
          const whole = parseLabelSelector(terms.join(','))
          const each = terms.map(parseLabelSelector)
          for (const one of all) expect(whole.matches(one)).toBe(each.every((selector) => selector.matches(one)))
        },
      ),
    )
  })

  // Each requirement against each object took 2 seconds.
  it('costs each object the time of its labels', () => {
    const selector = parseLabelSelector(Array.from({ length: 5_000 }, (_, index) => `k${index}!=z`).join(','))
    const objects = Array.from({ length: 2_000 }, (_, index) => ({ k1: 'a', k2: `v${index}`, other: 'b' }))
    let matches = 0
    const cost = elapsedMs(() => {
      for (const object of objects) if (selector.matches(object)) matches++
    })
    expect(matches).toBe(2_000)
    expect(cost).toBeLessThan(4_000)
  })
})

describe('a field selector with many requirements', () => {
  it('costs each object the time of its fields', () => {
    const terms = Array.from({ length: 5_000 }, (_, index) => `metadata.name!=a${index}`)
    const selector = parseFieldSelector(terms.join(','))
    let reads = 0
    const cost = elapsedMs(() => {
      for (let index = 0; index < 2_000; index++) {
        const name = `b${index}`
        expect(selector.matches(() => (reads++, name))).toBe(true)
      }
    })
    expect(reads).toBe(2_000)
    expect(cost).toBeLessThan(4_000)
    expect(selector.matches(() => 'a77')).toBe(false)
    expect(parseFieldSelector('a=1,a=2').matches(() => '1')).toBe(false)
  })
})

describe('a selector with more than 5,000 terms', () => {
  it.each([
    ['labels', () => parseLabelSelector(Array.from({ length: 5_001 }, (_, index) => `!k${index}`).join(','))],
    ['values', () => parseLabelSelector(`a in (${Array.from({ length: 5_001 }, (_, index) => index).join(',')})`)],
    ['fields', () => parseFieldSelector(Array.from({ length: 5_001 }, (_, index) => `a!=${index}`).join(','))],
  ])('of %s is refused', (_what, parse) => {
    expect(parse).toThrow('a selector may have at most 5000 requirements and values, not 5001')
  })
})
