import { setMember } from '@pinnace/meta'
import {
  listCode,
  mapCode,
  structCode,
  structOf,
  structPlan,
  type FieldPlan,
  type StructPlan,
  type ValuePlan,
} from './go-plan.ts'
import type { ObjectSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/** Options for {@link compileEncoder}. */
export interface EncoderOptions {
  /** Empty lists are kept, because the kind is stored as JSON. @default false */
  readonly keepsEmptyLists?: boolean
}

/** Gives an object the form in which it is stored and printed. Does not change it, and shares what has the form already. */
export type Encoder = <T extends object>(object: T) => T

/**
 * Makes the encoder of a built-in kind: members in the order of the Go struct, keys of maps sorted, empty lists absent
 * or null.
 */
export function compileEncoder(schema: ObjectSchema, { keepsEmptyLists = false }: EncoderOptions = {}): Encoder {
  return <T extends object>(object: T): T => encodeStruct(object as Json, structPlan(schema), keepsEmptyLists) as T
}

// upstream: encoding/json, encode.go – protobuf, in which objects are stored, has no empty lists and maps.
function encodeStruct(object: Json, plan: StructPlan, keepsEmpty: boolean): Json {
  const { fields } = plan
  let inOrder = true
  let last = -1
  let encoded: Record<string, unknown> | undefined
  for (const key in object) {
    const field = fields.get(key)
    if (field === undefined) continue
    if (field.index < last) inOrder = false
    else last = field.index
    const { code } = field
    if (code !== structCode && code !== listCode && code !== mapCode) continue
    const value = object[key]
    if (typeof value !== 'object' || value === null) continue
    const next =
      code === structCode
        ? encodeStruct(value as Json, structOf(field.value), keepsEmpty)
        : encodeItems(value, field, keepsEmpty)
    if (next === value) continue
    encoded ??= { ...object }
    if (next === undefined) delete encoded[key]
    else encoded[key] = next
  }
  return inOrder ? (encoded ?? object) : inOrderOf(encoded ?? object, plan)
}

/** A list or a map; undefined where it is left out. */
function encodeItems(value: object, field: FieldPlan, keepsEmpty: boolean): object | null | undefined {
  if (isEmpty(value)) {
    if (field.dropsZero) return undefined
    return field.absent !== 'zero' || keepsEmpty || field.name === 'items' ? value : null
  }
  return encodeValue(value, field.value, keepsEmpty)
}

/** A value that is not empty. */
function encodeValue(value: object, plan: ValuePlan, keepsEmpty: boolean): object {
  const { code, inner } = plan
  if (code === structCode) return encodeStruct(value as Json, structOf(plan), keepsEmpty)
  if (inner === undefined) return value
  const isDeep = inner.code === structCode || inner.code === listCode || inner.code === mapCode
  if (code === mapCode) return encodeMap(value as Json, isDeep ? inner : undefined, keepsEmpty)
  return isDeep ? encodeList(value as readonly unknown[], inner, keepsEmpty) : value
}

function encodeList(list: readonly unknown[], items: ValuePlan, keepsEmpty: boolean): readonly unknown[] {
  let encoded: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (typeof item !== 'object' || item === null) continue
    const next = encodeValue(item, items, keepsEmpty)
    if (next !== item) (encoded ??= [...list])[index] = next
  }
  return encoded ?? list
}

/** A map with its keys sorted; `values` where they are objects or lists. */
function encodeMap(map: Json, values: ValuePlan | undefined, keepsEmpty: boolean): Json {
  const keys = sortedKeys(map)
  if (values === undefined) return keys === undefined ? map : copyOf(map, keys)
  let encoded: Record<string, unknown> | undefined = keys && {}
  for (const key of keys ?? Object.keys(map)) {
    const value = map[key]
    const next = typeof value === 'object' && value !== null ? encodeValue(value, values, keepsEmpty) : value
    if (next !== value) encoded ??= copyOf(map, Object.keys(map))
    if (encoded !== undefined) setMember(encoded, key, next)
  }
  return encoded ?? map
}

/** The keys in their order; undefined if they stand in it. */
function sortedKeys(map: Json): readonly string[] | undefined {
  let last = ''
  for (const key in map) {
    if (key < last) return Object.keys(map).sort()
    last = key
  }
  return undefined
}

// Few of the fields of a type are there, and those that came with a default are last: an insertion sort moves little.
function inOrderOf(object: Json, { fields }: StructPlan): Json {
  const names: string[] = []
  const indexes: number[] = []
  const others: string[] = []
  for (const key in object) {
    const index = fields.get(key)?.index
    if (index === undefined) {
      others.push(key)
      continue
    }
    let at = indexes.length
    for (let before = indexes[at - 1]; before !== undefined && before > index; before = indexes[--at - 1]) {
      indexes[at] = before
      names[at] = names[at - 1] ?? ''
    }
    indexes[at] = index
    names[at] = key
  }
  const ordered: Record<string, unknown> = {}
  for (const name of names) {
    const value = object[name]
    if (value !== undefined) ordered[name] = value
  }
  for (const key of others) setMember(ordered, key, object[key])
  return ordered
}

function copyOf(object: Json, keys: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of keys) setMember(copy, key, object[key])
  return copy
}

function isEmpty(value: object): boolean {
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}
