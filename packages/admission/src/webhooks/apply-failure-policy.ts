import { StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { CallFailure } from './call-failure.ts'
import { WebhookDenial } from './webhook-denial.ts'
import type { CallOutcome } from './webhook-metrics.ts'
import type { DispatchParts } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

/** The result of a call after which the request goes on: called, excluded by match conditions, or failed open. */
export type CallResult = 'called' | 'excluded' | CallFailure

/**
 * Runs a call, records its outcome in metrics, and applies the failure policy. `call` returns false where match
 * conditions exclude the webhook. Throws the StatusError for the client where the request fails.
 */
export async function applyFailurePolicy(
  { clock, metrics, onError }: Pick<DispatchParts, 'clock' | 'metrics' | 'onError'>,
  { name, isIgnoring }: Webhook,
  { operation }: AdmissionAttributes,
  call: () => Promise<boolean>,
): Promise<CallResult> {
  const startedMs = clock.monotonic()
  const count = (outcome: CallOutcome): void =>
    metrics.called(name, operation, outcome, (clock.monotonic() - startedMs) / 1000)
  try {
    if (!(await call())) return 'excluded'
    count({ type: 'allowed' })
    return 'called'
  } catch (error) {
    if (error instanceof CallFailure) {
      count({ type: isIgnoring ? 'ignored' : 'failed', code: error.code, isCanceled: error.isCanceled })
      onError(error, isIgnoring ? 'failed calling webhook, failing open' : 'failed calling webhook, failing closed')
      if (isIgnoring) return error
      throw error.toStatusError()
    }
    if (error instanceof WebhookDenial) {
      count({ type: 'denied', code: error.status.code })
      throw error.status
    }
    // A 403 is from match conditions that cannot be evaluated: the webhook was not called.
    if (!(error instanceof StatusError && error.code === 403)) count({ type: 'broken' })
    throw error
  }
}
