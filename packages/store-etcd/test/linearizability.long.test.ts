import { describe, expect, it } from 'vitest'
import { isLinearizable, reusedRevisions, type Operation } from './faults/linearizability.ts'

const write = (
  [start, end]: readonly [number, number],
  revision: bigint,
  value: string | undefined,
  base?: bigint,
): Operation => ({ type: 'write', start, end, base, revision, value })
const read = ([start, end]: readonly [number, number], revision: bigint, value?: string): Operation => ({
  type: 'read',
  start,
  end,
  found: { revision, value },
})
const unknown = (start: number, value: string | undefined, base?: bigint): Operation => ({
  type: 'unknown',
  start,
  end: Infinity,
  base,
  value,
})
const refused = (
  [start, end]: readonly [number, number],
  base: bigint,
  revision: bigint,
  value?: string,
): Operation => ({
  type: 'refused',
  start,
  end,
  base,
  found: { revision, value },
})

const sound: Readonly<Record<string, readonly Operation[]>> = {
  'writes and reads one after the other': [
    write([0, 1], 2n, 'a', 0n),
    read([2, 3], 2n, 'a'),
    write([4, 5], 3n, 'b', 2n),
    read([6, 7], 3n, 'b'),
    write([8, 9], 4n, undefined, 3n),
    read([10, 11], 0n),
  ],
  'a read during a write that finds the old value, and one that finds the new': [
    write([0, 1], 2n, 'a'),
    write([2, 9], 3n, 'b'),
    read([3, 4], 2n, 'a'),
    read([5, 6], 3n, 'b'),
  ],
  'a failed write that took effect': [
    write([0, 1], 2n, 'a'),
    unknown(2, 'b', 2n),
    read([3, 4], 2n, 'a'),
    read([5, 6], 3n, 'b'),
  ],
  'a failed write that did not': [write([0, 1], 2n, 'a'), unknown(2, 'b', 2n), read([3, 4], 2n, 'a')],
  'an update from the revision of a failed write': [
    write([0, 1], 2n, 'a'),
    unknown(2, 'b', 2n),
    read([3, 4], 3n, 'b'),
    write([5, 6], 4n, 'c', 3n),
  ],
  'a failed delete that took effect late': [
    write([0, 1], 2n, 'a'),
    unknown(2, undefined, 2n),
    read([3, 4], 2n, 'a'),
    read([5, 6], 0n),
  ],
  'a refused create': [write([0, 1], 2n, 'a'), refused([2, 3], 0n, 2n, 'a')],
}

const planted: Readonly<Record<string, readonly Operation[]>> = {
  'a lost write': [write([0, 1], 2n, 'a'), write([2, 3], 3n, 'b'), read([4, 5], 2n, 'a')],
  'a lost create': [write([0, 1], 2n, 'a', 0n), read([2, 3], 0n)],
  'a stale read after a fresh one': [
    write([0, 1], 2n, 'a'),
    write([2, 9], 3n, 'b'),
    read([3, 4], 3n, 'b'),
    read([5, 6], 2n, 'a'),
  ],
  'a value that was never written': [write([0, 1], 2n, 'a'), read([2, 3], 3n, 'b')],
  'a value before it was written': [read([0, 1], 2n, 'a'), write([2, 3], 2n, 'a')],
  'two updates from one revision': [write([0, 1], 2n, 'a'), write([2, 3], 3n, 'b', 2n), write([2, 3], 4n, 'c', 2n)],
  'a revision that is used again': [write([0, 1], 2n, 'a'), write([2, 3], 3n, 'b'), write([4, 5], 3n, 'c')],
  'an older revision for a later write': [write([0, 1], 3n, 'a'), write([2, 3], 2n, 'b')],
  'a write that was refused although its condition held': [write([0, 1], 2n, 'a'), refused([2, 3], 2n, 2n, 'a')],
  'a failed write that takes effect twice': [
    unknown(0, 'a', 0n),
    read([1, 2], 2n, 'a'),
    write([3, 4], 3n, undefined, 2n),
    read([5, 6], 4n, 'a'),
  ],
  'a delete of nothing': [write([0, 1], 2n, undefined)],
}

describe('the linearizability of a key', () => {
  it.each(Object.entries(sound))('accepts %s', (_, operations) => {
    expect(isLinearizable(operations)).toBe(true)
  })

  it.each(Object.entries(planted))('finds %s', (_, operations) => {
    expect(isLinearizable(operations)).toBe(false)
  })

  it('finds a revision that writes of two keys share', () => {
    expect(reusedRevisions([write([0, 1], 2n, 'a'), write([2, 3], 2n, 'b'), write([4, 5], 3n, 'c')])).toEqual([2n])
  })

  it('judges a long history with many concurrent operations', () => {
    const history: Operation[] = []
    for (let index = 0; index < 400; index++) {
      const revision = BigInt(index + 2)
      history.push(write([index, index + 6], revision, `v${index}`))
      history.push(read([index + 1, index + 7], revision, `v${index}`))
      if (index % 40 === 0) history.push(unknown(index, `failed ${index}`))
    }
    expect(isLinearizable(history)).toBe(true)
    const stale = read([405.9, 406], 2n, 'v0')
    expect(isLinearizable([...history, { ...stale, start: 420, end: 421 }])).toBe(false)
  })
})
