export {
  parseAdmissionConfiguration,
  type AdmissionConfigurationOptions,
  type PluginDocument,
} from './admission-configuration.ts'
export {
  toReviewResponse,
  type AdmissionReview,
  type ReviewRequest,
  type ReviewResponse,
  type ReviewStatus,
  type ReviewUser,
  type ReviewVersion,
} from './admission-review.ts'
export type {
  AdmissionAttributes,
  AdmissionStep,
  AnnotationLevel,
  CalledWebhook,
  Operation,
  OperationOptions,
} from './admission-attributes.ts'
export { createAdmissionChain, type AdmissionChain, type AdmissionChainOptions } from './admission-chain.ts'
export type { BuiltInPlugin, PluginConfiguration } from './built-in-plugin.ts'
export { builtInPlugins, hostPluginsBefore } from './built-in-plugins.ts'
export { matchRules, type MatchPolicy, type RuleMatch } from './match-policy.ts'
export { defaultExpressionEngine } from './expressions/default-engine.ts'
export type {
  CompiledExpression,
  CompileExpressionOptions,
  ExpressionAccess,
  ExpressionEngine,
  ExpressionLimits,
  ExpressionOutcome,
  ExpressionVariables,
} from './expressions/expression-engine.ts'
export type {
  AdmissionLookupOptions,
  AdmissionObjects,
  AdmissionReadOptions,
  AdmissionVersions,
  PluginContext,
  ServedKind,
  VersionedResource,
} from './plugin-context.ts'
export type { AdmissionPlugin, PluginHost } from './plugin.ts'
export { policyExpressions } from './policies/policy-expressions.ts'
export { webhookPath } from './webhooks/webhook-path.ts'
export { jsonPatchBetween, type JsonPatchOperation } from './define/json-patch-between.ts'
export { createReinvocation, type Reinvocation } from './reinvocation.ts'
export type { ResolveService, ServiceAddress, ServiceReference } from './resolve-service.ts'
export { matchesRule, type Rule, type RuleSubject } from './rules.ts'
export { selectPlugins, type PluginSelection } from './select-plugins.ts'
