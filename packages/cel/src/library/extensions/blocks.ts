import type { Expr } from '../../ast.ts'
import { MacroError, type Macro, type MacroContext } from '../../macros/macro.ts'
import type { Library } from '../library.ts'
import { bindValue } from './optionals.ts'

/**
 * `cel.block([a, b], expression)`, whose expression and later elements refer to the elements as `cel.index(0)`, with
 * `cel.iterVar(depth, index)` and `cel.accuVar(depth, index)` as names of variables: what optimizers write for
 * expressions with common parts.
 */
export function blocks(): Library {
  return {
    name: 'cel.lib.ext.cel.block',
    macros: [
      celMacro('block', 2, expandBlock),
      celMacro('index', 1, (context, [index]) => context.ident(`@index${numberOf(index)}`)),
      celMacro('iterVar', 2, (context, [depth, index]) => context.ident(`@it:${numberOf(depth)}:${numberOf(index)}`)),
      celMacro('accuVar', 2, (context, [depth, index]) => context.ident(`@ac:${numberOf(depth)}:${numberOf(index)}`)),
    ],
  }
}

function celMacro(name: string, args: number, expand: (context: MacroContext, args: readonly Expr[]) => Expr): Macro {
  return {
    name,
    args,
    member: true,
    expand: (context, target, given) =>
      target?.kind === 'ident' && target.name === 'cel' ? expand(context, given) : undefined,
  }
}

function expandBlock(context: MacroContext, [list, body]: readonly Expr[]): Expr {
  if (list?.kind !== 'list' || body === undefined)
    throw new MacroError('cel.block requires the first arg to be a list literal', list)
  return list.elements.reduceRight(
    (inner, element, index) => bindValue(context, `@index${index}`, element, inner),
    body,
  )
}

function numberOf(expr: Expr | undefined): number {
  if (expr?.kind === 'constant' && typeof expr.value === 'number' && expr.value >= 0) return expr.value
  throw new MacroError('argument must be a non-negative number', expr)
}
