import type { MetricOptions, MetricStability } from '@pinnace/meta'

/** A release, `1.36`. */
export interface Release {
  readonly major: number
  readonly minor: number
}

/**
 * How many minor releases after the one that deprecated it a metric is hidden. Stable ones live for three; nothing is
 * promised of the others.
 */
// source: the specification, rule 9b and what it says of deprecated metrics
const hiddenAfter: Readonly<Record<MetricStability, number>> = { STABLE: 3, BETA: 1, ALPHA: 1, INTERNAL: 1 }

/** Whether a metric is out of date in a release, and so not shown unless hidden ones are asked for. */
export function isHidden({ deprecatedVersion, stability = 'ALPHA' }: MetricOptions, current: Release): boolean {
  if (deprecatedVersion === undefined) return false
  const deprecated = parseRelease(deprecatedVersion)
  if (deprecated.major !== current.major) return deprecated.major < current.major
  return deprecated.minor + hiddenAfter[stability] <= current.minor
}

/** A metric as a release knows it: what a later one deprecates is not deprecated yet. */
// upstream: component-base/metrics/metric.go, determineDeprecationStatus
export function asOf<O extends MetricOptions>(options: O, current: Release): O {
  if (options.deprecatedVersion === undefined) return options
  const { major, minor } = parseRelease(options.deprecatedVersion)
  if (major < current.major || (major === current.major && minor <= current.minor)) return options
  const { deprecatedVersion: _, ...rest } = options
  return rest as O
}

/** What a help line begins with: how far the metric can be relied on, and since when it should not be. */
// upstream: component-base/metrics/opts.go, annotateStabilityLevel; the words of the deprecation are the specification's.
export function helpOf({ help, stability = 'ALPHA', deprecatedVersion }: MetricOptions): string {
  if (deprecatedVersion === undefined) return `[${stability}] ${help}`
  const { major, minor } = parseRelease(deprecatedVersion)
  return `[${stability}] (Deprecated from ${major}.${minor}) ${help}`
}

/** Throws a TypeError unless hidden metrics of the release before the current one are asked for, or none. */
// upstream: component-base/metrics/options.go, validateShowHiddenMetricsVersion
export function assertShowHidden(version: string | undefined, { major, minor }: Release): void {
  const previous = `${major}.${minor - 1}`
  if (version === undefined || version === previous) return
  throw new TypeError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. Only the previous minor version is allowed`,
  )
}

function parseRelease(version: string): Release {
  const match = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(version)
  if (match === null) throw new TypeError(`${JSON.stringify(version)} is not a release`)
  return { major: Number(match[1]), minor: Number(match[2]) }
}
