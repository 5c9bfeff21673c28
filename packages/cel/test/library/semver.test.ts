import { describe, expect, it } from 'vitest'
import { createEnvironment, semver, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), semver()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["semver('1.2.3-a.1+b').patch()", '3'],
  ["semver('v01.02', true).minor()", '2'],
  ["isSemver('1.2.3')", 'true'],
  ["isSemver('v1', true)", 'true'],
  ["isSemver('v1')", 'false'],
  ["semver('1.2.3-alpha').compareTo(semver('1.2.3-alpha.1'))", '-1'],
  ["semver('1.2.3-2').compareTo(semver('1.2.3-10'))", '-1'],
  ["semver('1.2.3-a').compareTo(semver('1.2.3-1'))", '1'],
  ["semver('1.2.3').isGreaterThan(semver('1.2.3-rc'))", 'true'],
  ["semver('1.2.3+a') == semver('1.2.3+b')", 'true'],
  ["semver('1.2.3').isLessThan(semver('1.3.0'))", 'true'],
  ["semver('18446744073709551615.0.0').major()", '-1'],
  ["semver('1.2.3--').patch()", '3'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["semver('01.2.3')", 'Major number must not contain leading zeroes "01"'],
  ["semver('1.02.3')", 'Minor number must not contain leading zeroes "02"'],
  ["semver('1.2.x')", 'Invalid character(s) found in patch number "x"'],
  ["semver('a.2.3')", 'Invalid character(s) found in major number "a"'],
  ["semver('1.b.3')", 'Invalid character(s) found in minor number "b"'],
  ["semver('')", 'Version string empty'],
  ["semver('1.2.3-')", 'Prerelease is empty'],
  ["semver('1.2.3-01')", 'Numeric PreRelease version must not contain leading zeroes "01"'],
  ["semver('1.2.3-a_b')", 'Invalid character(s) found in prerelease "a_b"'],
  ["semver('1.2.3+')", 'Build meta data is empty'],
  ["semver('1.2.3+a_b')", 'Invalid character(s) found in build meta data "a_b"'],
  ["semver('1.2')", 'No Major.Minor.Patch elements found'],
  ["semver('1.2.3.4')", 'Invalid character(s) found in patch number "3.4"'],
  ["semver('v1.2.3')", 'Invalid character(s) found in major number "v1"'],
  ["semver('v1.2-rc', true)", 'short version cannot contain PreRelease/Build meta data'],
  ["semver('99999999999999999999.0.0')", 'strconv.ParseUint: parsing "99999999999999999999": value out of range'],
  ["semver('1.2.3-a..b')", 'Prerelease is empty'],
  ["semver('1..3')", 'strconv.ParseUint: parsing "": invalid syntax'],
  ["semver('.2.3')", 'strconv.ParseUint: parsing "": invalid syntax'],
]

describe('semver', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
