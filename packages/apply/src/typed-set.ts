import { fieldElement } from './field-path.ts'
import { addSelf, emptySet, leaf, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { indexList } from './list-element.ts'
import { kindFor, type Topology } from './topology.ts'

/** The fields that a configuration names: its leaves, and the items of its lists and maps. */
// upstream: structured-merge-diff typed/tofieldset.go
export function fieldSetOfValue(topology: Topology, value: unknown): FieldSet {
  return nodeOf(topology, value) ?? emptySet
}

function nodeOf(topology: Topology, value: unknown): FieldSet | undefined {
  switch (kindFor(topology, value)) {
    case 'scalar':
    case 'atomic':
      return leaf
    case 'struct':
    case 'map':
      return isObject(value) ? mapNode(topology, value) : undefined
    default:
      return Array.isArray(value) ? listNode(topology, value) : undefined
  }
}

function mapNode(topology: Topology, value: JsonObject): FieldSet | undefined {
  let node: MutableFieldSet | undefined
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    const declared = topology.declared(key)
    let child = nodeOf(declared ?? topology.child(key), item)
    const isOwn = declared === undefined || item === null || (isObject(item) && Object.keys(item).length === 0)
    if (isOwn) child = child === undefined ? leaf : addSelf(child)
    if (child !== undefined) (node ??= {})[fieldElement(key)] = child
  }
  return node
}

function listNode(topology: Topology, items: readonly unknown[]): FieldSet | undefined {
  let node: MutableFieldSet | undefined
  for (const [element, same] of indexList(topology, items)) {
    // Items that share their keys are owned together.
    const child = same.length > 1 ? leaf : nodeOf(topology.items, same[0])
    ;(node ??= {})[element] = child === undefined ? leaf : addSelf(child)
  }
  return node
}
