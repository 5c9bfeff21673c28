import { createHash } from 'node:crypto'
import type { Clock, Metrics } from '@pinnace/meta'

/** Metrics of a configuration that is read again when its file changes. */
export interface ConfigurationMetrics {
  /** A configuration is in use: the one of the start, or a later one. */
  inUse(text: string): void
  /** A changed file was read again. */
  reloaded(status: 'success' | 'failure'): void
}

/** Options of {@link createConfigurationMetrics}. */
export interface ConfigurationMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
  /** What is configured, in names and help texts. */
  readonly subject: 'authentication' | 'authorization' | 'encryption'
  /** The name of this server among others. */
  readonly serverId: string
}

/** Creates the metrics. */
// upstream: apiserver/pkg/server/options/authenticationconfig/metrics, and authorizationconfig/metrics
export function createConfigurationMetrics(options: ConfigurationMetricsOptions): ConfigurationMetrics {
  const { metrics, clock, subject, serverId } = options
  const prefix = `apiserver_${subject}_config_controller`
  const split = `of ${subject} configuration split by status and apiserver identity.`
  const server = hashOf(serverId)
  // upstream: apiserver/pkg/server/options/encryptionconfig/metrics is older, and was never promoted.
  const stability = subject === 'encryption' ? {} : ({ stability: 'BETA' } as const)
  const info = metrics.gauge({
    name: `${prefix}_last_config_info`,
    help: `Information about the last applied ${subject} configuration with hash as label, split by apiserver identity.`,
    labelNames: ['apiserver_id_hash', 'hash'],
  })
  const reloads = metrics.counter({
    name: `${prefix}_automatic_reloads_total`,
    help: `Total number of automatic reloads ${split}`,
    labelNames: ['status', 'apiserver_id_hash'],
    ...stability,
  })
  const timestamps = metrics.gauge({
    name: `${prefix}_automatic_reload_last_timestamp_seconds`,
    help: `Timestamp of the last automatic reload ${split}`,
    labelNames: ['status', 'apiserver_id_hash'],
    ...stability,
  })
  return {
    inUse(text) {
      info.reset()
      info.set([server, hashOf(text)], 1)
    },
    reloaded(status) {
      reloads.add([status, server])
      timestamps.set([status, server], clock.now() / 1000)
    },
  }
}

/** The hash of a text as labels have it; empty for an empty text. */
export function hashOf(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`
}
