export { createConverter, type Converter, type ConvertibleVersion } from './conversion/converter.ts'
export { parseAccept, type AcceptClause } from './media-types/accept.ts'
export { parseContentType } from './media-types/content-type.ts'
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
export { applyRuntimeConfig, parseRuntimeConfig, type RuntimeConfig } from './runtime-config/runtime-config.ts'
export { stabilityOf, type Stability } from './runtime-config/stability.ts'
export { formatYaml } from './yaml/format-yaml.ts'
export {
  createNegotiator,
  findChoice,
  mediaTypes,
  negotiateAccept,
  negotiateStream,
  resourceOffers,
  type MediaChoice,
  type MediaFormat,
  type MediaOffers,
  type MediaTransform,
  type NegotiateMedia,
  type Negotiator,
  type ResourceOfferOptions,
} from './media-types/content-negotiation.ts'
export { wantsPretty } from './media-types/pretty.ts'
export { internalType } from './media-types/internal-type.ts'
export { parseLargeYaml, parseYaml } from './yaml/parse-yaml.ts'
export type { ParsedYaml } from './yaml/yaml-reader.ts'
export {
  toPartialObjectMetadata,
  toPartialObjectMetadataList,
  type PartialObjectMetadata,
  type PartialObjectMetadataList,
} from './media-types/partial-object-metadata.ts'
export { loadProtobuf, type Protobuf } from './protobuf/load-protobuf.ts'
export type { ProtobufEnvelope, TypedObject } from './protobuf/envelope.ts'
export { ReverseWriter } from './protobuf/reverse-writer.ts'
export type { ListItems } from './protobuf/write-list.ts'
export {
  columnsOf,
  parseIncludeObject,
  toBookmarkTable,
  toTable,
  type IncludeObject,
  type Table,
  type TableColumnDefinition,
  type TableOptions,
  type TableRow,
} from './media-types/table.ts'
export { transformBookmark, transformList, transformObject, type TransformOptions } from './media-types/transform.ts'
export { builtInGates, currentRelease } from './feature-gates/built-in-gates.ts'
export {
  createFeatureGates,
  type FeatureGates,
  type FeatureGateSettings,
  type FeatureGatesOptions,
} from './feature-gates/feature-gates.ts'
export type { CurrentGate, GateDeclaration, GateStage, GateStep } from './feature-gates/gate-declaration.ts'
export { parseFeatureGates } from './feature-gates/parse-feature-gates.ts'
export { assertRouteProduces } from './media-types/route-types.ts'
export { applyEmulation } from './emulation/apply-emulation.ts'
export {
  formatRelease,
  readEmulation,
  type EmulatedReleases,
  type EmulationOptions,
} from './emulation/emulated-releases.ts'
