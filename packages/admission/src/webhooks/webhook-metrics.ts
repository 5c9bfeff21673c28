import type { Metrics } from '@pinnace/meta'
import type { Operation } from '../admission-attributes.ts'
import { conditionMetrics } from '../condition-metrics.ts'

/** The type of a webhook in metrics. */
export type WebhookType = 'admit' | 'validating'

/** The outcome of a call. */
export type CallOutcome =
  | { readonly type: 'allowed' }
  | { readonly type: 'ignored'; readonly code: number; readonly isCanceled: boolean }
  | { readonly type: 'failed'; readonly code: number; readonly isCanceled: boolean }
  | { readonly type: 'denied'; readonly code: number }
  | { readonly type: 'broken' }

/** Metrics of webhook calls. */
export interface WebhookMetrics {
  called(name: string, operation: Operation, outcome: CallOutcome, seconds: number): void
  /** Match conditions excluded the webhook. */
  excluded(name: string, operation: Operation): void
  /** A match condition could not be evaluated. */
  conditionFailed(name: string, operation: Operation): void
}

const highestCode = 600

/** Creates the metrics of one type of webhooks. */
// upstream: apiserver/pkg/admission/metrics/metrics.go
export function createWebhookMetrics(metrics: Metrics, type: WebhookType): WebhookMetrics {
  const latency = metrics.histogram({
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    help: 'Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
    labelNames: ['name', 'type', 'operation', 'rejected'],
    stability: 'STABLE',
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
  })
  const requests = metrics.counter({
    name: 'apiserver_admission_webhook_request_total',
    help: 'Admission webhook request total, identified by name and broken out for each admission type (validating or mutating) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    labelNames: ['name', 'type', 'operation', 'code', 'rejected'],
  })
  const rejections = metrics.counter({
    name: 'apiserver_admission_webhook_rejection_count',
    help: 'Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.',
    labelNames: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
  })
  const failOpen = metrics.counter({
    name: 'apiserver_admission_webhook_fail_open_count',
    help: 'Admission webhook fail open count, identified by name and broken out for each admission type (validating or mutating).',
    labelNames: ['name', 'type'],
  })
  const exclusions = metrics.counter({
    name: 'apiserver_admission_match_condition_exclusions_total',
    help: 'Admission match condition evaluation exclusions count, identified by name of resource containing the match condition and broken out for each kind containing matchConditions (webhook or policy), operation and admission type (validate or admit).',
    labelNames: ['name', 'kind', 'type', 'operation'],
  })
  const { errors: conditionErrors } = conditionMetrics(metrics)
  return {
    called(name, operation, outcome, seconds) {
      const isRejected = outcome.type !== 'allowed' && outcome.type !== 'ignored'
      const code = outcome.type === 'allowed' ? 200 : outcome.type === 'broken' ? 0 : outcome.code
      const label = String(Math.min(code, highestCode))
      requests.add([name, type, operation, label, String(isRejected)])
      latency.observe([name, type, operation, String(isRejected)], seconds)
      if (outcome.type === 'denied') rejections.add([name, type, operation, 'no_error', label])
      else if (outcome.type === 'broken') rejections.add([name, type, operation, 'apiserver_internal_error', '0'])
      else if (outcome.type === 'failed' && !outcome.isCanceled) {
        rejections.add([name, type, operation, 'calling_webhook_error', label])
      } else if (outcome.type === 'ignored' && !outcome.isCanceled) failOpen.add([name, type])
    },
    excluded: (name, operation) => exclusions.add([name, 'webhook', type, operation]),
    conditionFailed: (name, operation) => conditionErrors.add([name, 'webhook', type, operation]),
  }
}
