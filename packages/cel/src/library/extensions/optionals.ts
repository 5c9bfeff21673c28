import { operators, type Expr } from '../../ast.ts'
import { boundName, type Macro, type MacroContext } from '../../macros/macro.ts'
import { given } from '../../macros/standard-macros.ts'
import { fail } from '../../values/failure.ts'
import { formatValue } from '../../values/format.ts'
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  optionalType,
  stringType,
  typeParam,
} from '../../values/type.ts'
import { ArrayList, CelOptional, elementsOf, type CelList, type CelValue } from '../../values/value.ts'
import { isZero } from '../../values/zero.ts'
import { declareFunction, memberOverload, overload, type FunctionDeclaration, type Overload } from '../function.ts'
import type { Library } from '../library.ts'

/** Options of {@link optionals}. */
export interface OptionalsOptions {
  /** 0: the type and `optMap`; 1: `optFlatMap`; 2: `first`, `last`, `optional.unwrap`, `unwrapOpt`. @default 2 */
  readonly version?: number
}

/** Optional values: `a.?b`, `a[?b]`, `optional.of`, `orValue` and the rest. */
export function optionals({ version = 2 }: OptionalsOptions = {}): Library {
  return {
    name: 'optional',
    optionalSyntax: true,
    types: [optionalV],
    macros: version >= 1 ? [optMap, optFlatMap] : [optMap],
    functions: version >= 2 ? [...basic, ...ofLists] : basic,
  }
}

const paramV = typeParam('V')
const paramK = typeParam('K')
const optionalV = optionalType(paramV)
const listOfV = listType(paramV)
const mapOfKV = mapType(paramK, paramV)

const basic: readonly FunctionDeclaration[] = [
  declareFunction(
    'optional.of',
    overload('optional_of', [paramV], optionalV, (value) => CelOptional.of(value)),
  ),
  declareFunction(
    'optional.ofNonZeroValue',
    overload('optional_ofNonZeroValue', [paramV], optionalV, (value) =>
      isZero(value) ? CelOptional.none : CelOptional.of(value),
    ),
  ),
  declareFunction(
    'optional.none',
    overload('optional_none', [], optionalV, () => CelOptional.none),
  ),
  declareFunction(
    'value',
    memberOverload('optional_value', [optionalV], paramV, (optional) => optional.unwrap()),
  ),
  declareFunction(
    'hasValue',
    memberOverload('optional_hasValue', [optionalV], boolType, (optional) => optional.value !== undefined),
  ),
  // The evaluator handles the rest itself; these are its signatures.
  declareFunction(
    'or',
    memberOverload('optional_or_optional', [optionalV, optionalV], optionalV, (optional, other) =>
      optional.value === undefined ? other : optional,
    ),
  ),
  declareFunction(
    'orValue',
    memberOverload('optional_orValue_value', [optionalV, paramV], paramV, (optional, other) => optional.value ?? other),
  ),
  declareFunction(operators.optionalSelect, handled('select_optional_field', [dynType, stringType])),
  declareFunction(
    operators.optionalIndex,
    handled('list_optindex_optional_int', [listOfV, intType]),
    handled('optional_list_optindex_optional_int', [optionalType(listOfV), intType]),
    handled('map_optindex_optional_value', [mapOfKV, paramK]),
    handled('optional_map_optindex_optional_value', [optionalType(mapOfKV), paramK]),
  ),
  declareFunction(
    operators.index,
    handled('optional_list_index_int', [optionalType(listOfV), intType]),
    handled('optional_map_index_value', [optionalType(mapOfKV), paramK]),
  ),
]

function handled(id: string, params: Overload['params']): Overload {
  return overload(id, params, optionalV, () => fail('no such overload'))
}

const ofLists: readonly FunctionDeclaration[] = [
  declareFunction(
    'first',
    memberOverload('list_first', [listOfV], optionalV, (list) =>
      list.size === 0 ? CelOptional.none : CelOptional.of(list.at(0)),
    ),
  ),
  declareFunction(
    'last',
    memberOverload('list_last', [listOfV], optionalV, (list) =>
      list.size === 0 ? CelOptional.none : CelOptional.of(list.at(list.size - 1)),
    ),
  ),
  declareFunction(
    'optional.unwrap',
    overload('optional_unwrap', [listType(optionalV)], listOfV, (list) => unwrapAll(list)),
  ),
  declareFunction(
    'unwrapOpt',
    memberOverload('optional_unwrapOpt', [listType(optionalV)], listOfV, (list) => unwrapAll(list)),
  ),
]

function unwrapAll(list: CelList): CelValue {
  const values: CelValue[] = []
  for (const item of elementsOf(list)) {
    if (!(item instanceof CelOptional)) fail(`value ${formatValue(item)} is not optional`)
    if (item.value !== undefined) values.push(item.value)
  }
  return new ArrayList(values)
}

const optMap: Macro = {
  name: 'optMap',
  args: 2,
  member: true,
  expand: (context, target, [name, transform]) =>
    target === undefined
      ? undefined
      : whenPresent(
          context,
          target,
          context.call('optional.of', withValue(context, { macro: 'optMap', target, name, transform })),
        ),
}

const optFlatMap: Macro = {
  name: 'optFlatMap',
  args: 2,
  member: true,
  expand: (context, target, [name, transform]) =>
    target === undefined
      ? undefined
      : whenPresent(context, target, withValue(context, { macro: 'optFlatMap', target, name, transform })),
}

function whenPresent(context: MacroContext, target: Expr, result: Expr): Expr {
  const test = context.memberCall(target, 'hasValue')
  return context.call(operators.conditional, test, result, context.call('optional.none'))
}

interface Transformation {
  readonly macro: string
  readonly target: Expr
  readonly name: Expr | undefined
  readonly transform: Expr | undefined
}

/** The transformation with the value of the target under its name. */
function withValue(context: MacroContext, { macro, target, name, transform }: Transformation): Expr {
  const variable = boundName(name, `${macro}() variable name must be a simple identifier`)
  return bindValue(context, variable, context.memberCall(target, 'value'), given(transform))
}

/** An expression with a value under a name: a fold over nothing. */
export function bindValue(context: MacroContext, name: string, value: Expr, body: Expr): Expr {
  return context.comprehension({
    range: context.list(),
    variable: '#unused',
    accumulator: name,
    init: value,
    condition: context.constant(false),
    step: context.ident(name),
    result: body,
  })
}
