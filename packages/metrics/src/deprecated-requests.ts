import type { Gauge, Metrics } from '@pinnace/meta'

/** Creates the gauge of requested deprecated versions: 1 for each that has been requested. */
// upstream: endpoints/metrics/metrics.go, deprecatedRequestGauge
export function createDeprecatedRequestGauge(metrics: Metrics): Gauge {
  return metrics.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    labelNames: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    stability: 'STABLE',
  })
}
