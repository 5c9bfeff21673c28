import type { Mutable } from '@pinnace/meta'
import type { MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '@pinnace/types/admissionregistration-v1'
import type { WebhookVersion } from './webhook-version.ts'

/** Fills what a validating webhook leaves out; `webhook-version.ts` has the defaults that differ between versions. */
// upstream: apis/admissionregistration/*/defaults.go, SetDefaults_ValidatingWebhook
export function defaultWebhook(webhook: Mutable<ValidatingWebhook>, version: WebhookVersion): void {
  webhook.failurePolicy ??= version.failurePolicy
  webhook.matchPolicy ??= version.matchPolicy
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= version.timeoutSeconds
  if (version.sideEffects !== undefined) webhook.sideEffects ??= version.sideEffects
  const { admissionReviewVersions: versions } = version
  if (versions !== undefined && (webhook.admissionReviewVersions ?? []).length === 0) {
    webhook.admissionReviewVersions = [...versions]
  }
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= 443
  defaultRules(webhook.rules)
}

/** Fills what a mutating webhook leaves out. */
// upstream: apis/admissionregistration/*/defaults.go, SetDefaults_MutatingWebhook
export function defaultMutatingWebhook(webhook: Mutable<MutatingWebhook>, version: WebhookVersion): void {
  defaultWebhook(webhook, version)
  webhook.reinvocationPolicy ??= 'Never'
}

/** Fills the scope of rules. */
// upstream: apis/admissionregistration/*/defaults.go, SetDefaults_Rule
export function defaultRules(rules: Mutable<RuleWithOperations>[] | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= '*'
}
