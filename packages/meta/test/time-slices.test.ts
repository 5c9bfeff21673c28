import { describe, expect, it } from 'vitest'
import { backgroundSlices, createTimeSlices, runInSlices, type TimeSlicesOptions } from '@pinnace/meta'

/** A clock on which each step of work takes a millisecond, and each turn of the event loop is counted. */
function workClock() {
  let now = 0
  let turns = 0
  const clock: TimeSlicesOptions['clock'] = {
    monotonic: () => now,
    soon(callback) {
      turns++
      setImmediate(callback)
    },
  }
  function* work(steps: number): Generator<void, string> {
    for (let step = 0; step < steps; step++) {
      now++
      yield
    }
    return 'done'
  }
  return { clock, work, turns: () => turns, now: () => now }
}

describe('work in slices', () => {
  it('is done at once if it fits into one', () => {
    const { clock, work, turns } = workClock()
    expect(runInSlices(work(4), createTimeSlices({ clock }))).toBe('done')
    expect(turns()).toBe(0)
  })

  it('gives up the event loop after each', async () => {
    const { clock, work, turns } = workClock()
    expect(await runInSlices(work(94), createTimeSlices({ clock }))).toBe('done')
    expect(turns()).toBe(18)
  })

  it('is given up after the deadline', async () => {
    const { clock, work, now } = workClock()
    const running = runInSlices(work(1_000_000), createTimeSlices({ clock, deadlineMs: 35 }))
    await expect(running).rejects.toMatchObject({ code: 504, reason: 'Timeout' })
    expect(now()).toBeLessThan(50)
  })

  it('is given up when its client has gone', async () => {
    const { clock, work, now } = workClock()
    const gone = new AbortController()
    const running = runInSlices(work(1_000_000), createTimeSlices({ clock, signal: gone.signal }))
    gone.abort(new Error('gone'))
    await expect(running).rejects.toThrow('gone')
    expect(now()).toBeLessThan(50)
  })

  it('gets one slice in a turn, however much work there is', async () => {
    const { clock, work, turns } = workClock()
    const seen: number[] = []
    function* watched(): Generator<void, void> {
      for (let step = 0; step < 3; step++) {
        seen.push(turns())
        yield* work(10)
      }
    }
    await Promise.all(Array.from({ length: 4 }, () => runInSlices(watched(), createTimeSlices({ clock }))))
    // The first slice of each is done at once; the others in turns of their own.
    const later = seen.slice(4)
    expect(new Set(later).size).toBe(later.length)
  })

  it('of background loops share one slice of a turn', async () => {
    const { clock, work, turns, now } = workClock()
    const slices = backgroundSlices(clock)
    expect(backgroundSlices(clock)).toBe(slices)
    const loop = async (): Promise<void> => {
      for (let key = 0; key < 10; key++) {
        while (slices.isOver()) await slices.next()
        for (const _step of work(10)) continue
      }
    }
    await Promise.all(Array.from({ length: 3 }, loop))
    expect(now()).toBe(300)
    expect(turns()).toBeGreaterThan(9)
  })
})
