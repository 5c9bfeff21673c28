import type { Metrics } from '@pinnace/meta'

/** The body of `/version`, and the labels of the metrics of a version. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly emulationMajor: string
  readonly emulationMinor: string
  readonly minCompatibilityMajor: string
  readonly minCompatibilityMinor: string
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  readonly platform: string
}

/** Adds the metrics of the version of a server, whose value is always 1. */
// upstream: component-base/metrics/prometheus/version, component-base/compatibility
export function addVersionMetrics(
  metrics: Metrics,
  { product, component }: { readonly product: string; readonly component: string },
  version: VersionInfo,
): void {
  const build = metrics.gauge({
    name: `${product}_build_info`,
    help: `A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which ${capitalize(product)} was built, and platform on which it is running.`,
    labelNames: [
      'build_date',
      'compiler',
      'git_commit',
      'git_tree_state',
      'git_version',
      'go_version',
      'major',
      'minor',
      'platform',
    ],
    stability: 'BETA',
  })
  const { buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform } = version
  build.set([buildDate, compiler, gitCommit, gitTreeState, gitVersion, goVersion, major, minor, platform], 1)
  const compatibility = metrics.gauge({
    name: 'version_info',
    help: `Provides the compatibility version info of the component. The component label is the name of the component, usually ${component}, but is relevant for aggregated-apiservers.`,
    labelNames: ['binary', 'component', 'emulation', 'min_compat'],
  })
  const emulation = `${version.emulationMajor}.${version.emulationMinor}`
  const minCompat = `${version.minCompatibilityMajor}.${version.minCompatibilityMinor}`
  compatibility.set([`${major}.${minor}`, component, emulation, minCompat], 1)
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
