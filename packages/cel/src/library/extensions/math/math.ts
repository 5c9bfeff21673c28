import { negateInt } from '../../../values/integers.ts'
import { CelDouble, CelUint } from '../../../values/numbers.ts'
import { boolType, doubleType, intType, uintType } from '../../../values/type.ts'
import { declareFunction, overload, type FunctionDeclaration } from '../../function.ts'
import type { Library } from '../../library.ts'
import { bits } from './bits.ts'
import { extremeMacros, extremes } from './extremes.ts'

/** Options of {@link math}. */
export interface MathOptions {
  /** 0: `least` and `greatest`; 1: rounding, signs and bits; 2: `sqrt`. @default 2 */
  readonly version?: number
}

/** `math.least`, `math.greatest`, `math.ceil`, `math.abs`, `math.bitAnd` and the like. Kubernetes does not have it. */
export function math({ version = 2 }: MathOptions = {}): Library {
  return {
    name: 'cel.lib.ext.math',
    macros: extremeMacros,
    functions: [
      ...extremes,
      ...(version >= 1 ? [...rounding, ...tests, ...signs, ...bits] : []),
      ...(version >= 2 ? [squareRoot] : []),
    ],
  }
}

const rounding: readonly FunctionDeclaration[] = [
  rounded('ceil', Math.ceil),
  rounded('floor', Math.floor),
  rounded('round', roundFromZero),
  rounded('trunc', Math.trunc),
]

function rounded(name: string, round: (value: number) => number): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    overload(`math_${name}_double`, [doubleType], doubleType, ({ value }) => new CelDouble(round(value))),
  )
}

/** Halves are rounded away from zero. */
function roundFromZero(value: number): number {
  const whole = Math.trunc(value)
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole
}

const tests: readonly FunctionDeclaration[] = [
  test('isInf', (value) => Math.abs(value) === Infinity),
  test('isNaN', Number.isNaN),
  test('isFinite', Number.isFinite),
]

function test(name: string, holds: (value: number) => boolean): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    overload(`math_${name}_double`, [doubleType], boolType, ({ value }) => holds(value)),
  )
}

const signs: readonly FunctionDeclaration[] = [
  declareFunction(
    'math.abs',
    overload('math_abs_double', [doubleType], doubleType, ({ value }) => new CelDouble(Math.abs(value))),
    overload('math_abs_int', [intType], intType, (value) => (value < 0 ? negateInt(value) : value)),
    overload('math_abs_uint', [uintType], uintType, (value) => value),
  ),
  declareFunction(
    'math.sign',
    // Adding zero turns -0 into 0.
    overload('math_sign_double', [doubleType], doubleType, ({ value }) => new CelDouble(Math.sign(value) + 0)),
    overload('math_sign_int', [intType], intType, (value) => Math.sign(Number(value))),
    overload('math_sign_uint', [uintType], uintType, ({ value }) => new CelUint(value === 0n ? 0n : 1n)),
  ),
]

const squareRoot: FunctionDeclaration = declareFunction(
  'math.sqrt',
  overload('math_sqrt_double', [doubleType], doubleType, ({ value }) => new CelDouble(Math.sqrt(value))),
  overload('math_sqrt_int', [intType], doubleType, (value) => new CelDouble(Math.sqrt(Number(value)))),
  overload('math_sqrt_uint', [uintType], doubleType, ({ value }) => new CelDouble(Math.sqrt(Number(value)))),
)
