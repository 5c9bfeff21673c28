import { operators, type Ast, type Expr } from '../ast.ts'
import type { Declarations } from '../environment/declarations.ts'
import type { Issues } from '../issues.ts'
import { typeOf } from '../values/type-of.ts'
import { errorType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { substitute } from './assignability.ts'
import { checkCall } from './check-calls.ts'
import { checkComprehension } from './check-comprehensions.ts'
import { checkList, checkMap, checkStruct } from './check-constructors.ts'
import { checkIdent, checkOptionalSelect, checkSelect } from './check-names.ts'
import { CheckState, type CheckOptions } from './check-state.ts'
import type { CheckedAst } from './checked-ast.ts'

/** Finds the type of every node; reports what does not fit to `issues`. */
export function check(ast: Ast, declarations: Declarations, issues: Issues, options: CheckOptions): CheckedAst {
  const state = new CheckState({ ...options, ast, declarations, issues, typeOf: typeOfExpr })
  state.check(ast.expr)
  const types = new Map<number, CelType>()
  for (const [id, type] of state.types) types.set(id, substitute(state.mapping, type, true))
  const type = types.get(ast.expr.id) ?? errorType
  return { ...ast, types, references: state.references, type }
}

function typeOfExpr(state: CheckState, expr: Expr): CelType {
  switch (expr.kind) {
    case 'constant':
      return typeOf(expr.value)
    case 'ident':
      return checkIdent(state, expr.id, expr.name)
    case 'select':
      return checkSelect(state, expr)
    case 'call':
      return expr.name === operators.optionalSelect ? checkOptionalSelect(state, expr) : checkCall(state, expr)
    case 'list':
      return checkList(state, expr)
    case 'map':
      return checkMap(state, expr)
    case 'struct':
      return checkStruct(state, expr)
    case 'comprehension':
      return checkComprehension(state, expr)
    default:
      state.report(expr.id, 'unexpected unspecified type: ')
      return errorType
  }
}
