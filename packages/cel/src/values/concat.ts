import { ArrayList, CelList, elementsOf, type CelValue, type StepCounter } from './value.ts'

const copyLimit = 10_000

/** Two lists in a row; long ones are not copied, so that no short expression fills the memory. */
export function concatLists(a: CelList, b: CelList, counter?: StepCounter): CelList {
  if (a.concat !== undefined) return a.concat(b, counter)
  if (a.size === 0) return b
  if (b.size === 0) return a
  if (a.size + b.size <= copyLimit) return new ArrayList([...elementsOf(a), ...elementsOf(b)])
  return new ConcatList(a, b)
}

class ConcatList extends CelList {
  readonly size: number
  readonly #left: CelList
  readonly #right: CelList

  constructor(left: CelList, right: CelList) {
    super()
    this.#left = left
    this.#right = right
    this.size = left.size + right.size
  }

  at(index: number): CelValue {
    let side = this.#side(index)
    while (side.list instanceof ConcatList) side = side.list.#side(side.rest)
    return side.list.at(side.rest)
  }

  #side(index: number): { list: CelList; rest: number } {
    if (index < this.#left.size) return { list: this.#left, rest: index }
    return { list: this.#right, rest: index - this.#left.size }
  }
}
