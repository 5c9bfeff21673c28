import type { ComprehensionExpr } from '../ast.ts'
import { boolType, dynType, errorType, formatType, intType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { substitute } from './assignability.ts'
import type { CheckState } from './check-state.ts'

/** The type of a comprehension; its variables are those of its range. */
export function checkComprehension(state: CheckState, fold: ComprehensionExpr): CelType {
  state.check(fold.range)
  const accumulator = state.check(fold.init)
  const range = substitute(state.mapping, state.check(fold.range), false)
  state.scopes.push(new Map([[fold.accumulator, accumulator]]))
  const [first, second] = rangeTypes(state, fold, range)
  const variables = new Map([[fold.variable, first]])
  if (fold.variable2 !== undefined) variables.set(fold.variable2, second)
  state.scopes.push(variables)
  state.assert(fold.condition, boolType)
  state.assert(fold.step, accumulator)
  state.scopes.pop()
  const result = state.check(fold.result)
  state.scopes.pop()
  return substitute(state.mapping, result, false)
}

function rangeTypes(state: CheckState, fold: ComprehensionExpr, range: CelType): readonly [CelType, CelType] {
  const [first = dynType, second = dynType] = range.params
  switch (range.kind) {
    case 'list':
      return fold.variable2 === undefined ? [first, first] : [intType, first]
    case 'map':
      return [first, second]
    case 'dyn':
    case 'any':
    case 'error':
    case 'typeParam':
      if (range.kind !== 'any') {
        state.assign([dynType], [range])
        return [dynType, dynType]
      }
  }
  state.report(
    fold.range.id,
    `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
  )
  return [errorType, errorType]
}
