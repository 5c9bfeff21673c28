import { describe, expect, it } from 'vitest'
import { createLogSink, type AuditEvent } from '../src/index.ts'

const event = { kind: 'Event', stage: 'ResponseComplete' } as AuditEvent

describe('a log sink', () => {
  it('writes a line per event, buffers what a slow writer cannot take and reports what it dropped', () => {
    const lines: string[] = []
    let drain = (): void => {}
    let takes = true
    const dropped: number[] = []
    const sink = createLogSink({
      limit: 2,
      onDropped: (count) => dropped.push(count),
      writer: { write: (text) => (lines.push(text), takes), once: (_event, listener) => (drain = listener) },
    })
    sink.write([event])
    expect(JSON.parse(lines[0]!)).toEqual(event)
    takes = false
    sink.write([event])
    sink.write([event, event, event])
    expect(lines).toHaveLength(2)
    takes = true
    drain()
    expect([lines[2]!.trimEnd().split('\n').length, dropped]).toEqual([2, [1]])
  })
})
