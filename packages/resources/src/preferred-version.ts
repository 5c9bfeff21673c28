/** Orders versions by preference: released before beta before alpha, higher numbers first, other names last. */
// upstream: apimachinery/pkg/version/helpers.go, comparison of version strings
export function compareVersions(a: string, b: string): number {
  const left = parseVersion(a)
  const right = parseVersion(b)
  if (left === undefined || right === undefined) {
    if (left === right) return a < b ? -1 : a > b ? 1 : 0
    return left === undefined ? 1 : -1
  }
  return (
    right.stability - left.stability ||
    compareNumbers(right.major, left.major) ||
    compareNumbers(right.minor, left.minor)
  )
}

function parseVersion(text: string): { stability: number; major: bigint; minor: bigint } | undefined {
  const match = /^v([0-9]+)(?:(alpha|beta)([0-9]+))?$/.exec(text)
  if (match === null) return undefined
  const [, majorText = '0', level, minorText = '0'] = match
  const [major, minor] = [BigInt(majorText), BigInt(minorText)]
  if (major > greatest || minor > greatest) return undefined
  const stability = level === undefined ? 2 : level === 'beta' ? 1 : 0
  return { stability, major, minor }
}

/** The largest Go `int`. */
const greatest = 2n ** 63n - 1n

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
