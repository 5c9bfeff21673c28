import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { uncheckedExpressions } from './policy-expressions.ts'
import { policyBehaviors } from './policy-behaviors.ts'
import { webhookConfiguration } from './webhook-configuration.ts'
import { webhooksV1, webhooksV1beta1 } from './webhook-defaults.ts'

/** The behavior of the kinds of admissionregistration. */
export function behaviors({ checkExpression, loadExpressions, policyExpressions }: BehaviorContext): KindBehaviors {
  const webhooks = (version: typeof webhooksV1, isMutating: boolean) =>
    behaviorOf(webhookConfiguration({ version, isMutating, checkExpression, loadExpressions }))
  return {
    ...policyBehaviors(policyExpressions ?? uncheckedExpressions),
    'admissionregistration.v1.MutatingWebhookConfiguration': webhooks(webhooksV1, true),
    'admissionregistration.v1.ValidatingWebhookConfiguration': webhooks(webhooksV1, false),
    'admissionregistration.v1beta1.MutatingWebhookConfiguration': webhooks(webhooksV1beta1, true),
    'admissionregistration.v1beta1.ValidatingWebhookConfiguration': webhooks(webhooksV1beta1, false),
  }
}
