import { isEqual } from './equality.ts'
import { mapKeyOf } from './map-key.ts'
import { ArrayList, CelList, CelMap, CelObject, elementsOf, type CelValue, type StepCounter } from './value.ts'

/** A list whose order does not count. Its elements are identified by some of their fields, or by their values. */
// upstream: apiserver/pkg/cel/common/values.go, unstructuredMapList and unstructuredSetList
export class UnorderedList extends CelList {
  readonly #list: CelList
  readonly #keys: readonly string[]

  constructor(list: CelList, keys: readonly string[]) {
    super()
    this.#list = list
    this.#keys = keys
  }

  get size(): number {
    return this.#list.size
  }

  at(index: number): CelValue {
    return this.#list.at(index)
  }

  override equals(other: CelList, counter?: StepCounter): boolean {
    const index = new ElementIndex(elementsOf(this), this.#keys, counter)
    return elementsOf(other).every((element) => {
      const at = index.find(element)
      return at !== undefined && isEqual(index.elements[at] ?? null, element, counter)
    })
  }

  override concat(other: CelList, counter?: StepCounter): CelList {
    const index = new ElementIndex([...elementsOf(this)], this.#keys, counter)
    for (const element of elementsOf(other)) index.put(element)
    return new UnorderedList(new ArrayList(index.elements), this.#keys)
  }
}

/** What finding an element takes. */
const stepsPerElement = 10

/** Finds elements by what tells them apart. */
class ElementIndex {
  readonly elements: CelValue[]
  readonly #keys: readonly string[]
  readonly #counter: StepCounter | undefined
  /** Places of elements by a text or number that equal elements share. */
  readonly #places = new Map<unknown, number[]>()

  constructor(elements: readonly CelValue[], keys: readonly string[], counter: StepCounter | undefined) {
    this.elements = [...elements]
    this.#keys = keys
    this.#counter = counter
    for (const [at, element] of elements.entries()) this.#remember(element, at)
  }

  find(element: CelValue): number | undefined {
    this.#counter?.iterate(stepsPerElement)
    const places = this.#places.get(this.#hash(element)) ?? []
    return places.find((at) => this.#isSame(this.elements[at] ?? null, element))
  }

  put(element: CelValue): void {
    const at = this.find(element)
    if (at !== undefined) {
      this.elements[at] = element
      return
    }
    this.#remember(element, this.elements.length)
    this.elements.push(element)
  }

  #remember(element: CelValue, at: number): void {
    const hash = this.#hash(element)
    const places = this.#places.get(hash)
    if (places === undefined) this.#places.set(hash, [at])
    else places.push(at)
  }

  #isSame(a: CelValue, b: CelValue): boolean {
    const counter = this.#counter
    counter?.iterate()
    if (this.#keys.length === 0) return isEqual(a, b, counter)
    return this.#keys.every((key) => isEqual(fieldOf(a, key), fieldOf(b, key), counter))
  }

  #hash(element: CelValue): unknown {
    const [first] = this.#keys
    return mapKeyOf(first === undefined ? element : fieldOf(element, first))
  }
}

/** The field of an element that tells it apart; null where it has none. */
function fieldOf(element: CelValue, key: string): CelValue {
  if (element instanceof CelObject || element instanceof CelMap)
    return element.has(key) ? (element.get(key) ?? null) : null
  return null
}
