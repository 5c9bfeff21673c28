import { createFakeClock } from '@pinnace/testing'
import { createMetrics } from '@pinnace/metrics'
import { expect, it } from 'vitest'
import { createLoopMeter } from '../../src/health/index.ts'

it('fails readiness while the event loop was late for half of the last ten seconds, and counts every delay', async () => {
  const fake = createFakeClock()
  let blockedMs = 0
  // A loop that is blocked runs what is due later.
  const clock = { ...fake, monotonic: () => fake.monotonic() + blockedMs }
  const metrics = await createMetrics()
  using meter = createLoopMeter({ clock, metrics })
  meter.start()
  meter.start()
  const check = (): string => {
    try {
      void meter.check.check(new AbortController().signal)
      return 'ok'
    } catch (error) {
      return String(error)
    }
  }
  await fake.advance(1_000)
  expect([check(), fake.pending]).toEqual(['ok', 1])
  blockedMs += 4_000
  await fake.advance(200)
  expect(check()).toBe('ok')
  blockedMs += 2_000
  await fake.advance(200)
  expect(check()).toBe('Error: the event loop was late for 6000 ms of the last 10 seconds')
  expect(await metrics.text()).toMatch(/apiserver_event_loop_delay_seconds_bucket\{le="5"\} \d+\n/)
  await fake.advance(10_000)
  expect(check()).toBe('ok')
  meter[Symbol.dispose]()
  expect(fake.pending).toBe(0)
})
