import type { Awaitable } from '@pinnace/meta'
import type { AuditMode, AuditSink } from './audit-sink.ts'
import { formatEvent } from './format-event.ts'
import { formatLegacyEvent } from './format-legacy-event.ts'

/** Where lines are written, such as `openLogFile` of `@pinnace/audit/log-file`. */
export interface LogWriter {
  /** Appends text. Throws or rejects if it could not be written; may be called again before the last call has ended. */
  write(text: string): Awaitable<void>
  close?(): Promise<void>
}

/** Options for {@link createLogSink}. */
export interface LogSinkOptions {
  readonly writer: LogWriter
  /** One JSON object on a line, or the older text form. @default 'json' */
  readonly format?: 'json' | 'legacy'
  /** @default 'blocking' */
  readonly mode?: AuditMode
}

/** Writes one line for each event. */
// upstream: apiserver/plugin/pkg/audit/log
export function createLogSink({ writer, format = 'json', mode = 'blocking' }: LogSinkOptions): AuditSink {
  const toLine = format === 'json' ? formatEvent : formatLegacyEvent
  return {
    name: 'log',
    mode,
    write: (events) => writer.write(events.map((event) => `${toLine(event)}\n`).join('')),
    close: async () => writer.close?.(),
  }
}
