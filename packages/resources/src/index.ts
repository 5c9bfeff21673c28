export type {
  ActionContext,
  ActionSubresource,
  AllocationContext,
  Column,
  ConnectSubresource,
  ResourceDefinition,
  ScaleSubresource,
  Scope,
  Strategy,
  StrategyContext,
  Subresource,
  ViewSubresource,
} from './definition.ts'
export { builtInResources } from './built-in-resources.ts'
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
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ValidateObjectMetaOptions,
  type ValidateObjectMetaUpdateOptions,
} from './object-meta.ts'
