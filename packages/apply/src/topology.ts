import { listTypeOf, mapKeysOf, type Field, type Schema } from '@pinnace/schema'

import { fieldElement, type PathElement } from './field-path.ts'
import { isObject } from './json-object.ts'

/**
 * How a value is owned. `scalar` and `atomic` values have one owner; of a `struct` every declared field is owned by
 * itself, of a `map` every key and its entry, of a `set` and a `keyed` list every item. `deduced` values say it
 * themselves: maps key by key, lists as a whole.
 */
export type TopologyKind = 'scalar' | 'atomic' | 'struct' | 'map' | 'set' | 'keyed' | 'deduced'

/** What stands under a name: the step to it, and its ownership. */
export interface Place {
  readonly element: PathElement
  readonly topology: Topology
  /** False for keys of maps, which are items, and for fields nobody declared. */
  readonly isDeclared: boolean
}

/** The ownership of one place of a schema; compiled once, its children when they are first asked for. */
export class Topology {
  readonly kind: TopologyKind
  /** Fields that identify an item of a `keyed` list, sorted by name. */
  readonly keys: readonly string[]
  readonly #schema: Schema
  readonly #places: Map<string, Place> | undefined
  #items: Topology | undefined
  #keyDefaults: readonly unknown[] | undefined

  constructor(schema: Schema, field: Field | undefined) {
    this.#schema = schema
    this.kind = kindOf(schema, field)
    this.#places = schema.type === 'object' ? new Map() : undefined
    this.keys = schema.type === 'list' && this.kind === 'keyed' ? [...mapKeysOf(schema, field)].sort() : []
  }

  /** The place of a field or a key. */
  place(name: string): Place {
    return this.declared(name) ?? { element: fieldElement(name), topology: this.values, isDeclared: false }
  }

  /** The place of a declared field; undefined for keys of maps and for fields nobody declared. */
  declared(name: string): Place | undefined {
    const places = this.#places
    if (places === undefined) return undefined
    let place = places.get(name)
    if (place === undefined && this.#schema.type === 'object') {
      const field = this.#schema.fields.get(name)
      if (field === undefined) return undefined
      // INVARIANT: only declared names are remembered, so what clients make up cannot fill the memory.
      place = { element: fieldElement(name), topology: topologyOf(field.schema, field), isDeclared: true }
      places.set(name, place)
    }
    return place
  }

  /** The entries of a map; deduced where a struct has fields that nobody declared. */
  get values(): Topology {
    const schema = this.#schema
    return (this.#items ??= schema.type === 'map' ? topologyOf(schema.values) : deduced)
  }

  /** The place of the items of a list. */
  get items(): Topology {
    const schema = this.#schema
    return (this.#items ??= schema.type === 'list' ? topologyOf(schema.items) : deduced)
  }

  /** What stands for the key at this position where an item omits it. */
  keyDefault(index: number): unknown {
    this.#keyDefaults ??= this.keys.map((key) => {
      const items = this.#schema.type === 'list' ? this.#schema.items : undefined
      return items?.type === 'object' ? items.fields.get(key)?.schema.default : undefined
    })
    return this.#keyDefaults[index]
  }
}

const bySchema = new WeakMap<Schema, Topology>()
const byField = new WeakMap<Field, Topology>()

/** The topology of a schema, as the field that holds it has it. */
export function topologyOf(schema: Schema, field?: Field): Topology {
  let topology = field === undefined ? bySchema.get(schema) : byField.get(field)
  if (topology === undefined) {
    topology = new Topology(schema, field)
    if (field === undefined) bySchema.set(schema, topology)
    else byField.set(field, topology)
  }
  return topology
}

const deduced: Topology = topologyOf({ type: 'any' })

// upstream: kube-openapi/pkg/schemaconv – how OpenAPI becomes the schema of the merge.
function kindOf(schema: Schema, field: Field | undefined): TopologyKind {
  switch (schema.type) {
    case 'object':
      return schema.structType === 'atomic' ? 'atomic' : 'struct'
    case 'map':
      return schema.mapType === 'atomic' ? 'atomic' : 'map'
    case 'list': {
      const listType = listTypeOf(schema, field)
      return listType === 'map' ? 'keyed' : listType
    }
    case 'raw':
    case 'any':
      return 'deduced'
    default:
      return 'scalar'
  }
}

/** What a value of this topology is treated as: `deduced` resolved by the value itself. */
export function kindFor(topology: Topology, value: unknown): TopologyKind {
  if (topology.kind !== 'deduced') return topology.kind
  return isObject(value) ? 'map' : Array.isArray(value) ? 'atomic' : 'scalar'
}
