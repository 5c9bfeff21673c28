import { BoundedMap, type Clock, type Metrics } from '@pinnace/meta'
import type { KmsEvent } from '@pinnace/store'
import { hashOf } from '../configuration-file/index.ts'

/** Options of {@link createKmsMetrics}. */
export interface KmsMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  /** The name of this server among others. */
  readonly serverId: string
}

const seconds = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, power) => first * 2 ** power)

/** Counts what KMS plugins are asked, and what their keys are used for. */
// upstream: apiserver/pkg/storage/value/encrypt/envelope/metrics and apiserver/pkg/storage/value/metrics.go
export function createKmsMetrics({ metrics, clock, serverId }: KmsMetricsOptions): (event: KmsEvent) => void {
  // A key is used for many values.
  const hashes = new BoundedMap<string, string>({ maxEntries: 100 })
  const hashOfKey = (keyId: string): string => {
    const known = hashes.get(keyId)
    if (known !== undefined) return known
    const hash = hashOf(keyId)
    hashes.set(keyId, hash)
    return hash
  }
  const prefix = 'apiserver_envelope_encryption'
  const server = hashOf(serverId)
  const keyLabels = ['provider_name', 'key_id_hash', 'apiserver_id_hash']
  createUnusedMetrics(metrics)
  const latencies = metrics.histogram({
    name: `${prefix}_kms_operations_latency_seconds`,
    help: 'KMS operation duration with gRPC error code status total.',
    labelNames: ['provider_name', 'method_name', 'grpc_status_code'],
    buckets: seconds(0.0001, 20),
  })
  const uses = metrics.counter({
    name: `${prefix}_key_id_hash_total`,
    help: 'Number of times a keyID is used split by transformation type, provider, and apiserver identity.',
    labelNames: ['transformation_type', ...keyLabels],
  })
  const lastUses = metrics.gauge({
    name: `${prefix}_key_id_hash_last_timestamp_seconds`,
    help: 'The last time in seconds when a keyID was used.',
    labelNames: ['transformation_type', ...keyLabels],
  })
  const lastReports = metrics.gauge({
    name: `${prefix}_key_id_hash_status_last_timestamp_seconds`,
    help: 'The last time in seconds when a keyID was returned by the Status RPC call.',
    labelNames: keyLabels,
  })
  const invalid = metrics.counter({
    name: `${prefix}_invalid_key_id_from_status_total`,
    help: 'Number of times an invalid keyID is returned by the Status RPC call split by error.',
    labelNames: ['provider_name', 'error'],
  })
  const cacheSize = metrics.gauge({
    name: `${prefix}_dek_source_cache_size`,
    help: 'Number of records in data encryption key (DEK) source cache. On a restart, this value is an approximation of the number of decrypt RPC calls the server will make to the KMS plugin.',
    labelNames: ['provider_name'],
  })
  const misses = metrics.counter({
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    help: 'Total number of cache misses while accessing key decryption key(KEK).',
  })
  return (event) => {
    const { provider } = event
    switch (event.type) {
      case 'called':
        return latencies.observe([provider, event.method, event.status], event.durationMs / 1000)
      case 'keyReported':
        return lastReports.set([provider, hashOfKey(event.keyId), server], clock.now() / 1000)
      case 'keyRejected':
        return invalid.add([provider, event.error])
      case 'keyUsed': {
        const labels = [event.transformation, provider, hashOfKey(event.keyId), server]
        uses.add(labels)
        return lastUses.set(labels, clock.now() / 1000)
      }
      case 'cacheMissed':
        return misses.add([])
      case 'cacheResized':
        return cacheSize.set([provider], event.size)
    }
  }
}

/** Metrics of KMS v1, which stay at zero: a data key of KMS v2 is made with a seed, once for many values. */
function createUnusedMetrics(metrics: Metrics): void {
  metrics
    .gauge({
      name: 'apiserver_envelope_encryption_dek_cache_fill_percent',
      help: 'Percent of the cache slots currently occupied by cached DEKs.',
    })
    .set([], 0)
  metrics.counter({
    name: 'apiserver_storage_data_key_generation_failures_total',
    help: 'Total number of failed data encryption key(DEK) generation operations.',
  })
  metrics
    .histogram({
      name: 'apiserver_storage_data_key_generation_duration_seconds',
      help: 'Latencies in seconds of data encryption key(DEK) generation operations.',
      buckets: seconds(0.000005, 14),
    })
    .of([])
}
