export { zeroStruct } from './decode-go.ts'
export { decodeConfiguration, type ConfigurationDocument, type ConfigurationKind } from './decode-configuration.ts'
export { DecodeError, type TypeMismatch } from './decode-error.ts'
export { goTimeError, timeLayout } from './go-time-error.ts'
export {
  compileDecoder,
  type Decoder,
  type DecoderOptions,
  type NumberForm,
  type UnknownFieldReport,
} from './decode.ts'
export { compileDefaults, type Defaulter } from './defaults.ts'
export { cloneDecoded, emptiedMember, hasEmptied, keepEmptied, withEmptied } from './emptied.ts'
export { compileEncoder, type Encoder, type EncoderOptions } from './encode-go.ts'
export {
  toOpenApi,
  toOpenApiInSteps,
  type OpenApiDefinitions,
  type OpenApiDescribe,
  type OpenApiOptions,
} from './open-api.ts'
export type { OpenApiSchema } from './open-api-schema.ts'
export { prune } from './prune.ts'
export type {
  AnySchema,
  BooleanSchema,
  Field,
  IntOrStringSchema,
  ListSchema,
  ListType,
  MapSchema,
  MapType,
  NumberSchema,
  ObjectSchema,
  Schema,
  SchemaCommon,
  StringSchema,
  ValueRules,
} from './schema.ts'
export { isKnownFormat } from './validate-format.ts'
export { isUnchanged, itemsBefore, validateChange } from './ratcheting.ts'
export { compileValidator, type Validator } from './validate.ts'
export { areTooManyPatterns, maxPatternSteps, patternProblem, patternsOf, preparePatterns } from './patterns.ts'
export { createTypeLoader, type TypeLoader, type TypeTable } from './type-table.ts'
export { listTypeOf, mapKeysOf } from './list-type.ts'
export { isAtomic } from './is-atomic.ts'
export { hasPatchStrategy } from './patch-strategy.ts'
export { resolve, type Place } from './resolve.ts'
