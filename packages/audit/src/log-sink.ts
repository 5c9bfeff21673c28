import type { AuditEvent, AuditSink } from './audit-event.ts'
import { formatEvent } from './format-event.ts'

/** Where lines are written. A Node.js writable stream fits. */
export interface LineWriter {
  /** Returns false if the caller should wait for `drain` before writing more. */
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
}

/** Options for {@link createLogSink}. */
export interface LogSinkOptions {
  readonly writer: LineWriter
  /** Events buffered while the writer is waiting for `drain`; beyond that, new events are dropped. @default 10000 */
  readonly limit?: number
  /** Called on `drain` with the number of events dropped since the last one. */
  readonly onDropped?: (count: number) => void
}

/** Writes events as JSON lines. Requests never wait for the writer: events are buffered, and dropped beyond `limit`. */
export function createLogSink({ writer, limit = 10_000, onDropped = () => {} }: LogSinkOptions): AuditSink {
  const buffered: AuditEvent[] = []
  let isBehind = false
  let dropped = 0
  const flush = (): void => {
    isBehind = false
    const events = buffered.splice(0)
    if (dropped > 0) {
      onDropped(dropped)
      dropped = 0
    }
    if (events.length > 0) send(events)
  }
  const send = (events: readonly AuditEvent[]): void => {
    if (writer.write(events.map((event) => `${formatEvent(event)}\n`).join(''))) return
    isBehind = true
    writer.once('drain', flush)
  }
  return {
    write(events) {
      if (!isBehind) {
        send(events)
        return
      }
      const room = Math.max(0, limit - buffered.length)
      buffered.push(...events.slice(0, room))
      dropped += Math.max(0, events.length - room)
    },
    async close() {
      if (isBehind) await new Promise<void>((resolve) => void writer.once('drain', () => resolve()))
    },
  }
}
