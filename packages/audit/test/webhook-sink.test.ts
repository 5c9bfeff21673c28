import { expect, it } from 'vitest'
import { createWebhookSink, type AuditEvent } from '../src/index.ts'

const event = { kind: 'Event', stage: 'ResponseComplete' } as AuditEvent

it('a webhook sink posts an EventList, and rejects if the webhook does not accept it', async () => {
  const bodies: string[] = []
  let fails = false
  const sink = createWebhookSink({
    apiVersion: 'audit.k8s.io/v1',
    async post(body) {
      if (fails) throw new Error('down')
      bodies.push(body)
    },
  })
  await sink.write([event, event])
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
    { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: {}, items: [event, event] },
  ])
  fails = true
  await expect(sink.write([event])).rejects.toThrow('down')
  expect(sink.mode).toBe('blocking')
})
