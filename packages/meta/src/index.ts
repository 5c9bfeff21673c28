export type {
  ApiList,
  ApiObject,
  ListMeta,
  ManagedFieldsEntry,
  Mutable,
  ObjectMeta,
  OwnerReference,
  TypeMeta,
} from './api-object.ts'
export { thenMaybe, type Awaitable } from './awaitable.ts'
export { BoundedMap, type BoundedMapOptions } from './bounded-map.ts'
export {
  delay,
  keepAliveUntil,
  keepProcessAlive,
  systemClock,
  type Clock,
  type Timer,
  type TimerOptions,
} from './clock.ts'
export {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isDns1123SubdomainWithUnderscore,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
  isWildcardDns1123Subdomain,
} from './dns-names.ts'
export { canonicalDuration, formatDuration, humanDuration, parseDuration } from './duration.ts'
export {
  alreadyExists,
  badRequest,
  conflict,
  expired,
  forbidden,
  gone,
  internalError,
  methodNotSupported,
  notAcceptable,
  notFound,
  preconditionFailed,
  requestTooLarge,
  serverTimeout,
  serviceUnavailable,
  staleObject,
  successStatus,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  toStatusError,
  unauthorized,
  unknownResource,
  unsupportedMediaType,
  verbNotSupported,
  type FailedPrecondition,
  type SuccessStatus,
} from './errors.ts'
export { eitherSignal, type HeldSignal } from './either-signal.ts'
export {
  createFieldSelector,
  escapeFieldValue,
  parseFieldSelector,
  type FieldRequirement,
  type FieldSelector,
} from './field-selector.ts'
export { FieldErrors, formatFieldValue, invalid, type FieldError, type FieldErrorReason } from './field-errors.ts'
export {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  parseGroupVersion,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from './group-version.ts'
export { headerText } from './header-value.ts'
export {
  isReplyStream,
  type HttpReply,
  type HttpRequest,
  type PeerCertificate,
  type ReplyBody,
  type ReplySink,
  type ReplyStream,
} from './http.ts'
export { isCidr, isIp, parseCidr, parseIp } from './ip.ts'
export { JsonPathError } from './json-path-parser.ts'
export { compileJsonPath, type JsonPath } from './json-path.ts'
export { JsonError } from './json-scanner.ts'
export type { LabelOperator, LabelRequirement, Labels } from './label-requirement.ts'
export {
  formatLabelSelector,
  fromLabelSelector,
  parseLabelSelector,
  validateLabelSelector,
  type LabelSelector,
  type LabelSelectorExpression,
  type LabelSelectorMatcher,
} from './label-selector.ts'
export {
  generateName,
  isConfigMapKey,
  isDomainPrefixedPath,
  isEnvVarName,
  isHttpHeaderName,
  isLabelValue,
  isPathSegmentName,
  isPercent,
  isPortName,
  isPortNumber,
  isQualifiedName,
  isRelaxedEnvVarName,
} from './names.ts'
export {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  isZeroQuantity,
  parseQuantity,
  quantityError,
  quantitySign,
  quantityMilliValue,
  quantityToNumber,
  quantityValue,
  subQuantity,
  type Quantity,
  type QuantityFormat,
} from './quantity.ts'
export {
  noMetrics,
  type Counter,
  type Gauge,
  type Histogram,
  type HistogramOptions,
  type MetricOptions,
  type Metrics,
  type MetricStability,
} from './metrics.ts'
export { quote } from './quote.ts'
export { randomBetween, randomSuffix, systemRandom, type Random } from './random.ts'
export { parseRequestInfo, type RequestInfo, type Verb } from './request-info.ts'
export {
  StatusError,
  statusCodes,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusErrorOptions,
  type StatusReason,
} from './status.ts'
export { formatJson, maxJsonDepth, parseJson, type ParsedJson } from './strict-json.ts'
export { canonicalMicroTime, canonicalTime, formatMicroTime, formatTime, parseMicroTime, parseTime } from './time.ts'
export { anonymousUser, systemAuthenticated, systemMasters, type UserInfo } from './user-info.ts'
export {
  createVocabulary,
  kubernetesVocabulary,
  platformVocabulary,
  vocabularyNamed,
  type DomainGroup,
  type Vocabulary,
  type VocabularyName,
} from './vocabulary.ts'
export { cloneJson, freezeJson, isEqualJson, setMember } from './json-value.ts'
