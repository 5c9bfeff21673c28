import { integerOf } from '../../values/numbers.ts'
import { boolType, intType, opaqueType, stringType } from '../../values/type.ts'
import { CelOpaque, type CelType, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'
import { compareSemver, parseLooseSemver, parseSemver, type SemverVersion } from './semver-version.ts'
import { succeeds } from './succeeds.ts'

/** A semantic version as a value. */
export class CelSemver extends CelOpaque {
  readonly version: SemverVersion

  constructor(version: SemverVersion) {
    super()
    this.version = version
  }

  get type(): CelType {
    return semverType
  }

  equals(other: CelValue): boolean {
    return other instanceof CelSemver && compareSemver(this.version, other.version) === 0
  }
}

export const semverType: CelType<CelSemver> = opaqueType<CelSemver>('kubernetes.Semver')

/** The value of a semantic version. @throws a failure for text that is none */
export function toCelSemver(text: string): CelSemver {
  return new CelSemver(parseSemver(text))
}

/** `semver`, `isSemver`, `major`, `minor`, `patch` and comparisons. */
export function semver(): Library {
  return { name: 'kubernetes.Semver', functions: [...conversions, ...parts, ...comparisons] }
}

const conversions: readonly FunctionDeclaration[] = [
  declareFunction(
    'semver',
    overload('string_to_semver', [stringType], semverType, toCelSemver),
    overload(
      'string_bool_to_semver',
      [stringType, boolType],
      semverType,
      (text, isLoose) => new CelSemver(parse(text, isLoose)),
    ),
  ),
  declareFunction(
    'isSemver',
    overload('is_semver_string', [stringType], boolType, (text) => isSemver(text, false)),
    overload('is_semver_string_bool', [stringType, boolType], boolType, (text, isLoose) => isSemver(text, isLoose)),
  ),
]

const parts: readonly FunctionDeclaration[] = (['major', 'minor', 'patch'] as const).map((part) =>
  declareFunction(
    part,
    memberOverload(`semver_${part}`, [semverType], intType, ({ version }) =>
      integerOf(BigInt.asIntN(64, version[part])),
    ),
  ),
)

const comparisons: readonly FunctionDeclaration[] = [
  declareFunction(
    'isGreaterThan',
    memberOverload('semver_is_greater_than', [semverType, semverType], boolType, (a, b) => order(a, b) > 0),
  ),
  declareFunction(
    'isLessThan',
    memberOverload('semver_is_less_than', [semverType, semverType], boolType, (a, b) => order(a, b) < 0),
  ),
  declareFunction(
    'compareTo',
    memberOverload('semver_compare_to', [semverType, semverType], intType, (a, b) => order(a, b)),
  ),
]

function order(a: CelSemver, b: CelSemver): number {
  return compareSemver(a.version, b.version)
}

function parse(text: string, isLoose: boolean): SemverVersion {
  return isLoose ? parseLooseSemver(text) : parseSemver(text)
}

function isSemver(text: string, isLoose: boolean): boolean {
  return succeeds(() => parse(text, isLoose))
}
