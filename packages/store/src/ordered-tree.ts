import { compareKeys, needsByteOrder } from './key-order.ts'

/** Who may change a node in place: the tree that made it, until that tree is cloned. */
type Edit = object

interface Leaf<V> {
  readonly edit: Edit
  readonly children: undefined
  readonly keys: string[]
  readonly values: V[]
}

interface Branch<V> {
  readonly edit: Edit
  /** First key under each child. */
  readonly keys: string[]
  readonly children: Node<V>[]
  size: number
}

type Node<V> = Leaf<V> | Branch<V>

// Small nodes make a write after a clone cheap, large ones make look-ups cheap and waste less: of 16, 32 and 64, the
// last was best at 100,000 keys in time and memory.
const maxWidth = 64
const minWidth = maxWidth / 4

/**
 * A sorted map from keys to values that can be cloned in constant time: clones share nodes, and a write copies the
 * path to its leaf where that is shared. Every node knows how many keys are under it, so counting a range is
 * logarithmic. Order is that of the keys' UTF-8 bytes.
 */
export class OrderedTree<V> {
  #root: Node<V>
  #edit: Edit
  #wide: boolean

  constructor() {
    this.#edit = {}
    this.#root = { edit: this.#edit, children: undefined, keys: [], values: [] }
    this.#wide = false
  }

  get size(): number {
    return sizeOf(this.#root)
  }

  /** The same map; both go on independently. */
  clone(): OrderedTree<V> {
    const copy = new OrderedTree<V>()
    copy.#root = this.#root
    copy.#wide = this.#wide
    this.#edit = {}
    return copy
  }

  get(key: string): V | undefined {
    let node = this.#root
    while (node.children !== undefined) node = node.children[this.#childIndex(node.keys, key)]!
    const index = this.#lowerBound(node.keys, key)
    return node.keys[index] === key ? node.values[index] : undefined
  }

  /** Puts the value under the key, in the place of the one that was there. */
  set(key: string, value: V): void {
    if (!this.#wide && needsByteOrder(key)) this.#wide = true
    const root = this.#own(this.#root)
    this.#root = root
    const right = this.#insert(root, key, value)
    if (right !== undefined) {
      this.#root = {
        edit: this.#edit,
        keys: [root.keys[0]!, right.keys[0]!],
        children: [root, right],
        size: sizeOf(root) + sizeOf(right),
      }
    }
  }

  /** Removes the key; false when it was not there. */
  delete(key: string): boolean {
    if (this.get(key) === undefined) return false
    let root = this.#own(this.#root)
    this.#remove(root, key)
    while (root.children !== undefined && root.children.length === 1) root = root.children[0]!
    this.#root = root
    return true
  }

  /** Calls `visit` with every value from the first key at or after `from`, in order, until it answers false. */
  scan(from: string, visit: (value: V, key: string) => boolean): void {
    this.#scan(this.#root, from, true, visit)
  }

  /** `count` values from the first key at or after `from`, in order; fewer where there are no more. */
  slice(from: string, count: number): V[] {
    const values: V[] = []
    if (count > 0) this.#collect(this.#root, from, true, count, values)
    return values
  }

  /** Number of keys before `key`. */
  rank(key: string): number {
    return this.#count((other) => this.#less(other, key))
  }

  /** Number of keys before the first one that is past everything starting with `prefix`. */
  rankPast(prefix: string): number {
    return this.#count((other) => other.startsWith(prefix) || this.#less(other, prefix))
  }

  #less(a: string, b: string): boolean {
    return this.#wide ? compareKeys(a, b) < 0 : a < b
  }

  /** Keys for which `before` holds; it holds for a first part of the order and not for the rest. */
  #count(before: (key: string) => boolean): number {
    let node = this.#root
    let count = 0
    while (node.children !== undefined) {
      const index = Math.max(partition(node.keys, before) - 1, 0)
      for (let left = 0; left < index; left++) count += sizeOf(node.children[left]!)
      node = node.children[index]!
    }
    return count + partition(node.keys, before)
  }

  #scan(node: Node<V>, from: string, bounded: boolean, visit: (value: V, key: string) => boolean): boolean {
    if (node.children === undefined) {
      const { keys, values } = node
      for (let index = bounded ? this.#lowerBound(keys, from) : 0; index < keys.length; index++) {
        if (!visit(values[index]!, keys[index]!)) return false
      }
      return true
    }
    const { children } = node
    const first = bounded ? this.#childIndex(node.keys, from) : 0
    for (let index = first; index < children.length; index++) {
      if (!this.#scan(children[index]!, from, bounded && index === first, visit)) return false
    }
    return true
  }

  #collect(node: Node<V>, from: string, bounded: boolean, count: number, into: V[]): void {
    if (node.children === undefined) {
      const first = bounded ? this.#lowerBound(node.keys, from) : 0
      const end = Math.min(first + count - into.length, node.values.length)
      for (let index = first; index < end; index++) into.push(node.values[index]!)
      return
    }
    const { children } = node
    const first = bounded ? this.#childIndex(node.keys, from) : 0
    for (let index = first; index < children.length && into.length < count; index++) {
      this.#collect(children[index]!, from, bounded && index === first, count, into)
    }
  }

  /** Index of the first key that is not before `key`. */
  #lowerBound(keys: readonly string[], key: string): number {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#less(keys[middle]!, key)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Index of the child under which `key` stands, or would. */
  #childIndex(keys: readonly string[], key: string): number {
    let low = 1
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#less(key, keys[middle]!)) high = middle
      else low = middle + 1
    }
    return low - 1
  }

  #own(node: Node<V>): Node<V> {
    if (node.edit === this.#edit) return node
    return node.children === undefined
      ? { edit: this.#edit, children: undefined, keys: node.keys.slice(), values: node.values.slice() }
      : { edit: this.#edit, keys: node.keys.slice(), children: node.children.slice(), size: node.size }
  }

  /** Puts the pair under an owned node; the right half when the node had to be split. */
  #insert(node: Node<V>, key: string, value: V): Node<V> | undefined {
    if (node.children === undefined) {
      const index = this.#lowerBound(node.keys, key)
      if (node.keys[index] === key) {
        node.values[index] = value
        return undefined
      }
      insertAt(node.keys, index, key)
      insertAt(node.values, index, value)
      return node.keys.length > maxWidth ? this.#splitLeaf(node, index) : undefined
    }
    const index = this.#childIndex(node.keys, key)
    const child = this.#own(node.children[index]!)
    node.children[index] = child
    const before = sizeOf(child)
    const right = this.#insert(child, key, value)
    node.keys[index] = child.keys[0]!
    node.size += sizeOf(child) - before
    if (right === undefined) return undefined
    insertAt(node.keys, index + 1, right.keys[0]!)
    insertAt(node.children, index + 1, right)
    node.size += sizeOf(right)
    return node.keys.length > maxWidth ? this.#splitBranch(node, index + 1) : undefined
  }

  #splitLeaf(leaf: Leaf<V>, inserted: number): Leaf<V> {
    const at = splitPoint(leaf.keys.length, inserted)
    return { edit: this.#edit, children: undefined, keys: leaf.keys.splice(at), values: leaf.values.splice(at) }
  }

  #splitBranch(branch: Branch<V>, inserted: number): Branch<V> {
    const at = splitPoint(branch.keys.length, inserted)
    const keys = branch.keys.splice(at)
    const children = branch.children.splice(at)
    let size = 0
    for (const child of children) size += sizeOf(child)
    branch.size -= size
    return { edit: this.#edit, keys, children, size }
  }

  /** Takes a key that is there from under an owned node. */
  #remove(node: Node<V>, key: string): void {
    if (node.children === undefined) {
      const index = this.#lowerBound(node.keys, key)
      node.keys.splice(index, 1)
      node.values.splice(index, 1)
      return
    }
    const index = this.#childIndex(node.keys, key)
    const child = this.#own(node.children[index]!)
    node.children[index] = child
    this.#remove(child, key)
    node.size--
    if (child.keys.length === 0) {
      node.keys.splice(index, 1)
      node.children.splice(index, 1)
      return
    }
    node.keys[index] = child.keys[0]!
    if (child.keys.length < minWidth) this.#join(node, index)
  }

  /** Joins a thin child with its neighbour, where both fit into one. */
  #join(node: Branch<V>, thin: number): void {
    const index = thin > 0 ? thin - 1 : 0
    const left = node.children[index]
    const right = node.children[index + 1]
    if (left === undefined || right === undefined || left.keys.length + right.keys.length > maxWidth / 2) return
    const joined = this.#own(left)
    joined.keys.push(...right.keys)
    if (joined.children === undefined) joined.values.push(...(right as Leaf<V>).values)
    else {
      joined.children.push(...(right as Branch<V>).children)
      joined.size += (right as Branch<V>).size
    }
    node.children.splice(index, 2, joined)
    node.keys.splice(index + 1, 1)
  }
}

function sizeOf<V>(node: Node<V>): number {
  return node.children === undefined ? node.keys.length : node.size
}

/** Half and half; where keys arrive in order the left part stays full. */
function splitPoint(length: number, inserted: number): number {
  return inserted === length - 1 ? length - 1 : length >>> 1
}

function insertAt<E>(list: E[], index: number, element: E): void {
  if (index === list.length) list.push(element)
  else list.splice(index, 0, element)
}

function partition(keys: readonly string[], before: (key: string) => boolean): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(keys[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
