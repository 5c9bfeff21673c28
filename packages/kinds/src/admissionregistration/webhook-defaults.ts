import type { Mutable } from '@pinnace/meta'
import type { MutatingWebhook, RuleWithOperations, ValidatingWebhook } from '@pinnace/types/admissionregistration-v1'

/** What the versions of the two webhook configurations differ in. */
export interface WebhookVersion {
  readonly failurePolicy: string
  readonly matchPolicy: string
  readonly timeoutSeconds: number
  /** Undefined where they must be said. */
  readonly sideEffects?: string
  /** Undefined where they must be said. */
  readonly admissionReviewVersions?: readonly string[]
  /** The newer rules: names are unique, and side effects are None or NoneOnDryRun. */
  readonly isStrict: boolean
}

/** Defaults and rules of v1. */
// upstream: apis/admissionregistration/v1/defaults.go
export const webhooksV1: WebhookVersion = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  timeoutSeconds: 10,
  isStrict: true,
}

/** Defaults and rules of v1beta1. */
// upstream: apis/admissionregistration/v1beta1/defaults.go
export const webhooksV1beta1: WebhookVersion = {
  failurePolicy: 'Ignore',
  matchPolicy: 'Exact',
  timeoutSeconds: 30,
  sideEffects: 'Unknown',
  admissionReviewVersions: ['v1beta1'],
  isStrict: false,
}

/** Fills what a validating webhook leaves out. */
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
