import type { MetricOptions, MetricStability, Release } from '@pinnace/meta'
import { parseRelease } from './metric-deprecation.ts'

/** After how many minor releases a deprecated metric is hidden. */
// source: the Kubernetes deprecation policy, rule 9b, and its paragraphs on deprecated metrics
const hiddenAfter: Readonly<Record<MetricStability, number>> = { STABLE: 3, BETA: 1, ALPHA: 1, INTERNAL: 1 }

/** True for a deprecated metric that a release no longer shows by default. */
export function isHidden({ deprecatedVersion, stability = 'ALPHA' }: MetricOptions, current: Release): boolean {
  if (deprecatedVersion === undefined) return false
  const deprecated = parseRelease(deprecatedVersion)
  if (deprecated.major !== current.major) return deprecated.major < current.major
  return deprecated.minor + hiddenAfter[stability] <= current.minor
}

/** Throws a TypeError unless `version` is undefined or the release before the current one. */
// upstream: component-base/metrics/options.go, validateShowHiddenMetricsVersion
export function assertShowHidden(version: string | undefined, { major, minor }: Release): void {
  const previous = `${major}.${minor - 1}`
  if (version === undefined || version === previous) return
  throw new TypeError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`,
  )
}
