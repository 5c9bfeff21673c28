export { createAbacAuthorizer, createAbacRuleResolver } from './abac/abac-authorizer.ts'
export { AbacPolicyError, parseAbacPolicies, type AbacPolicy } from './abac/abac-policy.ts'
export { alwaysAllow, alwaysDeny } from './always.ts'
export type { Authorizer, AuthorizerAttributes, Decision } from './authorizer.ts'
export type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
  WebhookConfiguration,
  WebhookConnectionInfo,
} from './configuration/authorization-configuration.ts'
export type {
  AuthorizerType,
  CompiledAuthorizer,
  CompiledWebhook,
} from './configuration/compile-authorization-configuration.ts'
export { loadAuthorizationConfiguration } from './configuration/load-authorization-configuration.ts'
export type { RequestConditions } from './configuration/request-conditions.ts'
export { firstDecision } from './union-authorizer.ts'
export { createNodeAuthorizer, nodeRuleResolver, type NodeAuthorizerOptions } from './node/node-authorizer.ts'
export { createNodeGraph, type NodeGraph, type NodeGraphResource } from './node/node-graph.ts'
export { nodeName } from './node/node-identity.ts'
export type { NodeVertex } from './node/node-vertex.ts'
export { openPaths } from './always-allow-paths.ts'
export {
  allowsName,
  allowsPath,
  allowsResource,
  holds,
  pathCovers,
  ruleAllows,
  type PolicyRule,
} from './policy-rule.ts'
export { privilegedGroup } from './privileged-group.ts'
export {
  aggregate,
  allRules,
  combineRules,
  noRules,
  type NonResourceRule,
  type ResourceRule,
  type RuleResolver,
  type RulesReview,
} from './rules-review.ts'
export type { AccessReviewVersion } from './webhook/access-review.ts'
export {
  createWebhookAuthorizer,
  webhookRuleResolver,
  type WebhookAuthorizerOptions,
  type WebhookObserver,
  type WebhookReply,
  type WebhookResult,
  type WebhookTransport,
} from './webhook/webhook-authorizer.ts'
export { withConditions, type ConditionObserver, type ConditionOptions } from './webhook/with-conditions.ts'
