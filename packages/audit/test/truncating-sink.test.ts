import { describe, expect, it } from 'vitest'
import { createTruncatingSink, type AuditEvent, type AuditLoss, type AuditSink } from '../src/index.ts'

const annotation = 'audit.example/truncated'
const eventOf = (auditID: string, bytes: number, more: Partial<AuditEvent> = {}): AuditEvent =>
  ({ kind: 'Event', stage: 'ResponseComplete', auditID, requestObject: 'x'.repeat(bytes), ...more }) as AuditEvent

interface Recorded {
  readonly sink: AuditSink
  readonly batches: (readonly AuditEvent[])[]
  readonly lost: AuditLoss[]
}

function record(options: { readonly maxEventBytes?: number; readonly maxBatchBytes?: number } = {}): Recorded {
  const batches: (readonly AuditEvent[])[] = []
  const lost: AuditLoss[] = []
  const inner: AuditSink = { name: 'log', mode: 'blocking', write: (events) => void batches.push(events) }
  const sink = createTruncatingSink(inner, { annotation, ...options })
  sink.observe?.((loss) => lost.push(loss))
  return { sink, batches, lost }
}

describe('a truncating sink', () => {
  it('passes on what fits as it is, with the name and the mode of its sink', async () => {
    const { sink, batches } = record()
    const event = eventOf('a', 100_000)
    await sink.write([event])
    expect(batches).toEqual([[event]])
    expect(sink).toMatchObject({ name: 'log', mode: 'blocking' })
  })

  it('removes the objects of larger events, and says so', async () => {
    const { sink, batches, lost } = record()
    await sink.write([eventOf('a', 102_400, { responseObject: 'y', annotations: { other: 'b' } })])
    const { requestObject, responseObject, ...rest } = batches[0]?.[0] ?? ({} as AuditEvent)
    expect([requestObject, responseObject]).toEqual([undefined, undefined])
    expect(rest).toMatchObject({ auditID: 'a', annotations: { other: 'b', [annotation]: 'true' } })
    expect(lost).toEqual([])
  })

  it('loses events that are still too large, reports them, and writes the others', async () => {
    const { sink, batches, lost } = record({ maxEventBytes: 200 })
    await sink.write([eventOf('a', 1), eventOf('b', 1_000, { requestURI: '/'.repeat(300) }), eventOf('c', 1)])
    expect(batches.map((batch) => batch.map(({ auditID }) => auditID))).toEqual([['a', 'c']])
    expect(lost.map(({ count, error }) => [count, String(error)])).toEqual([
      [1, 'Error: the audit event is too large even after truncating'],
    ])
  })

  it('writes larger batches in parts, in order', async () => {
    const { sink, batches } = record({ maxEventBytes: 1_000, maxBatchBytes: 1_000 })
    await sink.write(['a', 'b', 'c', 'd', 'e'].map((id) => eventOf(id, 300)))
    expect(batches.map((batch) => batch.map(({ auditID }) => auditID).join(''))).toEqual(['ab', 'cd', 'e'])
  })

  it('counts bytes, not characters', async () => {
    const { sink, batches } = record({ maxEventBytes: 400 })
    await sink.write([eventOf('a', 0, { requestObject: '\u20ac'.repeat(200) })])
    expect(batches[0]?.[0]?.requestObject).toBeUndefined()
  })

  it('stops at a part that fails', async () => {
    const written: number[] = []
    const inner: AuditSink = {
      write: async (events) => {
        written.push(events.length)
        throw new Error('full')
      },
    }
    const sink = createTruncatingSink(inner, { annotation, maxEventBytes: 500, maxBatchBytes: 500 })
    await expect(sink.write([eventOf('a', 300), eventOf('b', 300)])).rejects.toThrow('full')
    expect(written).toEqual([1])
  })

  it('refuses a batch that is smaller than an event', () => {
    expect(() => record({ maxEventBytes: 2, maxBatchBytes: 1 })).toThrow('maxBatchBytes must not be less')
    expect(() => record({ maxEventBytes: 0 })).toThrow('maxEventBytes must be positive')
  })
})
