export { formatGo } from './go-format.ts'
export { atomicPaths } from './atomic-paths.ts'
export { createFieldManager } from './field-manager.ts'
export type {
  ApplyOptions,
  ApplyResult,
  ConvertedObject,
  FieldManager,
  FieldManagerOptions,
  FieldPaths,
  TrackUpdateOptions,
} from './field-manager-types.ts'
export {
  compareElements,
  fieldElement,
  formatPath,
  keyElement,
  parseElement,
  valueElement,
  type FieldPath,
  type ParsedElement,
  type PathElement,
} from './field-path.ts'
export {
  difference,
  eachPath,
  emptySet,
  equalSets,
  fieldSetOf,
  hasPath,
  intersection,
  isEmptySet,
  leaves,
  recursiveDifference,
  sizeOfSet,
  union,
  type FieldSet,
} from './field-set.ts'
export { formatFieldSet, knownFieldSet } from './field-set-pool.ts'
export { readFieldsV1, writeFieldsV1 } from './fields-v1.ts'
export { applyJsonPatch, applyJsonPatchInSteps, maxJsonPatchCopyBytes, maxJsonPatchOperations } from './json-patch.ts'
export { TypedError } from './list-element.ts'
export { readManagedFields } from './managed-fields.ts'
export { applyMergePatch, applyMergePatchInSteps } from './merge-patch.ts'
export { ownersOf, ownership, type FieldOwner, type Ownership } from './field-owners.ts'
export { createScaleFields, type ScaleFields, type ScaleFieldsOptions } from './scale-fields.ts'
export { settleTimes } from './keep-unchanged-times.ts'
export { applyStrategicMergePatch, applyStrategicMergePatchInSteps } from './strategic-merge-patch.ts'
export { compareTyped, mergeValues, namedFields, type Comparison } from './typed.ts'
export { typedProblems, type TypedProblemsOptions } from './assert-typed.ts'
