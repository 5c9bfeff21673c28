export { addAllocationGauges, type Allocations, type AllocationSource } from './allocation-gauges.ts'
export {
  meteredAuthenticator,
  meteredAuthorizer,
  type MeteredAuthenticatorOptions,
  type MeteredAuthorizerOptions,
} from './access-metrics.ts'
export { createConnectionMetrics, type ConnectionMetrics } from './connection-metrics.ts'
export { createMetrics, isReadable, type CreateMetricsOptions, type ReadableMetrics } from './create-metrics.ts'
export { createDeprecatedRequestGauge } from './deprecated-requests.ts'
export { meteredStore, type MeteredStoreOptions } from './metered-store.ts'
export type { LabeledRequest } from './request-labels.ts'
export {
  createRequestMetrics,
  type AnsweredRequest,
  type RequestMetrics,
  type RequestMetricsOptions,
} from './request-metrics.ts'
export { resolveMetrics } from './resolve-metrics.ts'
export { addServerGauges, type ServerGaugeSource } from './server-gauges.ts'
export { createWatchMetrics, type WatchMetrics } from './watch-metrics.ts'
export { addVersionMetrics, type VersionInfo } from './version-metrics.ts'
