import { operators } from '../ast.ts'
import { Failure } from '../values/failure.ts'
import { CelDouble } from '../values/numbers.ts'
import { typeOf } from '../values/type-of.ts'
import { CelUnknown, type CelValue, type TypeKind } from '../values/value.ts'
import type { Frame, Step } from './frame.ts'

/** A node of which `&&` and the like need the failure too: nothing is thrown. */
export type Attempt = (frame: Frame) => CelValue | Failure

/** Runs a step so that failures and unknowns are results. */
export function attempt(step: Step): Attempt {
  return (frame) => {
    try {
      return step(frame)
    } catch (error) {
      if (error instanceof Failure) return frame.locate(error)
      if (error instanceof CelUnknown) return error
      throw error
    }
  }
}

/** Ends a logical operation that neither operand decides: unknowns go before errors. */
export function undecided(left: CelValue | Failure, right: CelValue | Failure, node: number): never {
  const unknowns = [left, right].filter((value) => value instanceof CelUnknown)
  if (unknowns.length > 0) throw new CelUnknown(unknowns.flatMap((unknown) => [...unknown.nodes]))
  if (left instanceof Failure) throw left
  if (right instanceof Failure && typeof left === 'boolean') throw right
  throw new Failure('no such overload', node)
}

const comparisonNames: readonly string[] = [
  operators.less,
  operators.lessEquals,
  operators.greater,
  operators.greaterEquals,
]

/** Kinds of values that have a meaning for an operator in the first place. */
const operands: ReadonlyMap<string, readonly TypeKind[]> = new Map<string, readonly TypeKind[]>([
  [operators.add, ['bytes', 'double', 'duration', 'int', 'list', 'string', 'timestamp', 'uint']],
  [operators.subtract, ['double', 'duration', 'int', 'timestamp', 'uint']],
  [operators.multiply, ['double', 'int', 'uint']],
  [operators.divide, ['double', 'int', 'uint']],
  [operators.modulo, ['int', 'uint']],
  [operators.negate, ['bool', 'double', 'duration', 'int']],
  ...comparisonNames.map((name): [string, readonly TypeKind[]] => [
    name,
    ['bool', 'bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint'],
  ]),
  ['size', ['bytes', 'list', 'map', 'string']],
])

/** Functions that judge their arguments themselves. */
const unguarded: ReadonlySet<string> = new Set([
  operators.not,
  operators.in,
  'contains',
  'startsWith',
  'endsWith',
  'matches',
])

/**
 * Why no overload takes the arguments.
 * upstream: interpreter/interpretable.go, evalBinary – what the message names depends on how the function is bound.
 */
export function noSuchOverload(name: string, args: readonly CelValue[]): Failure {
  const [first] = args.map((arg) => typeOf(arg).kind)
  if (comparisonNames.includes(name) && args[0] instanceof CelDouble && Number.isNaN(args[0].value)) {
    return new Failure('NaN values cannot be ordered')
  }
  const known = operands.get(name)
  if (known !== undefined && first !== undefined) {
    const handled = known.includes(first) || first === 'string' || first === 'timestamp' || first === 'duration'
    return new Failure(handled ? 'no such overload' : `no such overload: ${name}`)
  }
  if (unguarded.has(name)) return new Failure('no such overload')
  return new Failure(`no such overload: ${name}(${args.map((arg) => typeOf(arg).name).join(', ')})`)
}
