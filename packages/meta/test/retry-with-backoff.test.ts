import { describe, expect, it } from 'vitest'

import {
  isConnectionReset,
  isTemporaryReply,
  retryWithBackoff,
  type Clock,
  type Random,
  type RetryOptions,
} from '../src/index.ts'

/** A clock on which every delay passes at once, and which notes how long they were. */
function skippingClock(): Clock & { readonly delays: number[] } {
  let nowMs = 0
  const delays: number[] = []
  return {
    delays,
    now: () => nowMs,
    monotonic: () => nowMs,
    after(ms, callback) {
      delays.push(ms)
      nowMs += ms
      queueMicrotask(callback)
      return { cancel: () => undefined }
    },
    soon: (callback) => queueMicrotask(callback),
  }
}

// The lowest value of every range: no jitter.
const random: Random = { bytes: (length) => new Uint8Array(length), uid: () => '' }
const failure = new Error('temporary')

async function outcomeOf(
  failures: number,
  options: Partial<RetryOptions> = {},
): Promise<{ readonly result: unknown; readonly calls: number; readonly delays: readonly number[] }> {
  const clock = skippingClock()
  let calls = 0
  const result = await retryWithBackoff(
    { attempts: 5, initialBackoffMs: 500, isTemporary: () => true, clock, random, ...options },
    async () => {
      calls++
      if (calls <= failures) throw failure
      return 'done'
    },
  ).catch((error: unknown) => error)
  return { result, calls, delays: clock.delays }
}

describe('retryWithBackoff', () => {
  it('returns the result of the first attempt that succeeds', async () => {
    expect(await outcomeOf(0)).toEqual({ result: 'done', calls: 1, delays: [] })
    expect(await outcomeOf(3)).toEqual({ result: 'done', calls: 4, delays: [500, 750, 1125] })
  })

  it('rejects with the last error after all attempts', async () => {
    expect(await outcomeOf(9)).toMatchObject({ result: failure, calls: 5 })
    expect(await outcomeOf(9, { attempts: 1 })).toEqual({ result: failure, calls: 1, delays: [] })
  })

  it('does not try again after an error that is not temporary', async () => {
    expect(await outcomeOf(9, { isTemporary: () => false })).toMatchObject({ result: failure, calls: 1 })
  })

  it('makes no attempt after the deadline, and none once the signal is aborted', async () => {
    expect(await outcomeOf(9, { deadlineMs: 1251 })).toMatchObject({ result: failure, calls: 3 })
    expect(await outcomeOf(9, { signal: AbortSignal.abort() })).toMatchObject({ result: failure, calls: 1 })
  })

  it('adds up to a fifth to each delay', async () => {
    const highest: Random = { bytes: (length) => new Uint8Array(length).fill(0xff), uid: () => '' }
    const { delays } = await outcomeOf(1, { random: highest })
    expect(delays[0]).toBeCloseTo(600, 3)
  })
})

describe('what is worth another attempt', () => {
  it.each([
    [200, {}, false],
    [429, {}, true],
    [500, {}, true],
    [502, {}, false],
    [503, {}, false],
    [503, { 'retry-after': '1' }, true],
    [504, {}, true],
  ])('a reply with status %i and headers %j: %s', (status, headers, isTemporary) => {
    expect(isTemporaryReply({ status, headers })).toBe(isTemporary)
  })

  it.each([
    [Object.assign(new Error('x'), { code: 'ECONNRESET' }), true],
    [Object.assign(new Error('x'), { code: 'EPIPE' }), true],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), false],
    [new Error('x'), false],
    [undefined, false],
  ])('the error %s: %s', (error, isReset) => {
    expect(isConnectionReset(error)).toBe(isReset)
  })
})
