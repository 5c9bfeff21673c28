import type { AuditEvent, AuditSink } from './audit-event.ts'

/** Where lines go: a Node stream fits. */
export interface LineWriter {
  /** False says that nothing more should come until `drain`. */
  write(text: string): boolean
  once(event: 'drain', listener: () => void): unknown
}

/** Options for {@link createLogSink}. */
export interface LogSinkOptions {
  readonly writer: LineWriter
  /** Events held back while the writer is behind; beyond them the newest are dropped. @default 10000 */
  readonly limit?: number
  /** Told how many events have been dropped, once the writer has caught up. */
  readonly onDropped?: (count: number) => void
}

/** Writes events as JSON, one a line. A writer that is behind holds nobody up: events wait, and past the limit are dropped. */
export function createLogSink({ writer, limit = 10_000, onDropped = () => {} }: LogSinkOptions): AuditSink {
  const waiting: AuditEvent[] = []
  let isBehind = false
  let dropped = 0
  const flush = (): void => {
    isBehind = false
    const lines = waiting.splice(0)
    if (dropped > 0) {
      onDropped(dropped)
      dropped = 0
    }
    if (lines.length > 0) send(lines)
  }
  const send = (events: readonly AuditEvent[]): void => {
    if (writer.write(events.map(formatEvent).join(''))) return
    isBehind = true
    writer.once('drain', flush)
  }
  return {
    write(events) {
      if (!isBehind) {
        send(events)
        return
      }
      const room = Math.max(0, limit - waiting.length)
      waiting.push(...events.slice(0, room))
      dropped += Math.max(0, events.length - room)
    },
    async close() {
      if (isBehind) await new Promise<void>((resolve) => void writer.once('drain', () => resolve()))
    },
  }
}

/** An event as its line. */
export function formatEvent(event: AuditEvent): string {
  return `${JSON.stringify(event, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`
}
