import { StatusError } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { CallFailure, WebhookDenial } from './call-failure.ts'
import type { CallOutcome } from './webhook-metrics.ts'
import type { DispatchParts } from './dispatch.ts'
import type { Webhook } from './webhook.ts'

/** How a call that does not end the request has ended: as it should, left out by its conditions, or failed open. */
export type Settled = 'called' | 'excluded' | CallFailure

/**
 * Runs a call, counts it, and holds its end against the failure policy. `call` answers false where the webhook was left
 * out. Throws what the client is told where the request has to end.
 */
export async function settle(
  { clock, metrics, onError }: Pick<DispatchParts, 'clock' | 'metrics' | 'onError'>,
  { name, isIgnoring }: Webhook,
  { operation }: AdmissionAttributes,
  call: () => Promise<boolean>,
): Promise<Settled> {
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
    // Conditions that cannot be evaluated refuse in words of their own, and nothing was called.
    if (!(error instanceof StatusError && error.code === 403)) count({ type: 'broken' })
    throw error
  }
}
