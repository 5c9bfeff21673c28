import type { MetricOptions, Release } from '@pinnace/meta'

/** The options without their deprecation if a later release than `current` deprecates the metric. */
// upstream: component-base/metrics/metric.go, determineDeprecationStatus
export function withoutFutureDeprecation<O extends MetricOptions>(options: O, current: Release): O {
  if (options.deprecatedVersion === undefined) return options
  const { major, minor } = parseRelease(options.deprecatedVersion)
  if (major < current.major || (major === current.major && minor <= current.minor)) return options
  const { deprecatedVersion: _deprecatedVersion, ...rest } = options
  return rest as O
}

/** The help text of a metric, with its stability and the release that deprecated it. When it is hidden: `hidden-metrics.ts`. */
// upstream: component-base/metrics/opts.go, annotateStabilityLevel; the text of the deprecation is the policy's.
export function formatHelp({ help, stability = 'ALPHA', deprecatedVersion }: MetricOptions): string {
  if (deprecatedVersion === undefined) return `[${stability}] ${help}`
  const { major, minor } = parseRelease(deprecatedVersion)
  return `[${stability}] (Deprecated from ${major}.${minor}) ${help}`
}

/** Parses a release, `1.35`. Throws a TypeError for other text. */
export function parseRelease(version: string): Release {
  const [, major, minor] = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(version) ?? []
  if (major === undefined || minor === undefined) throw new TypeError(`${JSON.stringify(version)} is not a release`)
  return { major: Number(major), minor: Number(minor) }
}
