import type { HealthEndpoint } from './health-endpoints.ts'

/** The results of health checks, for `/metrics/slis`. */
export interface HealthMetrics {
  record(endpoint: HealthEndpoint, check: string, passed: boolean): void
  /** The results in the text format of Prometheus. */
  text(): string
}

interface Result {
  readonly labels: string
  isPassing: boolean
  success: number
  error: number
}

/** Creates an empty record. `product` begins the names of the metrics. */
// One row for each check of each endpoint that has run.
// upstream: component-base/metrics/prometheus/slis/metrics.go
export function createHealthMetrics(product: string): HealthMetrics {
  const results = new Map<string, Result>()
  return {
    record(endpoint, check, passed) {
      const id = `${check} ${endpoint}`
      let result = results.get(id)
      if (result === undefined) {
        const labels = `name=${JSON.stringify(check)}`
        results.set(id, (result = { labels, isPassing: passed, success: 0, error: 0 }))
      }
      result.isPassing = passed
      if (passed) result.success++
      else result.error++
    },
    text() {
      const sorted = [...results].sort(([a], [b]) => (a < b ? -1 : 1))
      const typeOf = (id: string): string => `type="${id.slice(id.indexOf(' ') + 1)}"`
      const gauges = sorted.map(
        ([id, { labels, isPassing }]) => `${product}_healthcheck{${labels},${typeOf(id)}} ${isPassing ? 1 : 0}`,
      )
      const counts = sorted.flatMap(([id, { labels, success, error }]) =>
        Object.entries({ error, success })
          .filter(([, count]) => count > 0)
          .map(
            ([status, count]) => `${product}_healthchecks_total{${labels},status="${status}",${typeOf(id)}} ${count}`,
          ),
      )
      if (gauges.length === 0) return ''
      return [
        `# HELP ${product}_healthcheck [STABLE] This metric records the result of a single healthcheck.`,
        `# TYPE ${product}_healthcheck gauge`,
        ...gauges,
        `# HELP ${product}_healthchecks_total [STABLE] This metric records the results of all healthcheck.`,
        `# TYPE ${product}_healthchecks_total counter`,
        ...counts,
        '',
      ].join('\n')
    },
  }
}
