import { itemAt } from './item-at.ts'
import { compareKeys, needsByteOrder } from './key-order.ts'

/** Identifies the tree that may change a node in place: its creator, until that tree is cloned. */
type Edit = object

interface Leaf<V> {
  readonly edit: Edit
  readonly children: undefined
  readonly keys: string[]
  readonly values: V[]
}

interface Branch<V> {
  readonly edit: Edit
  /** The first key under each child. */
  readonly keys: string[]
  readonly children: Node<V>[]
  size: number
}

type Node<V> = Leaf<V> | Branch<V>

/** A slice that is being collected. */
interface Slice<V> {
  readonly from: string
  readonly count: number
  readonly values: V[]
}

// Small nodes make writes after a clone cheap, large nodes make lookups cheap and use less memory. Of 16, 32 and 64, the
// last is best in time and memory with 100,000 keys.
const maxWidth = 64
const minWidth = maxWidth / 4

/**
 * A sorted map that can be cloned in constant time: clones share nodes, and a write copies the shared nodes on the path
 * to its leaf. Every node has the number of keys under it, so that counting a range is logarithmic. Keys are ordered by
 * their UTF-8 bytes.
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

  /** Creates an independent copy, in constant time. */
  clone(): OrderedTree<V> {
    const copy = new OrderedTree<V>()
    copy.#root = this.#root
    copy.#wide = this.#wide
    this.#edit = {}
    return copy
  }

  get(key: string): V | undefined {
    let node = this.#root
    while (node.children !== undefined) node = itemAt(node.children, this.#childIndex(node.keys, key))
    const index = this.#lowerBound(node.keys, key)
    return node.keys[index] === key ? node.values[index] : undefined
  }

  /** Sets the value of a key. */
  set(key: string, value: V): void {
    if (!this.#wide && needsByteOrder(key)) this.#wide = true
    const root = this.#own(this.#root)
    this.#root = root
    const right = this.#insert(root, key, value)
    if (right !== undefined) {
      this.#root = {
        edit: this.#edit,
        keys: [itemAt(root.keys, 0), itemAt(right.keys, 0)],
        children: [root, right],
        size: sizeOf(root) + sizeOf(right),
      }
    }
  }

  /** Sets the value of a key. If all others come before it, this takes a fraction of the time of {@link set}. */
  append(key: string, value: V): void {
    if (!this.#wide && needsByteOrder(key)) this.#wide = true
    const leaf = this.#lastLeaf()
    const last = leaf.keys.at(-1)
    const isNext = last !== undefined && this.#less(last, key)
    if (!isNext || leaf.edit !== this.#edit || leaf.keys.length === maxWidth) {
      this.set(key, value)
      return
    }
    leaf.keys.push(key)
    leaf.values.push(value)
    // The branches above an owned leaf are owned too.
    for (let node = this.#root; node.children !== undefined; node = lastOf(node.children)) node.size++
  }

  /** Removes a key; false if it does not exist. */
  delete(key: string): boolean {
    if (this.get(key) === undefined) return false
    let root = this.#own(this.#root)
    this.#remove(root, key)
    while (root.children !== undefined && root.children.length === 1) root = itemAt(root.children, 0)
    this.#root = root
    return true
  }

  /** Calls `visit` with every value from the first key at or after `from`, in order, until it returns false. */
  scan(from: string, visit: (value: V, key: string) => boolean): void {
    this.#scan(this.#root, from, true, visit)
  }

  /** Returns up to `count` values from the first key at or after `from`, in order. */
  slice(from: string, count: number): V[] {
    const values: V[] = []
    if (count > 0) this.#collect(this.#root, true, { from, count, values })
    return values
  }

  /** The number of keys before `key`. */
  rank(key: string): number {
    return this.#count((other) => this.#less(other, key))
  }

  /** The number of keys up to the last one that starts with `prefix`. */
  rankPast(prefix: string): number {
    return this.#count((other) => other.startsWith(prefix) || this.#less(other, prefix))
  }

  #less(a: string, b: string): boolean {
    return this.#wide ? compareKeys(a, b) < 0 : a < b
  }

  /** The number of keys for which `before` is true; it is true for the first keys in order, and false for the rest. */
  #count(before: (key: string) => boolean): number {
    let node = this.#root
    let count = 0
    while (node.children !== undefined) {
      const index = Math.max(partition(node.keys, before) - 1, 0)
      for (let left = 0; left < index; left++) count += sizeOf(itemAt(node.children, left))
      node = itemAt(node.children, index)
    }
    return count + partition(node.keys, before)
  }

  #scan(node: Node<V>, from: string, bounded: boolean, visit: (value: V, key: string) => boolean): boolean {
    if (node.children === undefined) {
      const { keys, values } = node
      for (let index = bounded ? this.#lowerBound(keys, from) : 0; index < keys.length; index++) {
        if (!visit(itemAt(values, index), itemAt(keys, index))) return false
      }
      return true
    }
    const { children } = node
    const first = bounded ? this.#childIndex(node.keys, from) : 0
    for (let index = first; index < children.length; index++) {
      if (!this.#scan(itemAt(children, index), from, bounded && index === first, visit)) return false
    }
    return true
  }

  /** @param bounded whether `from` can be under the node; false for nodes after it */
  #collect(node: Node<V>, bounded: boolean, slice: Slice<V>): void {
    const { from, count, values } = slice
    if (node.children === undefined) {
      const first = bounded ? this.#lowerBound(node.keys, from) : 0
      const end = Math.min(first + count - values.length, node.values.length)
      for (let index = first; index < end; index++) {
        const value = node.values[index]
        if (value !== undefined) values.push(value)
      }
      return
    }
    const { children } = node
    const first = bounded ? this.#childIndex(node.keys, from) : 0
    for (let index = first; index < children.length && values.length < count; index++) {
      this.#collect(itemAt(children, index), bounded && index === first, slice)
    }
  }

  #lastLeaf(): Leaf<V> {
    let node = this.#root
    while (node.children !== undefined) node = lastOf(node.children)
    return node
  }

  /** The index of the first key that is not before `key`. */
  #lowerBound(keys: readonly string[], key: string): number {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#less(keys[middle] ?? '', key)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The index of the child that has `key`, or would have it. */
  #childIndex(keys: readonly string[], key: string): number {
    let low = 1
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#less(key, keys[middle] ?? '')) high = middle
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

  /** Inserts a pair under an owned node; returns the right half if the node was split. */
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
    const child = this.#own(itemAt(node.children, index))
    node.children[index] = child
    const before = sizeOf(child)
    const right = this.#insert(child, key, value)
    node.keys[index] = itemAt(child.keys, 0)
    node.size += sizeOf(child) - before
    if (right === undefined) return undefined
    insertAt(node.keys, index + 1, itemAt(right.keys, 0))
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

  /** Removes an existing key under an owned node. */
  #remove(node: Node<V>, key: string): void {
    if (node.children === undefined) {
      const index = this.#lowerBound(node.keys, key)
      node.keys.splice(index, 1)
      node.values.splice(index, 1)
      return
    }
    const index = this.#childIndex(node.keys, key)
    const child = this.#own(itemAt(node.children, index))
    node.children[index] = child
    this.#remove(child, key)
    node.size--
    if (child.keys.length === 0) {
      node.keys.splice(index, 1)
      node.children.splice(index, 1)
      return
    }
    node.keys[index] = itemAt(child.keys, 0)
    if (child.keys.length < minWidth) this.#join(node, index)
  }

  /** Joins a small child with its neighbor, if they fit into one node. */
  #join(node: Branch<V>, small: number): void {
    const index = small > 0 ? small - 1 : 0
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

function lastOf<V>(children: readonly Node<V>[]): Node<V> {
  return itemAt(children, children.length - 1)
}

function sizeOf<V>(node: Node<V>): number {
  return node.children === undefined ? node.keys.length : node.size
}

/** The middle; at the end for an append, so that nodes stay full when keys are inserted in order. */
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
    if (before(keys[middle] ?? '')) low = middle + 1
    else high = middle
  }
  return low
}
