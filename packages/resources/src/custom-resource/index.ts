export { toCustomResources, type CustomResourceOptions } from './custom-resource.ts'
export { createSchemaCache, type SchemaCache } from './schema-cache.ts'
export { conditionOf, setCondition, type ConditionState } from './conditions.ts'
export { isBadBundle } from './ca-bundle.ts'
export { settleNames, useNames, wantsNames, type UsedNames } from './accept-names.ts'
export {
  entriesOf,
  extensionOf,
  hasDefault,
  isPlainScalar,
  itemsOf,
  propsOf,
  schemaExtensions,
  someSchema,
  type SchemaExtensions,
} from './schema-props.ts'
export { embeddedObjectsOf, validateEmbedded } from './embedded-objects.ts'
export { followPath, type SchemaPath } from './field-path-of-schema.ts'
export { shownRule } from './shown-rule.ts'
export { toResourceSchema, toSchema } from './to-schema.ts'
export { storedVersionOf } from './stored-version.ts'
