import { isEqualJson, isSemanticEqual, type ApiObject, type Mutable } from '@pinnace/meta'
import { hasEmptied } from '@pinnace/schema'
import type { MutatingWebhook } from '@pinnace/types/admissionregistration-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { webhookConfigurationColumns } from '../columns/admission.ts'
import { expressionsOf, type CheckExpression, type LoadExpressions } from './match-conditions.ts'
import { hasKnownReviewVersion, hasNoSideEffects, validateWebhooks, type Webhook } from './validate-webhook.ts'
import { defaultMutatingWebhook, defaultWebhook } from './webhook-defaults.ts'
import type { WebhookVersion } from './webhook-defaults.ts'
import { countGeneration } from '../generation.ts'

/** A webhook configuration of either kind, in any version. */
export type WebhookConfiguration = ApiObject & { readonly webhooks?: readonly Webhook[] }

/** Options for {@link webhookConfiguration}. */
export interface WebhookConfigurationOptions {
  readonly version: WebhookVersion
  readonly isMutating: boolean
  /** What looks at the expressions of match conditions; without it a webhook may have none. */
  readonly checkExpression: CheckExpression | undefined
  readonly loadExpressions: LoadExpressions | undefined
}

/** Webhook configurations, both kinds of them in every version. */
// upstream: registry/admissionregistration/mutatingwebhookconfiguration and validatingwebhookconfiguration, strategy.go
export function webhookConfiguration(options: WebhookConfigurationOptions): KindBehavior<WebhookConfiguration> {
  const { version, isMutating, checkExpression, loadExpressions } = options
  return {
    strategy: {
      defaults(next: Mutable<WebhookConfiguration>) {
        for (const webhook of next.webhooks ?? []) {
          if (isMutating) defaultMutatingWebhook(webhook as Mutable<MutatingWebhook>, version)
          else defaultWebhook(webhook, version)
        }
      },
      prepareForUpdate(next: Mutable<WebhookConfiguration>, live) {
        // upstream: compared with reflect.DeepEqual, to which an empty list is not an absent one.
        if (!isEqualJson(next.webhooks ?? [], live.webhooks ?? []) || hasEmptied(next.webhooks)) {
          countGeneration(next, live)
        }
      },
      beforeValidation: ({ webhooks = [] }) =>
        webhooks.some(({ matchConditions = [] }) => matchConditions.length > 0) ? loadExpressions?.() : undefined,
      validate({ webhooks = [] }, errors) {
        const requirements = {
          uniqueNames: version.isStrict,
          noSideEffects: version.isStrict,
          knownReviewVersion: true,
          matchConditions: true,
          conditions: { check: checkExpression, stored: new Set<string>() },
        }
        validateWebhooks(webhooks, requirements, 'webhooks', errors)
      },
      validateUpdate({ webhooks = [] }, { webhooks: live = [] }, errors) {
        const requirements = {
          uniqueNames: version.isStrict && new Set(live.map(({ name }) => name)).size === live.length,
          noSideEffects: version.isStrict && live.every(hasNoSideEffects),
          knownReviewVersion: live.every(hasKnownReviewVersion),
          matchConditions: !isSemanticEqual(conditionsOf(webhooks), conditionsOf(live)),
          conditions: {
            check: checkExpression,
            stored: new Set(live.flatMap(({ matchConditions }) => expressionsOf(matchConditions))),
          },
        }
        validateWebhooks(webhooks, requirements, 'webhooks', errors)
      },
    },
    columns: webhookConfigurationColumns as NonNullable<KindBehavior<WebhookConfiguration>['columns']>,
  }
}

function conditionsOf(webhooks: readonly Webhook[]): readonly unknown[] {
  return webhooks.map(({ matchConditions = [] }) => matchConditions)
}
