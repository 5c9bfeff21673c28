import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { CallWebhook } from './call-webhook.ts'
import type { MatchesConditions } from './match-conditions.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'
import type { Webhook } from './webhook.ts'

/** The dependencies of a dispatch. */
export interface DispatchParts extends Pick<
  PluginContext,
  'vocabulary' | 'clock' | 'objects' | 'versions' | 'onError'
> {
  readonly call: CallWebhook
  readonly matchesConditions: MatchesConditions
  readonly metrics: WebhookMetrics
}

/** Creates the function that calls the webhooks matching a request. */
export type Dispatch = (
  parts: DispatchParts,
) => (attributes: AdmissionAttributes, webhooks: readonly Webhook[]) => Promise<void>
