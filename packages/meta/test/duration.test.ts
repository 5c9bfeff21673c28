import { describe, expect, it } from 'vitest'
import { canonicalDuration, formatDuration, humanDuration, parseDuration, sameHumanDurationUntil } from '@pinnace/meta'

describe('durations', () => {
  it.each([
    ['0', 0, '0s'],
    ['-0', 0, '0s'],
    ['0s', 0, '0s'],
    ['0h0m', 0, '0s'],
    ['5s', 5000, '5s'],
    ['+5s', 5000, '5s'],
    ['-5s', -5000, '-5s'],
    ['1.5s', 1500, '1.5s'],
    ['.5s', 500, '500ms'],
    ['5.s', 5000, '5s'],
    ['1h', 3600000, '1h0m0s'],
    ['90m', 5400000, '1h30m0s'],
    ['60s', 60000, '1m0s'],
    ['1h2m3.004s', 3723004, '1h2m3.004s'],
    ['1s1h', 3601000, '1h0m1s'],
    ['100ms', 100, '100ms'],
    ['1500us', 1.5, '1.5ms'],
    ['10us', 0.01, '10µs'],
    ['10µs', 0.01, '10µs'],
    ['10μs', 0.01, '10µs'],
    ['7ns', 0.000007, '7ns'],
    ['0.1us', 0.0001, '100ns'],
    ['1.0000000000000000000000000001s', 1000, '1s'],
    ['720h', 2592000000, '720h0m0s'],
    ['-1.5h', -5400000, '-1h30m0s'],
  ])('%s is %d ms, written %s', (text, ms, canonical) => {
    expect(parseDuration(text)! + 0).toBe(ms)
    expect(formatDuration(ms)).toBe(canonical)
    expect(canonicalDuration(text)).toBe(canonical)
    expect(canonicalDuration(canonical)).toBe(canonical)
  })

  it('keeps every nanosecond of the longest duration', () => {
    expect(canonicalDuration('9223372036854775807ns')).toBe('2562047h47m16.854775807s')
    expect(canonicalDuration('-9223372036854775808ns')).toBe('-2562047h47m16.854775808s')
  })

  it.each([
    '',
    '+',
    '-',
    '1',
    's',
    '.s',
    '1x',
    '1 s',
    '1s ',
    '1S',
    '--1s',
    '1s-1s',
    '1d',
    '1e3s',
    '1..5s',
    '1.5.5s',
    '１s',
    '9223372036854775808ns',
    '2562048h',
    '-9223372036854775809ns',
    `${'9'.repeat(10_000)}s`,
  ])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined()
    expect(canonicalDuration(text)).toBeUndefined()
  })
})

describe('humanDuration', () => {
  const second = 1000
  const minute = 60 * second
  const hour = 60 * minute
  const day = 24 * hour
  const year = 365 * day
  it.each([
    [-10 * second, '<invalid>'],
    [-2 * second, '<invalid>'],
    [-2 * second + 1, '0s'],
    [-1, '0s'],
    [0, '0s'],
    [999, '0s'],
    [second, '1s'],
    [2 * minute - 1, '119s'],
    [2 * minute, '2m'],
    [2 * minute + second, '2m1s'],
    [5 * minute + 12 * second, '5m12s'],
    [10 * minute - second, '9m59s'],
    [10 * minute + 30 * second, '10m'],
    [3 * hour - second, '179m'],
    [3 * hour, '3h'],
    [3 * hour + minute, '3h1m'],
    [8 * hour - second, '7h59m'],
    [8 * hour + minute, '8h'],
    [2 * day - second, '47h'],
    [2 * day, '2d'],
    [3 * day + 4 * hour, '3d4h'],
    [8 * day - second, '7d23h'],
    [8 * day + 5 * hour, '8d'],
    [2 * year - second, '729d'],
    [2 * year, '2y'],
    [2 * year + 11 * day, '2y11d'],
    [8 * year - second, '7y364d'],
    [8 * year + 30 * day, '8y'],
    [100 * year, '100y'],
  ])('%d ms is %s', (ms, expected) => {
    expect(humanDuration(ms)).toBe(expected)
  })

  it('stays the same up to a time, and changes then or has been about to', () => {
    const edges = [0, 120, 600, 180 * 60, 480 * 60, 48 * 3600, 192 * 3600, 730 * 86_400, 2920 * 86_400]
    const ages = edges.flatMap((edge) => [-2, -1, 0, 1, 61].map((seconds) => (edge + seconds) * second))
    const others = Array.from({ length: 2_000 }, (_, index) => Math.floor(1.0107 ** index * 7 + index))
    for (const ms of [...ages, ...others].filter((age) => age >= 0)) {
      const until = sameHumanDurationUntil(ms)
      expect(until).toBeGreaterThan(ms)
      for (const part of [0.25, 0.5, 0.999]) {
        expect(humanDuration(ms + (until - ms - 1) * part)).toBe(humanDuration(ms))
      }
      expect(humanDuration(until - 1)).toBe(humanDuration(ms))
      if (ms < 2920 * day) expect(humanDuration(until)).not.toBe(humanDuration(ms))
    }
    expect([-1, -1_500, -5_000].map(sameHumanDurationUntil)).toEqual([0, 0, 0])
  })
})
