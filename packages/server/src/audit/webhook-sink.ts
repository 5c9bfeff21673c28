import type { Clock, Timer } from '@pinnace/meta'
import type { AuditEvent, AuditSink } from './audit-event.ts'
import { formatEvent } from './log-sink.ts'

/** Options for {@link createWebhookSink}. */
export interface WebhookSinkOptions {
  /** `audit.<domain>/v1` */
  readonly apiVersion: string
  /** Sends one EventList; rejects where the remote did not take it. */
  readonly post: (body: string) => Promise<void>
  readonly clock: Clock
  /** Most events of one request. @default 400 */
  readonly batchSize?: number
  /** How long a batch that is not full waits, milliseconds. @default 30000 */
  readonly batchWaitMs?: number
  /** Most events held; beyond them the newest are dropped. @default 10000 */
  readonly limit?: number
  /** First wait after a failure; it doubles, up to a minute. @default 10000 */
  readonly backOffMs?: number
  readonly onDropped?: (count: number) => void
}

const tries = 4
const longestBackOffMs = 60_000

/** Sends events in batches. Requests never wait for it; what the remote does not take after four tries is dropped. */
// upstream: apiserver/plugin/pkg/audit/{buffered,webhook}
export function createWebhookSink(options: WebhookSinkOptions): AuditSink {
  const { apiVersion, post, clock, onDropped = () => {} } = options
  const { batchSize = 400, batchWaitMs = 30_000, limit = 10_000, backOffMs = 10_000 } = options
  const waiting: AuditEvent[] = []
  let timer: Timer | undefined
  let sending: Promise<void> | undefined

  const flush = (): Promise<void> => {
    timer?.cancel()
    timer = undefined
    sending ??= drain().finally(() => {
      sending = undefined
    })
    return sending
  }
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      if (!(await send(batch))) onDropped(batch.length)
    }
  }
  const send = async (batch: readonly AuditEvent[]): Promise<boolean> => {
    const items = batch.map((event) => formatEvent(event).trimEnd()).join(',')
    const body = `{"kind":"EventList","apiVersion":${JSON.stringify(apiVersion)},"metadata":{},"items":[${items}]}`
    for (let attempt = 0; attempt < tries; attempt++) {
      try {
        await post(body)
        return true
      } catch {
        if (attempt + 1 < tries) await wait(Math.min(backOffMs * 2 ** attempt, longestBackOffMs))
      }
    }
    return false
  }
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, () => resolve()))
  return {
    write(events) {
      const room = Math.max(0, limit - waiting.length)
      waiting.push(...events.slice(0, room))
      if (events.length > room) onDropped(events.length - room)
      if (waiting.length >= batchSize) void flush()
      else timer ??= clock.after(batchWaitMs, () => void flush())
    },
    close: flush,
  }
}
