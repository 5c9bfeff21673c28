import { describe, expect, it, vi } from 'vitest'
import { delay, keepAliveUntil, keepProcessAlive, systemClock } from '../src/index.ts'

/** Timers that keep the process alive. */
const held = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length

describe('the system clock', () => {
  it('does not keep the process alive for a timer without keepAlive', () => {
    const before = held()
    const housekeeping = systemClock.after(60_000, () => {})
    expect(held()).toBe(before)
    const awaited = systemClock.after(60_000, () => {}, { keepAlive: true })
    expect(held()).toBe(before + 1)
    housekeeping.cancel()
    awaited.cancel()
    expect(held()).toBe(before)
  })
})

describe('delay', () => {
  it('keeps the process alive until it resolves or is aborted', async () => {
    const before = held()
    const stop = new AbortController()
    const long = delay(systemClock, 60_000, stop.signal)
    expect(held()).toBe(before + 1)
    stop.abort(new Error('enough'))
    await expect(long).rejects.toThrow('enough')
    expect(held()).toBe(before)
    await delay(systemClock, 1)
    expect(held()).toBe(before)
  })

  it('does not keep the process alive for a background loop', async () => {
    const before = held()
    const stop = new AbortController()
    const background = delay(systemClock, 60_000, stop.signal, { keepAlive: false })
    expect(held()).toBe(before)
    stop.abort(new Error('enough'))
    await expect(background).rejects.toThrow('enough')
  })
})

describe('systemClock', () => {
  it('works where timers are numbers, as in workerd', () => {
    let fired = 0
    vi.stubGlobal('setTimeout', (callback: () => void) => (callback(), 7))
    try {
      systemClock.after(1, () => fired++)
    } finally {
      vi.unstubAllGlobals()
    }
    expect(fired).toBe(1)
  })
})

describe('keepProcessAlive', () => {
  it('keeps the process alive until it is disposed', () => {
    const before = held()
    {
      using _hold = keepProcessAlive()
      expect(held()).toBe(before + 1)
    }
    expect(held()).toBe(before)
  })
})

describe('keepAliveUntil', () => {
  it('keeps the process alive until the promise settles, and returns it', async () => {
    const before = held()
    const { promise, reject } = deferred()
    expect(keepAliveUntil(promise)).toBe(promise)
    expect(held()).toBe(before + 1)
    reject(new Error('over'))
    await expect(promise).rejects.toThrow('over')
    expect(held()).toBe(before)
  })
})

function deferred(): { readonly promise: Promise<void>; readonly reject: (error: Error) => void } {
  let reject = (_: Error): void => {}
  const promise = new Promise<void>((_, fail) => (reject = fail))
  return { promise, reject }
}
