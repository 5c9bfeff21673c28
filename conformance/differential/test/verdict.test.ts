import { describe, expect, it } from 'vitest'
import { fromDelta, toDelta } from '../judge/delta.ts'
import type { Comparison } from '../judge/judge.ts'
import { compareWithList, createVerdict, type Explanation } from '../judge/verdict.ts'

const row = 'what-does-not-work.md'
const explanations: readonly Explanation[] = [
  { difference: '^header x: ', reason: 'r', row, everywhere: true },
  { area: 'life', request: ' GET ', difference: '^/a: ', reason: 'r', row },
]

function comparison(texts: readonly string[], others: Partial<Comparison> = {}): Comparison {
  const differences = texts.map((text) => ({ text, signature: text }))
  return { area: 'life', kind: 'pods', request: 'life pods#1 GET /x', body: undefined, differences, ...others }
}

describe('a verdict', () => {
  it('counts what is identical, explained and unexplained', () => {
    const verdict = createVerdict(explanations)
    verdict.tell(comparison([]))
    verdict.tell(comparison(['header x: 1 | 2']))
    verdict.tell(comparison(['/a: 1 | 2', 'header x: 1 | 2']))
    verdict.tell(comparison(['/a: 1 | 2', '/b: 1 | 2']))
    expect(verdict.figures.get('life')).toEqual({ compared: 4, identical: 2, explained: 1, unexplained: 1 })
    expect(verdict.unexplained()).toEqual({ life: { '/b: 1 | 2': 1 } })
  })

  it('explains a difference in its area and requests only', () => {
    const verdict = createVerdict(explanations)
    verdict.tell(comparison(['/a: 1 | 2'], { area: 'fresh' }))
    verdict.tell(comparison(['/a: 1 | 2'], { request: 'life pods#1 PUT /x' }))
    expect(verdict.unexplained()).toEqual({ fresh: { '/a: 1 | 2': 1 }, life: { '/a: 1 | 2': 1 } })
  })

  it('counts what explanations match, and names those that match nothing', () => {
    const verdict = createVerdict(explanations)
    verdict.tell(comparison(['header x: 1 | 2']))
    verdict.tell(comparison(['header x: 1 | 3']))
    expect(verdict.explanations().map(({ differences }) => differences)).toEqual([2, 0])
    expect(verdict.unusedExplanations()).toEqual([explanations[1]])
  })

  it('does not name an explanation of a race that matches nothing', () => {
    const race: Explanation = { difference: '^/items: ', reason: 'r', row, byChance: 'cases run at the same time' }
    const verdict = createVerdict([...explanations, race])
    expect(verdict.unusedExplanations()).toEqual(explanations)
  })
})

describe('the list of unexplained causes', () => {
  it('may not grow by a cause or by requests', () => {
    const listed = { life: { a: 2, b: 1 } }
    expect(compareWithList({ life: { a: 2, b: 1 } }, listed)).toEqual({ grown: [], gone: [] })
    expect(compareWithList({ life: { a: 3 }, fresh: { c: 1 } }, listed)).toEqual({
      grown: ['life: 3 requests, 2 are listed: a', 'fresh: 1 requests, 0 are listed: c'],
      gone: ['life: 0 requests, 1 are listed: b'],
    })
  })
})

describe('a recorded body', () => {
  it.each([
    [
      { a: 1, b: { c: [1, 2] } },
      { a: 1, b: { c: [1, 3] }, d: 2 },
    ],
    [{ a: 1 }, { a: 1 }],
    [[1, 2], { a: 1 }],
    [
      { a: null, b: 1 },
      { a: 1, b: 1 },
    ],
    [
      { kind: 'Status', details: { causes: [{ field: 'a' }] } },
      { kind: 'Status', details: { causes: [{ field: 'b' }, {}] } },
    ],
  ])('%j is the same again after the difference from %j', (value, base) => {
    const delta = toDelta(value, base)
    const stored: unknown = JSON.parse(JSON.stringify({ delta }))
    expect(fromDelta((stored as { delta: typeof delta }).delta, base)).toEqual(value)
  })
})
