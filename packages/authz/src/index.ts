export { alwaysAllow, alwaysDeny } from './always.ts'
export type { Authorizer, AuthorizerAttributes, Decision } from './authorizer.ts'
export { firstDecision } from './first-decision.ts'
export { openPaths } from './open-paths.ts'
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
