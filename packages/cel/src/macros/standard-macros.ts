import { operators, type Expr } from '../ast.ts'
import { accumulatorName, boundName, MacroError, type Macro, type MacroContext } from './macro.ts'

/** `has(e.f)`, `e.all(x, p)`, `e.exists(x, p)`, `e.exists_one(x, p)`, `e.map(x, t)`, `e.map(x, p, t)`, `e.filter(x, p)`. */
export const standardMacros: readonly Macro[] = [
  { name: 'has', args: 1, member: false, expand: (context, _target, [field]) => expandHas(context, field) },
  member('all', 2, (context, range, [name, test]) => expandAll(context, range, iterated(name, quantifiedName), test)),
  member('exists', 2, (context, range, [name, test]) =>
    expandExists(context, range, iterated(name, quantifiedName), test),
  ),
  ...['exists_one', 'existsOne'].map((macro) =>
    member(macro, 2, (context, range, [name, test]) =>
      expandExistsOne(context, range, iterated(name, quantifiedName), test),
    ),
  ),
  member('map', 2, (context, range, [name, transform]) =>
    expandMap(context, range, iterated(name, mappedName), { transform }),
  ),
  member('map', 3, (context, range, [name, test, transform]) =>
    expandMap(context, range, iterated(name, mappedName), { test, transform }),
  ),
  member('filter', 2, (context, range, [name, test]) =>
    expandMap(context, range, iterated(name, mappedName), { test, transform: name }),
  ),
]

const quantifiedName = 'argument must be a simple name'
const mappedName = 'argument is not an identifier'

type MemberExpansion = (context: MacroContext, range: Expr, args: readonly Expr[]) => Expr

function member(name: string, args: number, expand: MemberExpansion): Macro {
  return {
    name,
    args,
    member: true,
    expand: (context, target, given) => (target === undefined ? undefined : expand(context, target, given)),
  }
}

/** The name of an iteration variable. */
export function iterated(expr: Expr | undefined, message: string): string {
  const name = boundName(expr, message)
  if (name === accumulatorName || name === '__result__') {
    throw new MacroError('iteration variable overwrites accumulator variable', expr)
  }
  return name
}

function expandHas(context: MacroContext, field: Expr | undefined): Expr {
  if (field?.kind !== 'select') throw new MacroError('invalid argument to has() macro', field)
  return context.presence(field.operand, field.field)
}

function expandAll(context: MacroContext, range: Expr, variable: string, test: Expr | undefined): Expr {
  return context.comprehension({
    range,
    variable,
    accumulator: accumulatorName,
    init: context.constant(true),
    condition: context.call(operators.notStrictlyFalse, context.accumulator()),
    step: context.call(operators.and, context.accumulator(), given(test)),
    result: context.accumulator(),
  })
}

function expandExists(context: MacroContext, range: Expr, variable: string, test: Expr | undefined): Expr {
  return context.comprehension({
    range,
    variable,
    accumulator: accumulatorName,
    init: context.constant(false),
    condition: context.call(operators.notStrictlyFalse, context.call(operators.not, context.accumulator())),
    step: context.call(operators.or, context.accumulator(), given(test)),
    result: context.accumulator(),
  })
}

function expandExistsOne(context: MacroContext, range: Expr, variable: string, test: Expr | undefined): Expr {
  const counted = context.call(operators.add, context.accumulator(), context.constant(1))
  return context.comprehension({
    range,
    variable,
    accumulator: accumulatorName,
    init: context.constant(0),
    condition: context.constant(true),
    step: context.call(operators.conditional, given(test), counted, context.accumulator()),
    result: context.call(operators.equals, context.accumulator(), context.constant(1)),
  })
}

function expandMap(
  context: MacroContext,
  range: Expr,
  variable: string,
  { test, transform }: { test?: Expr | undefined; transform: Expr | undefined },
): Expr {
  const appended = context.call(operators.add, context.accumulator(), context.list(given(transform)))
  return context.comprehension({
    range,
    variable,
    accumulator: accumulatorName,
    init: context.list(),
    condition: context.constant(true),
    step: test === undefined ? appended : context.call(operators.conditional, test, appended, context.accumulator()),
    result: context.accumulator(),
  })
}

/** An argument that the number of arguments of the macro promises. */
export function given(expr: Expr | undefined): Expr {
  if (expr === undefined) throw new MacroError('missing argument')
  return expr
}
