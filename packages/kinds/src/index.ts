export { builtInResources, type BuiltInOptions } from './built-in-resources.ts'
export type { CheckExpression, LoadExpressions } from './admissionregistration/match-conditions.ts'
export type {
  PolicyExpressionChecker,
  PolicyExpressionNames,
  PolicyExpressionProblem,
  PolicyExpressions,
  PolicyExpressionUse,
} from './admissionregistration/policy-expressions.ts'
export {
  countServiceAllocations,
  type AllocationCount,
  type ServiceAllocations,
} from './core/service/count-allocations.ts'
export { serviceAddressObject } from './core/service/address-objects.ts'
export { defaultServiceCidr, firstServiceAddress } from './core/service/first-address.ts'
export { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from './validation/semantic-version.ts'
export { qosClass } from './core/pod-spec/resources/qos-class.ts'
export { validateTolerations } from './core/pod-spec/scheduling/tolerations.ts'
export { CronError, parseCronSchedule, type CronOptions, type CronSchedule } from './batch/cron-schedule.ts'
export { countIndexes, formatIndexes, parseIndexIntervals, type IndexIntervals } from './batch/index-intervals.ts'
export { systemPriorityClasses, type SystemPriorityClass } from './scheduling/system-priority-classes.ts'
export type { ClaimedNames } from './apiextensions/claimed-names.ts'
export { cleanupFinalizer } from './apiextensions/custom-resource-definition.ts'
export { availabilityOf, localAvailability, setAvailability, type Availability } from './apiregistration/conditions.ts'
export type { DeviceMatcher, MatchedDevice } from './resource/device-matcher.ts'
export { loadDeviceMatcher } from './resource/load-device-matcher.ts'
export { createPodRules, type PodRules } from './core/pod-spec/pod-rules.ts'
export {
  isExtendedResource,
  isHugePages,
  isNativeResource,
  isPodLevelResource,
} from './core/pod-spec/resources/resource-names.ts'
export { isSidecar } from './core/pod-spec/containers/visit-containers.ts'
export { hasEmptyOverhead } from './core/pod-spec/has-empty-overhead.ts'
