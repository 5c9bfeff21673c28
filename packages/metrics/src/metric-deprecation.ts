import type { MetricOptions, MetricStability, Release } from '@pinnace/meta'

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

/** The options without their deprecation if a later release than `current` deprecates the metric. */
// upstream: component-base/metrics/metric.go, determineDeprecationStatus
export function withoutFutureDeprecation<O extends MetricOptions>(options: O, current: Release): O {
  if (options.deprecatedVersion === undefined) return options
  const { major, minor } = parseRelease(options.deprecatedVersion)
  if (major < current.major || (major === current.major && minor <= current.minor)) return options
  const { deprecatedVersion: _deprecatedVersion, ...rest } = options
  return rest as O
}

/** The help text of a metric, with its stability and the release that deprecated it. */
// upstream: component-base/metrics/opts.go, annotateStabilityLevel; the text of the deprecation is the policy's.
export function formatHelp({ help, stability = 'ALPHA', deprecatedVersion }: MetricOptions): string {
  if (deprecatedVersion === undefined) return `[${stability}] ${help}`
  const { major, minor } = parseRelease(deprecatedVersion)
  return `[${stability}] (Deprecated from ${major}.${minor}) ${help}`
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

function parseRelease(version: string): Release {
  const [, major, minor] = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(version) ?? []
  if (major === undefined || minor === undefined) throw new TypeError(`${JSON.stringify(version)} is not a release`)
  return { major: Number(major), minor: Number(minor) }
}
