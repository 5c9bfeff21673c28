import { describe, expect, it } from 'vitest'
import { sweepOf } from '../src/events/event-recorder.ts'

const minuteMs = 60_000

describe('a series of events', () => {
  it.each<[string, number, number, string]>([
    ['ends six minutes after its last event', 6, 6, 'end'],
    ['is kept until then', 5, 5, 'keep'],
    ['is written every half hour while it goes on', 1, 30, 'refresh'],
    ['is not written before', 1, 29, 'keep'],
    ['ends also where it was to be written', 6, 30, 'end'],
  ])('%s', (_, sinceLast, sinceRefresh, expected) => {
    const series = { lastAtMs: 1e12, refreshedAtMs: 0 }
    const now = { nowMs: 1e12 + sinceLast * minuteMs, monotonicMs: sinceRefresh * minuteMs }
    expect(sweepOf(series, now)).toBe(expected)
  })
})
