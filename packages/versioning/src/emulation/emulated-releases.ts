import { protocolRelease, quote, type Release } from '@pinnace/meta'

/** Options for {@link readEmulation}. */
export interface EmulationOptions {
  /** The release whose kinds and features the server has, `1.35`. @default the newest */
  readonly emulatedVersion?: string
  /** The oldest release that other components of the cluster may be of. @default the release before the emulated one */
  readonly minCompatibilityVersion?: string
}

/** The releases that a server speaks as. */
export interface EmulatedReleases {
  readonly emulated: Release
  readonly minCompatibility: Release
}

const { major, minor, patch } = protocolRelease
const newest: Release = Object.freeze({ major, minor })
const oldest: Release = Object.freeze({ major, minor: minor - 3 })

/** Reads and checks the releases. `component` is how messages name the server. Throws a TypeError for others. */
// upstream: component-base/compatibility/registry.go, Validate; component-base/version – a release and the three before it
export function readEmulation(options: EmulationOptions, component: string): EmulatedReleases {
  const { emulatedVersion, minCompatibilityVersion } = options
  const emulated = emulatedVersion === undefined ? newest : parseVersion(emulatedVersion, component)
  const minCompatibility =
    minCompatibilityVersion === undefined ? before(emulated) : parseVersion(minCompatibilityVersion, component)
  const refusals: string[] = []
  if (!isBetween(emulated, newest)) {
    const range = `[${formatRelease(oldest)}, ${formatRelease(newest)}.${patch}]`
    refusals.push(`emulation version ${formatRelease(emulated)} is not between ${range}`)
  }
  if (!isBetween(minCompatibility, compare(emulated, newest) > 0 ? newest : emulated)) {
    const range = `[${formatRelease(oldest)}, ${formatRelease(emulated)}]`
    refusals.push(`minCompatibilityVersion version ${formatRelease(minCompatibility)} is not between ${range}`)
  }
  if (refusals.length > 0) throw new TypeError(refusals.length === 1 ? refusals.join() : `[${refusals.join(', ')}]`)
  return Object.freeze({ emulated, minCompatibility })
}

/** A release as text, `1.36`. */
export function formatRelease(release: Release): string {
  return `${release.major}.${release.minor}`
}

// upstream: apimachinery/pkg/util/version – and no patch version, which nothing depends on
function parseVersion(text: string, component: string): Release {
  const match = /^v?(\d{1,9}(?:\.\d{1,9})*)/.exec(text)
  const digits = match?.[1]
  if (digits === undefined) throw new TypeError(`could not parse ${quote(text)} as version`)
  const [first, second, ...more] = digits.split('.').map(Number)
  if (first === undefined || second === undefined) throw new TypeError(`illegal version string ${quote(text)}`)
  if (more.length > 0 || match?.[0].length !== text.length) {
    throw new TypeError(`patch version not allowed, got: ${component}=${text}`)
  }
  return Object.freeze({ major: first, minor: second })
}

/** The release before, which is never older than the oldest. */
function before(release: Release): Release {
  const previous = { major: release.major, minor: release.minor - 1 }
  return Object.freeze(compare(previous, oldest) < 0 ? oldest : previous)
}

function isBetween(release: Release, newestAllowed: Release): boolean {
  return compare(release, oldest) >= 0 && compare(release, newestAllowed) <= 0
}

function compare(a: Release, b: Release): number {
  return a.major - b.major || a.minor - b.minor
}
