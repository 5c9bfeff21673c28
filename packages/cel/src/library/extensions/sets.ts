import { isEqual } from '../../values/equality.ts'
import { mapKeyOf } from '../../values/map-key.ts'
import { boolType, listType, typeParam } from '../../values/type.ts'
import { elementsOf, type CelList, type CelValue, type MapKey } from '../../values/value.ts'
import { declareFunction, overload, type CallContext } from '../function.ts'
import type { Library } from '../library.ts'

/** `sets.contains(a, b)`, `sets.equivalent(a, b)` and `sets.intersects(a, b)` for lists that stand for sets. */
export function sets(): Library {
  return {
    name: 'cel.lib.ext.sets',
    functions: [
      declareFunction('sets.contains', overload('sets_contains_list_list', [listOfT, listOfT], boolType, containsAll)),
      declareFunction(
        'sets.equivalent',
        overload(
          'sets_equivalent_list_list',
          [listOfT, listOfT],
          boolType,
          (a, b, context) => containsAll(a, b, context) && containsAll(b, a, context),
        ),
      ),
      declareFunction(
        'sets.intersects',
        overload('sets_intersects_list_list', [listOfT, listOfT], boolType, (a, b, context) =>
          elementsOf(a).some(membershipOf(b, context)),
        ),
      ),
    ],
  }
}

const listOfT = listType(typeParam('T'))
/** What looking up an element takes. */
const stepsPerElement = 10

function containsAll(list: CelList, part: CelList, context: CallContext): boolean {
  return elementsOf(part).every(membershipOf(list, context))
}

/** A test whether a value is in the list; values that can be keys of maps are looked up. */
function membershipOf(list: CelList, context: CallContext): (value: CelValue) => boolean {
  const keys = new Set<MapKey>()
  const others: CelValue[] = []
  for (const item of elementsOf(list)) {
    context.iterate(stepsPerElement)
    const key = mapKeyOf(item)
    if (key === undefined) others.push(item)
    else keys.add(key)
  }
  return (value) => {
    context.iterate(stepsPerElement)
    const key = mapKeyOf(value)
    return (key !== undefined && keys.has(key)) || others.some((other) => isEqual(value, other, context))
  }
}
