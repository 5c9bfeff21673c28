export type {
  CreateSubresourceContext,
  CreateSubresource,
  AllocationContext,
  Column,
  ConnectSubresource,
  RelatedObjects,
  ResourceDefinition,
  ScaleSubresource,
  Scope,
  SignedToken,
  Strategy,
  StoredRevision,
  StrategyContext,
  Subresource,
  LegacyTokenToSign,
  TokenIssuer,
  TokenReference,
  TokenToSign,
  ObjectSubresource,
} from './definition.ts'
export type { BatchConversion, Conversion, ConvertObjects, SpokeConversion } from './conversion.ts'
export { storageVersionOf } from './storage-version.ts'
export { builtInResources } from './built-in-resources.ts'
export type { BuiltInOptions } from './kinds/behaviours.ts'
export type { CheckExpression } from './kinds/admissionregistration/match-conditions.ts'
export {
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  type ValidateName,
} from './names.ts'
export { exchangedKinds, type ExchangedKind, type ExchangedKinds } from './exchanged-kinds.ts'
export { openApiName } from './open-api-name.ts'
export {
  compareVersions,
  createRegistry,
  storagePrefix,
  type Registry,
  type RegistryGroup,
  type RegistryVersion,
} from './registry.ts'
export { loadType } from './types/type-tables.ts'
export {
  maxAnnotationBytes,
  validateAnnotations,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ValidateObjectMetaOptions,
  type ValidateObjectMetaUpdateOptions,
} from './object-meta.ts'
export { defaultServiceCidr, firstServiceAddress } from './kinds/core/service/first-address.ts'
export { qosClass } from './kinds/core/pod-spec/qos-class.ts'
export { validateTolerations } from './kinds/core/pod-spec/tolerations.ts'
export { CronError, parseCronSchedule, type CronOptions, type CronSchedule } from './kinds/batch/cron-schedule.ts'
export { countIndexes, formatIndexes, parseIndexIntervals, type IndexIntervals } from './kinds/batch/index-intervals.ts'
export { systemPriorityClasses, type SystemPriorityClass } from './kinds/scheduling/system-priority-classes.ts'
export { createQuotaEvaluators, type QuotaEvaluators } from './quota/create-quota-evaluators.ts'
export type { QuotaEvaluator, QuotaWrite } from './quota/quota-evaluator.ts'
export { computeQuotaUsage, matchesQuota, scopesOf, type QuotaUsageOptions } from './quota/quota-usage.ts'
export {
  addAmounts,
  exceededNames,
  increaseOf,
  maskAmounts,
  printAmounts,
  readAmounts,
  writeAmounts,
  type ResourceAmounts,
} from './quota/resource-amounts.ts'
export { defineResource } from './define-resource.ts'
export { atomic, atomicList, atomicMap, embeddedResource, listMap, listSet, type KeyOf } from './define/schema-words.ts'
export type { ConvertedContent, HubConversion } from './define/hub-conversion.ts'
export type {
  DefinedObject,
  ResourceColumn,
  ResourceHooks,
  ResourceOptions,
  ScaleOptions,
} from './define/resource-options.ts'
export { createLiveRegistry, type LiveRegistry } from './live-registry.ts'
export { toCustomResources, type CustomResourceOptions } from './custom-resource/custom-resource.ts'
export { createSchemaCache, type SchemaCache } from './custom-resource/schema-cache.ts'
export { cleanupFinalizer, type ClaimedNames } from './kinds/apiextensions/custom-resource-definition.ts'
export { conditionOf, setCondition, type ConditionState } from './kinds/apiextensions/conditions.ts'
export {
  availabilityOf,
  localAvailability,
  setAvailability,
  type Availability,
} from './kinds/apiregistration/conditions.ts'
export { settleNames, useNames, wantsNames, type UsedNames } from './kinds/apiextensions/settle-names.ts'
