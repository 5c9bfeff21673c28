export { createConverter, type Converter, type ConvertibleVersion } from './conversion/converter.ts'
export { parseAccept, type AcceptClause } from './accept.ts'
export { parseContentType } from './content-type.ts'
export {
  expectRoundTrip,
  RoundTripError,
  type RoundTripOptions,
  type RoundTripReport,
  type RoundTripVersion,
} from './conversion/expect-round-trip.ts'
export { createObjectGenerator, type GeneratedVersion, type ObjectGenerator } from './conversion/generate-object.ts'
export type { FieldMakers } from './conversion/generate-value.ts'
export { seededRandom } from './conversion/seeded-random.ts'
export { applyRuntimeConfig, parseRuntimeConfig, type RuntimeConfig } from './enablement/runtime-config.ts'
export { stabilityOf, type Stability } from './enablement/stability.ts'
export { formatYaml } from './format-yaml.ts'
export {
  createNegotiator,
  findChoice,
  mediaTypes,
  negotiateAccept,
  negotiateStream,
  resourceOffers,
  wantsPretty,
  type MediaChoice,
  type MediaFormat,
  type MediaOffers,
  type MediaTransform,
  type NegotiateMedia,
  type Negotiator,
  type ResourceOfferOptions,
} from './negotiate.ts'
export { parseYaml } from './yaml.ts'
export type { ParsedYaml } from './yaml-reader.ts'
export {
  toPartialObjectMetadata,
  toPartialObjectMetadataList,
  type PartialObjectMetadata,
  type PartialObjectMetadataList,
} from './partial-object-metadata.ts'
export { loadProtobuf, type Protobuf } from './protobuf/load-protobuf.ts'
export type { ProtobufEnvelope, TypedObject } from './protobuf/envelope.ts'
export {
  parseIncludeObject,
  toBookmarkTable,
  toTable,
  type IncludeObject,
  type Table,
  type TableColumnDefinition,
  type TableOptions,
  type TableRow,
} from './table.ts'
export { transformBookmark, transformList, transformObject, type TransformOptions } from './transform.ts'
export { builtInGates, currentRelease } from './feature-gates/built-in-gates.ts'
export {
  createFeatureGates,
  type FeatureGates,
  type FeatureGateSettings,
  type FeatureGatesOptions,
} from './feature-gates/feature-gates.ts'
export type { CurrentGate, GateDeclaration, GateStage, GateStep } from './feature-gates/gate-declaration.ts'
export { parseFeatureGates } from './feature-gates/parse-feature-gates.ts'
export type {
  ApiHistory,
  ApiRelease,
  ReleasedBehaviour,
  ReleasedField,
  ReleasedFlag,
  ReleasedGate,
  ReleasedMetric,
  ReleasedResource,
  ReleasedVersion,
  Track,
} from './policy/api-history.ts'
export { checkDeprecationPolicy } from './policy/check-deprecation-policy.ts'
export type { PolicyBreak, PolicyRuleName } from './policy/policy-break.ts'
export type { ApiChange } from './api-diff/api-change.ts'
export type { ApiSurface, JsonSchema, SurfaceOperation } from './api-diff/api-surface.ts'
export { compareApis } from './api-diff/compare-apis.ts'
export { readDefinitions } from './api-diff/read-definitions.ts'
export { readOpenApi } from './api-diff/read-open-api.ts'
