export type {
  AdmissionRequest,
  DeletionRequest,
  DenialOptions,
  MutationRequest,
  ValidationRequest,
} from './admission-request.ts'
export { attributesOf, type RequestSinks, type RequestToEvaluate } from './attributes-of.ts'
export { defineAdmissionPlugin } from './define-admission-plugin.ts'
export {
  defineAdmissionPolicy,
  type DefinedPolicy,
  type MutatingPolicyDefinition,
  type PolicyDefinition,
  type ValidatingPolicyDefinition,
} from './define-admission-policy.ts'
export { evaluate, type EvaluateOptions, type Evaluation } from './evaluate.ts'
export type { EvaluationStep, MatchStep } from './evaluation-step.ts'
export type { JsonPatchOperation } from './json-patch-between.ts'
export { on, type KindPlugin, type KindPluginSettings, type On } from './on.ts'
export type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
export type { HandlerStep } from './run-handlers.ts'
export { serveWebhook, type ServeWebhookOptions, type WebhookHandler } from './serve-webhook.ts'
export {
  webhookConfiguration,
  type ConfiguredWebhook,
  type WebhookConfiguration,
  type WebhookConfigurationOptions,
} from './webhook-configuration.ts'
