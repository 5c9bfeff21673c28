export {
  autoupdateAnnotation,
  defaultPolicy,
  nodeRules,
  type DefaultPolicy,
  type DefaultPolicyOptions,
} from './bootstrap-policy/default-policy.ts'
export {
  reconcileDefaults,
  type DefaultsClient,
  type ReconcileDefaultsOptions,
  type ReconciledDefaults,
} from './bootstrap-policy/reconcile-defaults.ts'
export { reconcileBinding, reconcileRole, type Reconciliation } from './bootstrap-policy/reconcile.ts'
export { createEscalationChecks, type EscalationChecks, type EscalationOptions, type RbacWrite } from './escalation.ts'
export {
  explainRbac,
  type BindingName,
  type NearRule,
  type RbacAllowed,
  type RbacExplanation,
  type RbacMissing,
} from './explain.ts'
export type { Grant } from './grant.ts'
export type {
  AggregationRule,
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
  RoleRef,
  Subject,
} from '@pinnace/types/rbac-v1'
export type { RbacObjects, RbacResource } from './rbac-objects.ts'
export { createRbacAuthorizer, createRbacRuleResolver } from './rbac-authorizer.ts'
export { createRbacIndex, type HeldRules, type RbacIndex } from './rbac-index.ts'
export { breakDown, compactRules, describeRule, uncoveredRules } from './rule-cover.ts'
export type { RuleSet } from './rule-set.ts'
