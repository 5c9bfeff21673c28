import { expect, it } from 'vitest'
import { startTimeLimit, type Clock } from '../src/index.ts'

/** A clock whose timers fire together when `pass` is called. */
function manualClock(): Pick<Clock, 'after' | 'soon'> & { pass(): void } {
  const pending = new Set<() => void>()
  return {
    after(_delayMs, callback) {
      pending.add(callback)
      return { cancel: () => void pending.delete(callback) }
    },
    soon: (callback) => void setImmediate(callback),
    pass() {
      for (const callback of pending) callback()
      pending.clear()
    },
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

it('limits that pass together take effect a few in a turn, in their order', async () => {
  const clock = manualClock()
  const passed: number[] = []
  const timers = Array.from({ length: 20 }, (_, index) =>
    startTimeLimit(clock, 1_000, () => {
      passed.push(index)
      // One that is canceled while it waits for its turn has no effect.
      if (index === 3) timers[12]?.cancel()
    }),
  )
  timers[1]?.cancel()
  clock.pass()
  expect(passed).toEqual([0, 2, 3, 4])
  while (passed.length < 18) await turn()
  expect(passed).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19])
})

it('a limit that passes alone takes effect at once', async () => {
  const clock = manualClock()
  let passed = 0
  for (let count = 1; count <= 2; count++) {
    startTimeLimit(clock, 10, () => passed++)
    clock.pass()
    expect(passed).toBe(count)
    await turn()
    await turn()
  }
})
