import type { Clock, Metrics } from '@pinnace/meta'
import type { EncryptionObserver } from '@pinnace/store'
import { createConfigurationMetrics } from '../configuration-file/index.ts'
import { createKmsMetrics } from './kms-metrics.ts'

/** Options of {@link createEncryptionMetrics}. */
export interface EncryptionMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  /** The name of this server among others. */
  readonly serverId: string
}

// Seconds: 5 microseconds to 84 seconds, each twice the one before.
const buckets = Array.from({ length: 25 }, (_, power) => (5 * 2 ** power) / 1_000_000)

/** Counts what an encryption reports. */
// upstream: apiserver/pkg/storage/value/metrics.go
export function createEncryptionMetrics(options: EncryptionMetricsOptions): EncryptionObserver {
  const { metrics } = options
  const operations = metrics.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: "Total number of transformations. A successful one has the status 'OK'.",
    labelNames: ['resource', 'status', 'transformation_type', 'transformer_prefix'],
  })
  const durations = metrics.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Latencies in seconds of value transformation operations.',
    labelNames: ['transformation_type', 'transformer_prefix'],
    buckets,
  })
  const configuration = createConfigurationMetrics({ ...options, subject: 'encryption' })
  const kms = createKmsMetrics(options)
  return {
    transformed({ type, prefix, resource, durationMs, status }) {
      operations.add([resource, status, type, prefix])
      // upstream: only what could be read or written is timed.
      if (status === 'OK') durations.observe([type, prefix], durationMs / 1000)
    },
    kms,
    configured: (text) => configuration.inUse(text),
    reloaded: (status) => configuration.reloaded(status),
  }
}
