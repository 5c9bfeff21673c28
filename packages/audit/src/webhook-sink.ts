import type { AuditSink } from './audit-sink.ts'
import { formatEvent } from './format-event.ts'

/** Options for {@link createWebhookSink}. */
export interface WebhookSinkOptions {
  /** `audit.<domain>/v1` */
  readonly apiVersion: string
  /** Sends one EventList. Rejects if the webhook did not accept it. */
  readonly post: (body: string) => Promise<void>
  /** @default 'blocking', for a sink that is not in a {@link createBatchSink} */
  readonly mode?: 'blocking' | 'blocking-strict'
}

/** Sends events to a webhook. With {@link createBatchSink}, requests do not wait for it. */
// upstream: apiserver/plugin/pkg/audit/webhook
export function createWebhookSink({ apiVersion, post, mode = 'blocking' }: WebhookSinkOptions): AuditSink {
  const head = `{"kind":"EventList","apiVersion":${JSON.stringify(apiVersion)},"metadata":{},"items":[`
  return { name: 'webhook', mode, write: (events) => post(`${head}${events.map(formatEvent).join(',')}]}`) }
}
