/** The parts of a semantic version. */
export interface SemanticVersion {
  readonly numbers: readonly [bigint, bigint, bigint]
  readonly prerelease: readonly string[]
}

const form =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/
const maxNumber = 2n ** 64n - 1n

/** Reads `1.2.3-rc.1+build`; undefined for anything else. */
// upstream: github.com/blang/semver, Parse
export function parseSemanticVersion(text: string): SemanticVersion | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const [, major = '', minor = '', patch = '', prerelease] = match
  const numbers = [BigInt(major), BigInt(minor), BigInt(patch)] as const
  if (numbers.some((number) => number > maxNumber)) return undefined
  return { numbers, prerelease: prerelease?.split('.') ?? [] }
}

/** Negative where `a` is below `b`; a prerelease is below its version. */
export function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n
    if (number !== other) return number < other ? -1 : 1
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  for (const [index, part] of a.prerelease.entries()) {
    const other = b.prerelease[index]
    if (other === undefined) return 1
    if (part !== other) return compareIdentifiers(part, other)
  }
  return a.prerelease.length - b.prerelease.length
}

/** Numbers are below words. */
function compareIdentifiers(a: string, b: string): number {
  const isNumber = (text: string): boolean => /^\d+$/.test(text)
  if (isNumber(a) && isNumber(b)) return BigInt(a) < BigInt(b) ? -1 : 1
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : 1
}
