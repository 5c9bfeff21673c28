import type { Gauge, Metrics } from '@pinnace/meta'

/** Which deprecated versions have been asked for. */
// upstream: endpoints/metrics/metrics.go, deprecatedRequestGauge
export function deprecatedRequests(metrics: Metrics): Gauge {
  return metrics.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    labelNames: ['group', 'version', 'resource', 'subresource', 'removed_release'],
    stability: 'STABLE',
  })
}
