import { describe, expect, it } from 'vitest'
import { createWebhookSink, type AuditEvent } from '../src/index.ts'

const event = { kind: 'Event', stage: 'ResponseComplete' } as AuditEvent

describe('a webhook sink', () => {
  it('posts batches, retries after a failure and drops what was not accepted', async () => {
    const bodies: string[] = []
    const dropped: number[] = []
    let fails = 1
    const timers: (() => void)[] = []
    const clock = {
      now: () => 0,
      monotonic: () => 0,
      soon: () => {},
      after: (_ms: number, callback: () => void) => (timers.push(callback), { cancel: () => {} }),
    }
    const sink = createWebhookSink({
      apiVersion: 'audit.k8s.io/v1',
      clock,
      batchSize: 2,
      limit: 3,
      onDropped: (count) => dropped.push(count),
      post: async (body) => {
        if (fails-- > 0) throw new Error('down')
        bodies.push(body)
      },
    })
    sink.write([event, event, event, event])
    const run = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) {
        await new Promise<void>((resolve) => void setImmediate(resolve))
        timers.splice(0).forEach((callback) => callback())
      }
    }
    await run()
    expect(bodies.map((body) => JSON.parse(body).items.length)).toEqual([2, 1])
    expect(JSON.parse(bodies[0]!)).toMatchObject({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1' })
    fails = 10
    sink.write([event])
    const closed = sink.close!()
    await run()
    await closed
    expect(dropped).toEqual([1, 1])
  })
})
