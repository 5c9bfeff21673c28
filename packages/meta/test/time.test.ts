import { describe, expect, it } from 'vitest'
import {
  canonicalMicroTime,
  canonicalTime,
  formatMicroTime,
  formatTime,
  parseMicroTime,
  parseTime,
} from '@pinnace/meta'

const bad = [
  '',
  '2024-01-02',
  '2024-01-02T03:04:05',
  '2024-01-02 03:04:05Z',
  '2024-01-02t03:04:05Z',
  '2024-01-02T03:04:05z',
  '2024-01-02T03:04Z',
  '2024-1-02T03:04:05Z',
  '24-01-02T03:04:05Z',
  '02024-01-02T03:04:05Z',
  '2024-00-02T03:04:05Z',
  '2024-13-02T03:04:05Z',
  '2024-01-00T03:04:05Z',
  '2024-01-32T03:04:05Z',
  '2023-02-29T03:04:05Z',
  '1900-02-29T03:04:05Z',
  '2024-04-31T03:04:05Z',
  '2024-01-02T24:04:05Z',
  '2024-01-02T03:60:05Z',
  '2024-01-02T03:04:60Z',
  '2024-01-02T03:04:05.Z',
  '2024-01-02T03:04:05+0100',
  '2024-01-02T03:04:05+01',
  '2024-01-02T03:04:05+25:00',
  '2024-01-02T03:04:05+01:61',
  ' 2024-01-02T03:04:05Z',
  '2024-01-02T03:04:05Z\n',
  '２024-01-02T03:04:05Z',
]

describe('times', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0, '1970-01-01T00:00:00Z'],
    ['2024-02-29T23:59:59Z', 1709251199000, '2024-02-29T23:59:59Z'],
    ['2000-02-29T00:00:00Z', 951782400000, '2000-02-29T00:00:00Z'],
    ['2024-01-02T03:04:05.999999999Z', 1704164645999, '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05,5Z', 1704164645500, '2024-01-02T03:04:05Z'],
    ['2024-01-02T3:04:05Z', 1704164645000, '2024-01-02T03:04:05Z'],
    ['2024-01-02T03:04:05+01:30', 1704159245000, '2024-01-02T01:34:05Z'],
    ['2024-01-02T03:04:05-07:00', 1704189845000, '2024-01-02T10:04:05Z'],
    ['2024-01-02T03:04:05+00:00', 1704164645000, '2024-01-02T03:04:05Z'],
    ['2024-01-02T00:00:00+24:60', 1704063600000, '2023-12-31T23:00:00Z'],
    ['1969-12-31T23:59:59.5Z', -500, '1969-12-31T23:59:59Z'],
    ['0001-01-01T00:00:00Z', -62135596800000, '0001-01-01T00:00:00Z'],
    ['0000-02-29T00:00:00Z', -62162121600000, '0000-02-29T00:00:00Z'],
    ['0099-12-31T00:00:00Z', -59011545600000, '0099-12-31T00:00:00Z'],
    ['9999-12-31T23:59:59Z', 253402300799000, '9999-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59-01:00', 253402304399000, '10000-01-01T00:59:59Z'],
    ['0000-01-01T00:00:00+01:00', -62167222800000, '-0001-12-31T23:00:00Z'],
  ])('%s is %d and written back as %s', (text, ms, canonical) => {
    expect(parseTime(text)).toBe(ms)
    expect(canonicalTime(text)).toBe(canonical)
    expect(formatTime(ms)).toBe(canonical)
  })

  it.each(bad)('%j is no time', (text) => {
    expect(parseTime(text)).toBeUndefined()
    expect(canonicalTime(text)).toBeUndefined()
    expect(parseMicroTime(text)).toBeUndefined()
    expect(canonicalMicroTime(text)).toBeUndefined()
  })

  it('are canonical on the days that exist', () => {
    for (let day = 0; day <= 32; day++) {
      for (let month = 0; month <= 13; month++) {
        for (const year of ['2023', '2024']) {
          const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          const exists = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true
          expect(canonicalTime(`${date}T23:59:59Z`)).toBe(exists ? `${date}T23:59:59Z` : undefined)
          expect(canonicalTime(`${date}T24:00:00Z`)).toBeUndefined()
        }
      }
    }
  })

  it('keeps every day of a leap century', () => {
    for (let day = 0; day < 36_525 * 4; day += 97) {
      const text = formatTime(day * 86_400_000 - 6e12)
      expect(canonicalTime(text)).toBe(text)
      expect(formatTime(parseTime(text)!)).toBe(text)
    }
  })

  it('truncates fractions, also before 1970', () => {
    expect(formatTime(1999)).toBe('1970-01-01T00:00:01Z')
    expect(formatTime(-1)).toBe('1969-12-31T23:59:59Z')
  })
})

describe('micro times', () => {
  it.each([
    ['1970-01-01T00:00:00.000000Z', 0n, '1970-01-01T00:00:00.000000Z'],
    ['1970-01-01T00:00:00.000001Z', 1n, '1970-01-01T00:00:00.000001Z'],
    ['1969-12-31T23:59:59.999999Z', -1n, '1969-12-31T23:59:59.999999Z'],
    ['2024-01-02T03:04:05.123456Z', 1704164645123456n, '2024-01-02T03:04:05.123456Z'],
    ['2024-01-02T03:04:05.123456+01:00', 1704161045123456n, '2024-01-02T02:04:05.123456Z'],
    ['2024-01-02T03:04:05,123456Z', 1704164645123456n, '2024-01-02T03:04:05.123456Z'],
    ['0001-01-01T00:00:00.000000Z', -62135596800000000n, '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', 253402300799999999n, '9999-12-31T23:59:59.999999Z'],
  ])('%s is %d and written back as %s', (text, microseconds, canonical) => {
    expect(parseMicroTime(text)).toBe(microseconds)
    expect(canonicalMicroTime(text)).toBe(canonical)
    expect(formatMicroTime(microseconds)).toBe(canonical)
  })

  it.each(['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.12345Z', '2024-01-02T03:04:05.1234567Z'])(
    'refuses %s, which has not six digits',
    (text) => {
      expect(parseMicroTime(text)).toBeUndefined()
      expect(canonicalMicroTime(text)).toBeUndefined()
    },
  )
})
