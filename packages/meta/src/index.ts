export type {
  ApiList,
  ApiObject,
  ListMeta,
  ManagedFieldsEntry,
  Mutable,
  ObjectMeta,
  OwnerReference,
  TypeMeta,
} from './objects/api-object.ts'
export {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  parseGroupVersion,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from './objects/group-version.ts'
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
  otherObject,
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
  unclassifiedError,
  unknownResource,
  unsupportedMediaType,
  verbNotSupported,
  type FailedPrecondition,
  type OtherObject,
  type SuccessStatus,
} from './errors/errors.ts'
export {
  errorCodes,
  errorReference,
  isCodedError,
  withErrorCode,
  withErrorCodes,
  type CodedError,
  type ErrorCode,
} from './errors/error-codes.ts'
export {
  FieldErrors,
  formatFieldErrors,
  formatFieldValue,
  invalid,
  maxFieldErrors,
  TooManyFieldErrors,
  type FieldError,
  type FieldErrorReason,
} from './errors/field-errors.ts'
export {
  StatusError,
  statusCodes,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusErrorOptions,
  type StatusReason,
} from './errors/status.ts'
export {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isDns1123SubdomainWithUnderscore,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
  isWildcardDns1123Subdomain,
} from './names/dns-names.ts'
export { isCidr, isIp, parseCidr, parseIp } from './names/ip.ts'
export { generateName } from './names/generate-name.ts'
export {
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
} from './names/names.ts'
export { headerText } from './text/header-value.ts'
export { maxCompileSteps, measurePattern, type PatternSize } from './text/pattern-size.ts'
export { quote } from './text/quote.ts'
export {
  delay,
  keepAliveUntil,
  keepProcessAlive,
  systemClock,
  type Clock,
  type Timer,
  type TimerOptions,
} from './time/clock.ts'
export { startTimeLimit } from './time/time-limit.ts'
export {
  canonicalDuration,
  durationError,
  formatDuration,
  humanDuration,
  parseDuration,
  sameHumanDurationUntil,
} from './time/duration.ts'
export {
  canonicalMicroTime,
  canonicalTime,
  formatMicroTime,
  formatTime,
  parseMicroTime,
  parseTime,
} from './time/timestamps.ts'
export { bothOf, catchMaybe, thenMaybe, type Awaitable } from './async/awaitable.ts'
export { paceInTurns, resumeInTurns } from './async/pace-in-turns.ts'
export { eitherSignal, type HeldSignal } from './async/either-signal.ts'
export {
  backgroundSlices,
  createTimeSlices,
  runAtOnce,
  runInSlices,
  type TimeSlices,
  type TimeSlicesOptions,
} from './async/time-slices.ts'
export { formatJsonInSteps } from './json/json-in-steps.ts'
export { JsonPathError } from './json/json-path-parser.ts'
export { compileJsonPath, type JsonPath } from './json/json-path.ts'
export { JsonError } from './json/json-scanner.ts'
export { copyAsJson } from './json/copy-as-json.ts'
export { escapeHtml } from './json/escape-html.ts'
export { isEqualJson, isSemanticEqual } from './json/equality.ts'
export {
  assertExtent,
  assertFewMembers,
  maxContainers,
  maxMembers,
  tooManyContainers,
  tooManyItems,
  tooManyMembers,
} from './json/member-limit.ts'
export { maxJsonDepth, maxNestingDepth } from './json/nesting-depth.ts'
export {
  cloneJson,
  cloneJsonInSteps,
  freezeJson,
  frozenCopyInSteps,
  isNestedDeeper,
  setMember,
} from './json/json-value.ts'
export {
  formatJson,
  parseJson,
  scanJson,
  type JsonScan,
  type ParseJsonOptions,
  type ParsedJson,
} from './json/strict-json.ts'
export {
  createFieldSelector,
  escapeFieldValue,
  parseFieldSelector,
  type FieldRequirement,
  type FieldSelector,
} from './selectors/field-selector.ts'
export type { LabelOperator, LabelRequirement, Labels } from './selectors/label-requirement.ts'
export {
  formatLabelSelector,
  fromLabelSelector,
  parseLabelSelector,
  validateLabelSelector,
  type LabelSelector,
  type LabelSelectorExpression,
  type LabelSelectorMatcher,
} from './selectors/label-selector.ts'
export {
  chunksOf,
  isMadeInChunks,
  isReplyStream,
  type HttpReply,
  type HttpRequest,
  type PeerCertificate,
  type ReplyBody,
  type ReplyChunks,
  type ReplySink,
  type ReplyStream,
} from './http/http-types.ts'
export {
  assertReads,
  bytesReply,
  hasCurrent,
  notModified,
  textReply,
  type PathHandler,
  type PathInfo,
  type PathRequest,
} from './http/path-handler.ts'
export { RefusedTarget } from './http/refused-target.ts'
export { parseRequestInfo, type RequestInfo, type Verb } from './http/request-info.ts'
export type { AuthorizerAttributes, Decision } from './identity/authorizer-attributes.ts'
export { anonymousUser, systemAuthenticated, systemMasters, type UserInfo } from './identity/user-info.ts'
export { BoundedMap, type BoundedMapOptions } from './bounded-map.ts'
export { silentLogger, type Logger } from './logger.ts'
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
export { isConnectionReset, isTemporaryReply, retryWithBackoff, type RetryOptions } from './async/retry-with-backoff.ts'
export { randomBetween, randomSuffix, systemRandom, type Random } from './random.ts'
export { protocolRelease, type Release } from './release.ts'
export {
  createVocabulary,
  kubernetesVocabulary,
  platformVocabulary,
  vocabularyNamed,
  type BuiltInDomain,
  type DomainGroup,
  type Vocabulary,
  type VocabularyName,
  encryptedValuePrefix,
} from './vocabulary.ts'
export { makeDirectory } from './files/make-directory.ts'
