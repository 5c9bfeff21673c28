import { describe, expect, it } from 'vitest'
import { parseJson } from '@pinnace/meta'

describe('JSON with many strings and no escapes', () => {
  // Each string was searched for escapes to the end of the text: 3 MiB took 2.5 seconds.
  it('is searched for duplicates in linear time', () => {
    // Ten times as many strings take ten times as long, not a hundred times: the least of several runs, on a busy machine.
    const few = leastMs(20_000)
    expect(leastMs(200_000)).toBeLessThan(Math.max(few, 1) * 50)
  })
})

function leastMs(count: number): number {
  const text = `{${Array.from({ length: count }, () => '"a":1').join(',')}}`
  let least = Infinity
  for (let round = 0; round < 4; round++) {
    const parsed = parseJson(text)
    const before = performance.now()
    expect(parsed.duplicates()).toEqual(['a'])
    least = Math.min(least, performance.now() - before)
  }
  return least
}
