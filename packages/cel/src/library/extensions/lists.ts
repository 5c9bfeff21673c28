import { MacroError, type Macro } from '../../macros/macro.ts'
import { standardMacros } from '../../macros/standard-macros.ts'
import { isEqual } from '../../values/equality.ts'
import { fail } from '../../values/failure.ts'
import { mapKeyOf } from '../../values/map-key.ts'
import { typeOf } from '../../values/type-of.ts'
import { intType, listType, typeParam } from '../../values/type.ts'
import { ArrayList, CelList, elementsOf, type CelValue, type MapKey } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type CallContext, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'
import { comparableTypes, compareComparable } from './comparable.ts'
import { bindValue } from './optionals.ts'

/** Options of {@link lists}. */
export interface ListsOptions {
  /**
   * 0: `slice`; 1: `flatten`; 2: `sort`, `sortBy`, `lists.range`, `reverse`, `distinct`; 4: `lists.range` refuses negative
   * sizes and those above 1,000,000. @default 4
   */
  readonly version?: number
}

/** `slice`, `flatten`, `sort`, `sortBy`, `distinct`, `reverse` and `lists.range`. */
export function lists({ version = 4 }: ListsOptions = {}): Library {
  const isOrdering = version >= 2
  return {
    name: 'cel.lib.ext.lists',
    functions: [slice, ...(version >= 1 ? [flatten] : []), ...(isOrdering ? [...ordering, range(version >= 4)] : [])],
    macros: isOrdering ? [sortBy] : [],
  }
}

const paramT = typeParam('T')
const listOfT = listType(paramT)
/** What looking up or comparing an element takes. */
const stepsPerElement = 10
const sortByKeys = '@sortByAssociatedKeys'

const slice: FunctionDeclaration = declareFunction(
  'slice',
  memberOverload('list_slice', [listOfT, intType, intType], listOfT, (list, start, end, context) => {
    const call = `cannot slice(${start}, ${end})`
    if (start < 0 || end < 0) fail(`${call}, negative indexes not supported`)
    if (start > end) fail(`${call}, start index must be less than or equal to end index`)
    if (list.size < end) fail(`${call}, list is length ${list.size}`)
    context.iterate(list.size)
    return new ArrayList(elementsOf(list).slice(Number(start), Number(end)))
  }),
)

const flatten: FunctionDeclaration = declareFunction(
  'flatten',
  {
    ...memberOverload('list_flatten', [listType(listOfT)], listOfT, (list: CelValue, context: CallContext) =>
      list instanceof CelList
        ? new ArrayList(flattened(list, 1, context))
        : fail(`no such overload: ${typeOf(list).name}.flatten()`),
    ),
    unguarded: true,
  },
  memberOverload('list_flatten_int', [listType(), intType], listType(), (list, depth, context) =>
    depth < 0 ? fail('level must be non-negative') : new ArrayList(flattened(list, Number(depth), context)),
  ),
)

function flattened(list: CelList, depth: number, context: CallContext): readonly CelValue[] {
  let items = elementsOf(list)
  for (let level = 0; level < depth && items.some((item) => item instanceof CelList); level++) {
    context.iterate(items.length * 4)
    items = items.flatMap((item) => (item instanceof CelList ? elementsOf(item) : [item]))
    context.iterate(items.length * 4)
  }
  return items
}

const ordering: readonly FunctionDeclaration[] = [
  declareFunction(
    'sort',
    ...comparableTypes.map(({ name, type }) =>
      memberOverload(`list_${name}_sort`, [listType(type)], listType(type), (list, context) =>
        sorted(list, list, context),
      ),
    ),
  ),
  declareFunction(
    sortByKeys,
    ...comparableTypes.map(({ name, type }) =>
      memberOverload(`list_${name}_sortByAssociatedKeys`, [listOfT, listType(type)], listOfT, (list, keys, context) =>
        sorted(list, keys, context),
      ),
    ),
  ),
  declareFunction(
    'reverse',
    memberOverload('list_reverse', [listOfT], listOfT, (list, context) => {
      context.iterate(list.size * 4)
      return new ArrayList([...elementsOf(list)].reverse())
    }),
  ),
  declareFunction('distinct', memberOverload('list_distinct', [listOfT], listOfT, distinct)),
]

const maxRange = 1_000_000

function range(isStrict: boolean): FunctionDeclaration {
  return declareFunction(
    'lists.range',
    overload('lists_range', [intType], listType(intType), (size) => {
      if (isStrict && size < 0) fail(`lists.range: size must be non-negative, got ${size}`)
      if (isStrict && size > maxRange) fail(`lists.range: size ${size} exceeds maximum allowed (${maxRange})`)
      return new RangeList(Math.max(0, Number(size)))
    }),
  )
}

/** The numbers from 0; none of them is stored. */
class RangeList extends CelList {
  readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }

  at(index: number): CelValue {
    return index
  }
}

function sorted(list: CelList, keys: CelList, context: CallContext): CelList {
  if (list.size !== keys.size) {
    const sizes = `${list.size} and ${keys.size} elements respectively`
    fail(`${sortByKeys}() expected a list of the same size as the associated keys list, but got ${sizes}`)
  }
  const pairs = elementsOf(list).map((item, index) => ({ item, key: keys.at(index) }))
  pairs.sort((a, b) => {
    context.iterate(stepsPerElement)
    return compareKeys(a.key, b.key)
  })
  return new ArrayList(pairs.map(({ item }) => item))
}

function compareKeys(a: CelValue, b: CelValue): number {
  if (typeOf(a).name !== typeOf(b).name) fail('list elements must have the same type')
  return compareComparable(a, b) ?? fail('list elements must be comparable')
}

/** The first of equal elements; those that can be keys of maps are looked up. */
function distinct(list: CelList, context: CallContext): CelList {
  const keys = new Set<MapKey>()
  const others: CelValue[] = []
  return new ArrayList(
    elementsOf(list).filter((item) => {
      context.iterate(stepsPerElement)
      const key = mapKeyOf(item)
      if (key !== undefined) return keys.size < keys.add(key).size
      if (others.some((other) => isEqual(item, other, context))) return false
      others.push(item)
      return true
    }),
  )
}

const mapMacro = standardMacros.find(({ name, args }) => name === 'map' && args === 2)

const sortBy: Macro = {
  name: 'sortBy',
  args: 2,
  member: true,
  expand(context, target, args) {
    if (target === undefined) return undefined
    if (!['list', 'select', 'ident', 'comprehension', 'call'].includes(target.kind)) {
      const accepted = 'a list, identifier, comprehension, call or select expression'
      throw new MacroError(`sortBy can only be applied to ${accepted}`, target)
    }
    const input = '@__sortBy_input__'
    const keys = mapMacro?.expand(context, context.ident(input), args)
    if (keys === undefined) return undefined
    return bindValue(context, input, target, context.memberCall(context.ident(input), sortByKeys, keys))
  },
}
