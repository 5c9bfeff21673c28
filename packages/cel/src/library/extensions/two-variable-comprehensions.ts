import { operators, type Expr } from '../../ast.ts'
import { accumulatorName, boundName, MacroError, type Macro, type MacroContext } from '../../macros/macro.ts'
import { given, iterated } from '../../macros/standard-macros.ts'
import { fail } from '../../values/failure.ts'
import { formatValue } from '../../values/format.ts'
import { mapKeyOf } from '../../values/map-key.ts'
import { mapType, typeParam } from '../../values/type.ts'
import { EntryMap, type CelMap, type CelValue, type MapEntry, type MapKey } from '../../values/value.ts'
import { declareFunction, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'

const insertName = 'cel.@mapInsert'
const nameMessage = 'argument must be a simple name'
const mapOfKV = mapType(typeParam('K'), typeParam('V'))

/** Comprehensions over index and element or key and value: `all(i, e, p)`, `transformList(i, e, t)`, `transformMap(k, v, t)`. */
export function twoVariableComprehensions(): Library {
  return {
    name: 'cel.lib.ext.comprev2',
    functions: [insert],
    macros: [
      macro('all', 3, (context, loop, [test]) => quantify(context, loop, given(test), 'all')),
      macro('exists', 3, (context, loop, [test]) => quantify(context, loop, given(test), 'exists')),
      ...['existsOne', 'exists_one'].map((name) =>
        macro(name, 3, (context, loop, [test]) => countOne(context, loop, given(test))),
      ),
      ...transforms('transformList', (context, _loop, element) =>
        context.call(operators.add, context.accumulator(), context.list(element)),
      ),
      ...transforms('transformMap', (context, loop, value) =>
        context.call(insertName, context.accumulator(), context.ident(loop.variable), value),
      ),
      ...transforms('transformMapEntry', (context, _loop, entry) =>
        context.call(insertName, context.accumulator(), entry),
      ),
    ],
  }
}

/** The range and the two variables of a comprehension. */
interface Loop {
  readonly range: Expr
  readonly variable: string
  readonly variable2: string
}

function macro(
  name: string,
  args: number,
  expand: (context: MacroContext, loop: Loop, args: readonly Expr[]) => Expr,
): Macro {
  return {
    name,
    args,
    member: true,
    expand: (context, range, [first, second, ...rest]) =>
      range === undefined ? undefined : expand(context, { range, ...loopVariables(first, second) }, rest),
  }
}

function loopVariables(first: Expr | undefined, second: Expr | undefined): Omit<Loop, 'range'> {
  const variable = boundName(first, nameMessage)
  const variable2 = boundName(second, nameMessage)
  if (variable === variable2) throw new MacroError(`duplicate variable name: ${variable}`, second)
  return { variable: iterated(first, nameMessage), variable2: iterated(second, nameMessage) }
}

function quantify(context: MacroContext, loop: Loop, test: Expr, kind: 'all' | 'exists'): Expr {
  const isAll = kind === 'all'
  const undecided = isAll ? context.accumulator() : context.call(operators.not, context.accumulator())
  return context.comprehension({
    ...loop,
    accumulator: accumulatorName,
    init: context.constant(isAll),
    condition: context.call(operators.notStrictlyFalse, undecided),
    step: context.call(isAll ? operators.and : operators.or, context.accumulator(), test),
    result: context.accumulator(),
  })
}

function countOne(context: MacroContext, loop: Loop, test: Expr): Expr {
  const counted = context.call(operators.add, context.accumulator(), context.constant(1))
  return context.comprehension({
    ...loop,
    accumulator: accumulatorName,
    init: context.constant(0),
    condition: context.constant(true),
    step: context.call(operators.conditional, test, counted, context.accumulator()),
    result: context.call(operators.equals, context.accumulator(), context.constant(1)),
  })
}

type AddResult = (context: MacroContext, loop: Loop, result: Expr) => Expr

/** A macro with three arguments, and one with a filter before the last. */
function transforms(name: string, add: AddResult): readonly Macro[] {
  const fold = (context: MacroContext, loop: Loop, step: Expr): Expr =>
    context.comprehension({
      ...loop,
      accumulator: accumulatorName,
      init: name === 'transformList' ? context.list() : context.map(),
      condition: context.constant(true),
      step,
      result: context.accumulator(),
    })
  return [
    macro(name, 3, (context, loop, [result]) => fold(context, loop, add(context, loop, given(result)))),
    macro(name, 4, (context, loop, [test, result]) => {
      const added = add(context, loop, given(result))
      return fold(context, loop, context.call(operators.conditional, given(test), added, context.accumulator()))
    }),
  ]
}

const insert: FunctionDeclaration = declareFunction(
  insertName,
  overload('@mapInsert_map_key_value', [mapOfKV, typeParam('K'), typeParam('V')], mapOfKV, (map, key, value) =>
    insertAll(map, [{ key, value }]),
  ),
  overload('@mapInsert_map_map', [mapOfKV, mapOfKV], mapOfKV, (map, added) => insertAll(map, entriesOf(added))),
)

function* entriesOf(map: CelMap): Iterable<MapEntry> {
  for (const key of map.keys()) yield { key, value: map.get(mapKeyOf(key) ?? '') ?? null }
}

/** A map that a comprehension is making, to which entries are added in place. */
class GrowingMap extends EntryMap {
  readonly #entries: Map<MapKey, MapEntry>

  constructor() {
    const entries = new Map<MapKey, MapEntry>()
    super(entries)
    this.#entries = entries
  }

  insert(key: CelValue, value: CelValue): void {
    const at = mapKeyOf(key)
    if (at === undefined || this.#entries.has(at)) fail(`insert failed: key ${formatValue(key)} already exists`)
    this.#entries.set(at, { key, value })
  }
}

/** Adds to the map of a comprehension; the literal it starts with is copied, as others may hold it. */
function insertAll(map: CelMap, added: Iterable<MapEntry>): CelMap {
  const growing = map instanceof GrowingMap ? map : new GrowingMap()
  if (growing !== map) for (const { key, value } of entriesOf(map)) growing.insert(key, value)
  for (const { key, value } of added) growing.insert(key, value)
  return growing
}
