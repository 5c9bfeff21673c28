import { createFakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import {
  createBatchSink,
  type AuditEvent,
  type AuditLoss,
  type AuditSink,
  type BatchSinkOptions,
} from '../src/index.ts'

const event = { kind: 'Event', stage: 'ResponseComplete' } as AuditEvent
const numbered = (auditID: string): AuditEvent => ({ ...event, auditID })

interface Scene {
  readonly sink: AuditSink
  readonly clock: ReturnType<typeof createFakeClock>
  readonly batches: number[]
  readonly lost: AuditLoss[]
  readonly attempts: { count: number; fails: number }
}

function scene(options: Partial<BatchSinkOptions> = {}): Scene {
  const clock = createFakeClock()
  const batches: number[] = []
  const lost: AuditLoss[] = []
  const attempts = { count: 0, fails: 0 }
  const inner: AuditSink = {
    name: 'webhook',
    async write(events) {
      attempts.count++
      if (attempts.fails-- > 0) throw new Error('down')
      batches.push(events.length)
    },
  }
  const sink = createBatchSink(inner, { clock, ...options })
  sink.observe?.((loss) => lost.push(loss))
  return { sink, clock, batches, lost, attempts }
}

describe('a batch sink', () => {
  it('writes full batches at once and others after a wait', async () => {
    const { sink, clock, batches } = scene({ maxBatchSize: 2, maxBatchWaitMs: 1000 })
    void sink.write([event, event, event])
    await clock.advance(0)
    expect(batches).toEqual([2, 1])
    void sink.write([event])
    await clock.advance(999)
    expect(batches).toEqual([2, 1])
    await clock.advance(1)
    expect(batches).toEqual([2, 1, 1])
  })

  it('does not wait for more events when it is not to', async () => {
    const { sink, clock, batches } = scene({ maxBatchWaitMs: 0, maxBatchSize: 10 })
    void sink.write([event])
    await clock.advance(0)
    expect(batches).toEqual([1])
  })

  it('writes a batch again after growing delays, and loses it after four failures', async () => {
    const { sink, clock, batches, lost, attempts } = scene({ maxBatchSize: 1, initialBackOffMs: 1000 })
    attempts.fails = 3
    void sink.write([event])
    for (const [waitMs, count] of [
      [0, 1],
      [1000, 2],
      [2000, 3],
      [4000, 4],
    ] as const) {
      await clock.advance(waitMs)
      expect(attempts.count).toBe(count)
    }
    expect([batches, lost]).toEqual([[1], []])
    attempts.fails = 4
    void sink.write([event])
    await clock.advance(60_000)
    expect(lost).toEqual([{ count: 1, error: new Error('down') }])
  })

  it.each([
    ['events', { bufferSize: 2 }, 2],
    ['bytes', { bufferBytes: 200 }, 2],
  ])('loses new events when its buffer of %s is full', async (_unit, options, kept) => {
    const { sink, clock, batches, lost } = scene({ ...options, maxBatchWaitMs: 1000 })
    void sink.write([numbered('a'.repeat(30)), numbered('b'.repeat(30)), numbered('c'.repeat(30))])
    expect(lost).toEqual([{ count: 1, error: new Error('the buffer of audit events is full') }])
    await clock.advance(1000)
    void sink.write([event])
    await clock.advance(1000)
    expect(batches).toEqual([kept, 1])
  })

  it('limits how many batches it writes in a second', async () => {
    const { sink, clock, batches } = scene({ maxBatchSize: 1, throttle: { qps: 2, burst: 3 } })
    void sink.write(Array.from({ length: 6 }, () => event))
    await clock.advance(0)
    expect(batches.length).toBe(3)
    await clock.advance(500)
    expect(batches.length).toBe(4)
    await clock.advance(1000)
    expect(batches.length).toBe(6)
  })

  it('writes everything before it is closed', async () => {
    const { sink, batches } = scene()
    void sink.write([event, event])
    await sink.close?.()
    expect(batches).toEqual([2])
  })
})
