export type { Scope } from '@pinnace/types'
export type {
  CreateSubresourceContext,
  ExpectedObject,
  CreateSubresource,
  AllocationContext,
  AllocationPeer,
  Column,
  Companion,
  TableCell,
  TimedCell,
  ConnectSubresource,
  Deprecation,
  ExtraPermission,
  RelatedObjects,
  ResourceDefinition,
  ScaleSubresource,
  SignedToken,
  Strategy,
  StoredRevision,
  StrategyContext,
  Subresource,
  LegacyTokenToSign,
  TokenIssuer,
  TokenReference,
  TokenToSign,
  UpdateAccess,
  ObjectSubresource,
} from './definition.ts'
export type { ExpressionObserver } from './expression-observer.ts'
export type { BatchConversion, Conversion, ConvertObjects, SpokeConversion } from './conversion.ts'
export { storageVersionOf } from './storage-version.ts'
export {
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  type ValidateName,
} from './names.ts'
export { exchangedKinds, type ExchangedKind, type ExchangedKinds } from './exchanged-kinds.ts'
export { openApiName } from './open-api-name.ts'
export { compareVersions } from './preferred-version.ts'
export {
  createRegistry,
  isAlwaysJson,
  storageId,
  storagePrefix,
  type Registry,
  type RegistryGroup,
  type RegistryVersion,
} from './registry.ts'
export {
  customMetadataRules,
  maxAnnotationBytes,
  validateAnnotations,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type MetadataRules,
  type ValidateObjectMetaOptions,
  type ValidateObjectMetaUpdateOptions,
} from './object-meta.ts'
export { validateStandardFinalizer } from './validate-finalizers.ts'
export { defineResource } from './define-resource.ts'
export {
  atomic,
  atomicList,
  atomicMap,
  embeddedResource,
  listMap,
  listSet,
  type KeyOf,
} from './define/schema-extensions.ts'
export type { ConvertedContent, HubConversion } from './define/hub-conversion.ts'
export type {
  DefinedInput,
  DefinedObject,
  DefinedResource,
  InputOf,
  ObjectOf,
  ResourceColumn,
  ResourceHooks,
  ResourceOptions,
  ScaleOptions,
} from './define/resource-options.ts'
export { createLiveRegistry, type LiveRegistry } from './live-registry.ts'
export {
  ageColumn,
  ageOf,
  ageSince,
  column,
  columns,
  constantCell,
  keptCell,
  metadataColumns,
  nameColumn,
  timedColumn,
  type KeptCell,
} from './default-columns.ts'
