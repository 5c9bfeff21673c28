import { delay, type Clock, type Timer } from '@pinnace/meta'
import type { AuditEvent, AuditSink } from './audit-event.ts'
import { formatEvent } from './format-event.ts'

/** Options for {@link createWebhookSink}. */
export interface WebhookSinkOptions {
  /** `audit.<domain>/v1` */
  readonly apiVersion: string
  /** Sends one EventList. Rejects if the webhook did not accept it. */
  readonly post: (body: string) => Promise<void>
  readonly clock: Clock
  /** Maximum number of events in a request. @default 400 */
  readonly batchSize?: number
  /** How long a partial batch waits for more events, milliseconds. @default 30000 */
  readonly batchWaitMs?: number
  /** Maximum number of buffered events; beyond that, new events are dropped. @default 10000 */
  readonly limit?: number
  /** Delay before the first retry, milliseconds. It doubles with every retry, up to one minute. @default 10000 */
  readonly backOffMs?: number
  /** Called with the number of events dropped: the buffer was full, or four attempts to send them failed. */
  readonly onDropped?: (count: number) => void
}

const maxAttempts = 4
const maxBackOffMs = 60_000

/** Sends events to a webhook in batches. Requests never wait for it; a batch is dropped after four failed attempts. */
// upstream: apiserver/plugin/pkg/audit/{buffered,webhook}
export function createWebhookSink(options: WebhookSinkOptions): AuditSink {
  const { clock, onDropped = () => {}, batchSize = 400, batchWaitMs = 30_000, limit = 10_000 } = options
  const buffered: AuditEvent[] = []
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
    while (buffered.length > 0) {
      const batch = buffered.splice(0, batchSize)
      if (!(await sendBatch(batch, options))) onDropped(batch.length)
    }
  }
  return {
    write(events) {
      const room = Math.max(0, limit - buffered.length)
      buffered.push(...events.slice(0, room))
      if (events.length > room) onDropped(events.length - room)
      if (buffered.length >= batchSize) void flush()
      else timer ??= clock.after(batchWaitMs, () => void flush())
    },
    close: flush,
  }
}

/** Posts a batch, with retries. Resolves to false if every attempt failed. */
async function sendBatch(
  batch: readonly AuditEvent[],
  { apiVersion, post, clock, backOffMs = 10_000 }: WebhookSinkOptions,
): Promise<boolean> {
  const items = batch.map(formatEvent).join(',')
  const body = `{"kind":"EventList","apiVersion":${JSON.stringify(apiVersion)},"metadata":{},"items":[${items}]}`
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await delay(clock, Math.min(backOffMs * 2 ** (attempt - 1), maxBackOffMs))
    try {
      await post(body)
      return true
    } catch {
      // Tried again after the delay.
    }
  }
  return false
}
