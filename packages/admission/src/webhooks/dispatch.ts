import type { AdmissionAttributes } from '../attributes.ts'
import type { PluginContext } from '../plugin-context.ts'
import type { CallWebhook } from './call-webhook.ts'
import type { MatchesConditions } from './match-conditions.ts'
import type { WebhookMetrics } from './webhook-metrics.ts'
import type { Webhook } from './webhook.ts'

/** What a dispatch of calls to webhooks needs of the plugin. */
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
) => (asked: AdmissionAttributes, webhooks: readonly Webhook[]) => Promise<void>
