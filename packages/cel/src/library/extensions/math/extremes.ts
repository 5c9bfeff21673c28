import type { Expr } from '../../../ast.ts'
import { MacroError, type Macro } from '../../../macros/macro.ts'
import { fail } from '../../../values/failure.ts'
import { CelDouble, CelUint } from '../../../values/numbers.ts'
import { compareNumbers } from '../../../values/ordering.ts'
import { doubleType, dynType, intType, listType, uintType } from '../../../values/type.ts'
import type { CelList, CelValue } from '../../../values/value.ts'
import { declareFunction, overload, type CallContext, type FunctionDeclaration } from '../../function.ts'

const numericTypes = [doubleType, intType, uintType]

/** `math.least` and `math.greatest` take any number of arguments, so they are macros over two functions. */
export const extremeMacros: readonly Macro[] = [
  extremeMacro('least', 'math.@min'),
  extremeMacro('greatest', 'math.@max'),
]

export const extremes: readonly FunctionDeclaration[] = [
  extreme('math.@min', 'math_@min', (order) => order > 0),
  extreme('math.@max', 'math_@max', (order) => order < 0),
]

function extremeMacro(macro: string, functionName: string): Macro {
  return {
    name: macro,
    args: '*',
    member: true,
    expand(context, target, args) {
      if (target?.kind !== 'ident' || target.name !== 'math') return undefined
      const [first] = args
      if (first === undefined) throw new MacroError(`math.${macro}() requires at least one argument`, target)
      if (args.length === 1) {
        if (!isNumericList(first) && !mayBeNumber(first)) {
          throw new MacroError(`math.${macro}() invalid single argument value`, first)
        }
        return context.call(functionName, first)
      }
      const refused = args.find((arg) => !mayBeNumber(arg))
      if (refused !== undefined) {
        throw new MacroError(`math.${macro}() simple literal arguments must be numeric`, refused)
      }
      return args.length === 2 ? context.call(functionName, ...args) : context.call(functionName, context.list(...args))
    },
  }
}

function mayBeNumber(expr: Expr): boolean {
  if (expr.kind === 'constant') return isNumber(expr.value)
  return expr.kind !== 'list' && expr.kind !== 'map' && expr.kind !== 'struct'
}

function isNumericList(expr: Expr): boolean {
  return expr.kind === 'list' && expr.elements.length > 0 && expr.elements.every(mayBeNumber)
}

function isNumber(value: CelValue): boolean {
  return numberOf(value) !== undefined
}

function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return value instanceof CelDouble || value instanceof CelUint ? value.value : undefined
}

/** One of the functions behind the macros; `isWorse` tells by the order of two numbers whether the first one loses. */
function extreme(name: string, id: string, isWorse: (order: number) => boolean): FunctionDeclaration {
  const pick = (a: CelValue, b: CelValue): CelValue => {
    const left = numberOf(a) ?? fail(`no such overload: ${name}`)
    const right = numberOf(b) ?? fail(`no such overload: ${name}`)
    return isWorse(compareNumbers(left, right)) ? b : a
  }
  return declareFunction(
    name,
    ...numericTypes.map((type) => overload(`${id}_${type.name}`, [type], type, (value) => value)),
    ...numericTypes.flatMap((first) =>
      numericTypes.map((second) =>
        overload(`${id}_${first.name}_${second.name}`, [first, second], first === second ? first : dynType, pick),
      ),
    ),
    ...numericTypes.map((type) =>
      overload(`${id}_list_${type.name}`, [listType(type)], type, (list, context) => ofList(name, list, pick, context)),
    ),
  )
}

function ofList(
  name: string,
  list: CelList,
  pick: (a: CelValue, b: CelValue) => CelValue,
  context: CallContext,
): CelValue {
  if (list.size === 0) fail(`${name}(list) argument must not be empty`)
  let found = list.at(0)
  for (let index = 1; index < list.size; index++) {
    context.iterate()
    found = pick(found, list.at(index))
  }
  return isNumber(found) ? found : fail(`no such overload: ${name}`)
}
