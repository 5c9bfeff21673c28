import { listTypeOf, mapKeysOf, type Field, type Schema } from '@pinnace/schema'
import { BoundedMap } from '@pinnace/meta'
import { fieldElement, keyElement, type PathElement } from './field-path.ts'
import { isObject } from './json-object.ts'

/**
 * How a value is owned, after the list type or map type of its schema. `scalar` and `atomic` values have one owner. Each
 * declared field of a `struct` has owners, each key and entry of a `map`, each item of a `set` or a `keyed` list (list
 * type `map`). The type of `deduced` values follows from the value: objects are maps, lists are atomic.
 */
export type ValueTypeKind = 'scalar' | 'atomic' | 'struct' | 'map' | 'set' | 'keyed' | 'deduced'

/** The place of a field or a key: its path element and its type. */
export interface Place {
  readonly element: PathElement
  readonly valueType: ValueType
  /** False for keys of maps, which are items, and for undeclared fields. */
  readonly isDeclared: boolean
}

/** The type of the values at one place of a schema. Compiled once; types of children are compiled on first use. */
export class ValueType {
  readonly kind: ValueTypeKind
  /** Fields that identify an item of a `keyed` list, sorted by name. */
  readonly keys: readonly string[]
  /** The same in the order of the schema, as messages print them. */
  readonly declaredKeys: readonly string[]
  readonly #schema: Schema
  readonly #places: Map<string, Place> | undefined
  #items: ValueType | undefined
  #itemElements: BoundedMap<string, PathElement> | undefined
  #keyDefaults: readonly unknown[] | undefined

  constructor(schema: Schema, field: Field | undefined) {
    this.#schema = schema
    this.kind = kindOf(schema, field)
    this.#places = schema.type === 'object' ? new Map() : undefined
    this.declaredKeys = schema.type === 'list' && this.kind === 'keyed' ? mapKeysOf(schema, field) : []
    this.keys = [...this.declaredKeys].sort()
  }

  /** The place of a field or a key. */
  place(name: string): Place {
    return this.declared(name) ?? { element: fieldElement(name), valueType: this.values, isDeclared: false }
  }

  /** The place of a declared field; undefined for keys of maps and for undeclared fields. */
  declared(name: string): Place | undefined {
    const places = this.#places
    if (places === undefined) return undefined
    let place = places.get(name)
    if (place === undefined && this.#schema.type === 'object') {
      const field = this.#schema.fields.get(name)
      if (field === undefined) return undefined
      // INVARIANT: only declared names are remembered, so names that clients invent cannot exhaust memory.
      place = { element: fieldElement(name), valueType: valueTypeOf(field.schema, field), isDeclared: true }
      places.set(name, place)
    }
    return place
  }

  /** The entries of a map; deduced for undeclared fields of a struct. */
  get values(): ValueType {
    const schema = this.#schema
    return (this.#items ??= schema.type === 'map' ? valueTypeOf(schema.values) : deduced)
  }

  /** The place of the items of a list. */
  get items(): ValueType {
    const schema = this.#schema
    return (this.#items ??= schema.type === 'list' ? valueTypeOf(schema.items) : deduced)
  }

  /** The element of an item with one key, whose value is this text. Items of a list mostly have the keys of others before. */
  elementOf(text: string): PathElement {
    const elements = (this.#itemElements ??= new BoundedMap({ maxEntries: 64, evict: 'oldest' }))
    let element = elements.get(text)
    if (element === undefined) {
      element = keyElement([[this.keys[0]!, text]])
      if (text.length <= 64) elements.set(text, element)
    }
    return element
  }

  /** False for a value of another JSON type than the schema declares; items and fields are not looked at. */
  // upstream: structured-merge-diff typed/validate.go
  accepts(value: unknown): boolean {
    if (value === null || value === undefined) return true
    switch (this.#schema.type) {
      case 'object':
      case 'map':
      case 'raw':
        return isObject(value)
      case 'list':
        return Array.isArray(value)
      case 'integer':
      case 'number':
        return isNumber(value)
      case 'boolean':
        return typeof value === 'boolean'
      case 'string':
        return typeof value === 'string' || (this.#schema.format === 'quantity' && isNumber(value))
      case 'int-or-string':
        return typeof value !== 'object'
      case 'any':
        return true
    }
  }

  /** As {@link accepts}, with everything below the value. */
  acceptsAll(value: unknown): boolean {
    if (!this.accepts(value)) return false
    if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) if (!this.items.acceptsAll(item)) return false
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) {
        const below = this.declared(key)?.valueType ?? this.values
        if (!below.acceptsAll(value[key])) return false
      }
    }
    return true
  }

  /** The default of the key at this position, for items that omit it. */
  keyDefault(index: number): unknown {
    this.#keyDefaults ??= this.keys.map((key) => {
      const items = this.#schema.type === 'list' ? this.#schema.items : undefined
      return items?.type === 'object' ? defaultOf(items.fields.get(key), items.name !== undefined) : undefined
    })
    return this.#keyDefaults[index]
  }
}

/** The default of a key. In OpenAPI, a field of a built-in type that is always written has its zero value as default. */
function defaultOf(field: Field | undefined, isBuiltIn: boolean): unknown {
  if (field === undefined) return undefined
  const { schema, omitEmpty, omitZero, pointer } = field
  if (schema.default !== undefined || !isBuiltIn || omitEmpty === true || omitZero === true || pointer === true)
    return schema.default
  if (schema.type === 'string') return ''
  return schema.type === 'integer' ? 0 : undefined
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}

const bySchema = new WeakMap<Schema, ValueType>()
const byField = new WeakMap<Field, ValueType>()

/** The value type of a schema; `field` is the field that holds the value, undefined for an item or map value. */
export function valueTypeOf(schema: Schema, field?: Field): ValueType {
  let valueType = field === undefined ? bySchema.get(schema) : byField.get(field)
  if (valueType === undefined) {
    valueType = new ValueType(schema, field)
    if (field === undefined) bySchema.set(schema, valueType)
    else byField.set(field, valueType)
  }
  return valueType
}

const deduced: ValueType = valueTypeOf({ type: 'any' })

// upstream: kube-openapi/pkg/schemaconv – how OpenAPI becomes the schema of the merge.
function kindOf(schema: Schema, field: Field | undefined): ValueTypeKind {
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
      return schema.atomic === true ? 'atomic' : 'deduced'
    default:
      return 'scalar'
  }
}

/** How a value of this type is merged: `deduced` resolved by the value itself. */
export function kindFor(valueType: ValueType, value: unknown): ValueTypeKind {
  if (valueType.kind !== 'deduced') return valueType.kind
  return isObject(value) ? 'map' : Array.isArray(value) ? 'atomic' : 'scalar'
}
