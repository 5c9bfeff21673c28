import { fail } from '../../values/failure.ts'
import { quoteAsGo } from '../extensions/format/quote.ts'

/** A semantic version. The identifiers of the prerelease are numbers where they have digits only. */
export interface SemverVersion {
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  readonly prerelease: readonly (string | bigint)[]
}

const maxUint64 = 2n ** 64n - 1n

/** Reads `1.2.3-rc.1+build`. @throws a failure for anything else */
// upstream: github.com/blang/semver, Parse
export function parseSemver(text: string): SemverVersion {
  if (text === '') fail('Version string empty')
  const [major, minor, rest] = splitAtMost(text, '.', 3)
  if (major === undefined || minor === undefined || rest === undefined) {
    return fail('No Major.Minor.Patch elements found')
  }
  const core = { major: readNumber(major, 'Major'), minor: readNumber(minor, 'Minor') }
  const [beforeBuild = '', build] = splitAtMost(rest, '+', 2)
  const [patch = '', prerelease] = splitAtMost(beforeBuild, '-', 2)
  const version: SemverVersion = {
    ...core,
    patch: readNumber(patch, 'Patch'),
    prerelease: prerelease === undefined ? [] : prerelease.split('.').map(readIdentifier),
  }
  for (const part of build?.split('.') ?? []) {
    if (part === '') fail('Build meta data is empty')
    if (!isIdentifier(part)) fail(`Invalid character(s) found in build meta data ${quoteAsGo(part)}`)
  }
  return version
}

/** Reads versions as people write them too: `v1`, `1.2`, `01.02.03`. */
export function parseLooseSemver(text: string): SemverVersion {
  const parts = splitAtMost(text.replace(/^v/, ''), '.', 3).map((part) =>
    part.length > 1 ? part.replace(/^0+/, '').replace(/^(?![0-9])/, '0') : part,
  )
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    fail('short version cannot contain PreRelease/Build meta data')
  }
  while (parts.length < 3) parts.push('0')
  return parseSemver(parts.join('.'))
}

/** Below, above or 0: a prerelease is below its version, meta data of builds does not count. */
export function compareSemver(a: SemverVersion, b: SemverVersion): -1 | 0 | 1 {
  const order = compare(a.major, b.major) || compare(a.minor, b.minor) || compare(a.patch, b.patch)
  if (order !== 0) return order
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return compare(b.prerelease.length, a.prerelease.length)
  for (const [index, left] of a.prerelease.entries()) {
    const right = b.prerelease[index]
    if (right === undefined) return 1
    const difference = typeof left === typeof right ? compare(left, right) : typeof left === 'bigint' ? -1 : 1
    if (difference !== 0) return difference
  }
  return a.prerelease.length < b.prerelease.length ? -1 : 0
}

function compare<Value extends bigint | number | string>(a: Value, b: Value): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0
}

function splitAtMost(text: string, separator: string, count: number): string[] {
  const parts = text.split(separator)
  return parts.length <= count ? parts : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)]
}

function readNumber(text: string, name: string): bigint {
  if (!/^[0-9]*$/.test(text)) fail(`Invalid character(s) found in ${name.toLowerCase()} number ${quoteAsGo(text)}`)
  if (text.length > 1 && text.startsWith('0')) fail(`${name} number must not contain leading zeroes ${quoteAsGo(text)}`)
  return toUint64(text)
}

function readIdentifier(text: string): string | bigint {
  if (text === '') fail('Prerelease is empty')
  if (/^[0-9]+$/.test(text)) {
    if (text.length > 1 && text.startsWith('0')) {
      fail(`Numeric PreRelease version must not contain leading zeroes ${quoteAsGo(text)}`)
    }
    return toUint64(text)
  }
  return isIdentifier(text) ? text : fail(`Invalid character(s) found in prerelease ${quoteAsGo(text)}`)
}

function toUint64(text: string): bigint {
  if (text === '') fail('strconv.ParseUint: parsing "": invalid syntax')
  const value = text.length > 20 ? maxUint64 + 1n : BigInt(text)
  return value > maxUint64 ? fail(`strconv.ParseUint: parsing ${quoteAsGo(text)}: value out of range`) : value
}

function isIdentifier(text: string): boolean {
  return /^[0-9A-Za-z-]+$/.test(text)
}
