import { operators, type CallExpr, type Expr, type SelectExpr } from '../ast.ts'
import { boolType, dynType, errorType, formatType, optionalType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { substitute } from './assignability.ts'
import type { CheckState } from './check-state.ts'
import { leadingName, qualifiedName } from './names.ts'
import { unwrapOptional } from './unwrap-optional.ts'

/** The type of a variable, a constant or a type of this name. */
export function checkIdent(state: CheckState, id: number, name: string): CelType {
  const found = state.lookup(name)
  if (found === undefined) return state.undeclared(id, name)
  state.references.set(id, { kind: 'ident', name: found.name, value: found.value })
  return found.type
}

/** The type of a field, or of what a name with dots stands for. */
export function checkSelect(state: CheckState, expr: SelectExpr): CelType {
  const name = qualifiedName(expr)
  const isLocal = state.local(leadingName(expr) ?? '') !== undefined
  const found = name === undefined || isLocal ? undefined : state.lookup(name)
  if (found !== undefined) {
    state.references.set(expr.id, { kind: 'ident', name: found.name, value: found.value })
    return found.type
  }
  const { type, wasOptional } = fieldOf(state, expr.id, expr.operand, expr.field)
  return expr.testOnly ? boolType : substitute(state.mapping, wasOptional ? optionalType(type) : type, false)
}

/** The type of `a.?b`. */
export function checkOptionalSelect(state: CheckState, call: CallExpr): CelType {
  const [operand, field] = call.args
  if (operand === undefined || field?.kind !== 'constant' || typeof field.value !== 'string') {
    state.report(call.id, 'unsupported optional field selection: incorrect signature.')
    return errorType
  }
  const overloads = state.functionOf(operators.optionalSelect)?.overloads ?? []
  state.references.set(call.id, { kind: 'function', name: call.name, overloads, qualified: false })
  const { type } = fieldOf(state, call.id, operand, field.value)
  return substitute(state.mapping, optionalType(type), false)
}

/** The type of a field of an operand, which may be optional. */
function fieldOf(
  state: CheckState,
  id: number,
  operand: Expr,
  field: string,
): { readonly type: CelType; readonly wasOptional: boolean } {
  const operandType = substitute(state.mapping, state.check(operand), false)
  const { type: target, wasOptional } = unwrapOptional(operandType)
  return { type: fieldOfType(state, id, target, field), wasOptional }
}

function fieldOfType(state: CheckState, id: number, target: CelType, field: string): CelType {
  switch (target.kind) {
    case 'map':
      return target.params[1] ?? dynType
    case 'struct':
      return state.declaredField(id, target.name, field) ?? errorType
    case 'typeParam':
      state.assign([dynType], [target])
      return dynType
    case 'dyn':
    case 'any':
    case 'error':
      return dynType
    default:
      state.report(id, `type '${formatType(target)}' does not support field selection`)
      return dynType
  }
}
