export type {
  ApiHistory,
  ApiRelease,
  ReleasedBehavior,
  ReleasedField,
  ReleasedFlag,
  ReleasedGate,
  ReleasedMetric,
  ReleasedResource,
  ReleasedVersion,
  Track,
} from './api-history.ts'
export { checkDeprecationPolicy } from './check-deprecation-policy.ts'
export type { PolicyBreak, PolicyRuleName } from './policy-break.ts'
