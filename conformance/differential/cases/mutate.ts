import type { Field, ObjectSchema, Schema } from '@pinnace/schema'

/** A changed object, and what was changed: `spec.replicas = -1`. */
export interface Mutation {
  readonly name: string
  readonly object: Json
}

export type Json = { readonly [name: string]: unknown }
type Path = readonly (string | number)[]

/** Stands for a field that is taken away. */
const absent = Symbol('absent')

/** How many levels of fields that the sample does not have are filled in and changed as well. */
const filledLevels = 2

/**
 * The object with one change at a time: each field absent, null, empty, of another type, out of bounds, and each field
 * that the object does not have added with good and bad values.
 */
export function* mutate(object: Json, schema: ObjectSchema, skip: readonly string[]): Generator<Mutation> {
  for (const field of schema.fields.values()) {
    if (skip.includes(field.name)) continue
    yield* mutateField({ root: object, path: [field.name], field, levels: filledLevels })
  }
}

interface Place {
  readonly root: Json
  readonly path: Path
  readonly field: Pick<Field, 'name' | 'schema'>
  readonly levels: number
}

function* mutateField(place: Place): Generator<Mutation> {
  const { root, path, field, levels } = place
  const value = get(root, path)
  if (value === undefined) {
    for (const other of badValues(field.schema)) yield change(root, path, other)
    if (levels === 0) return
    const filled = fill(field.schema, 3)
    yield change(root, path, filled)
    yield* mutateInside({ root: set(root, path, filled) as Json, path, schema: field.schema, levels: levels - 1 })
    return
  }
  yield change(root, path, absent)
  yield change(root, path, null)
  for (const other of badValues(field.schema)) yield change(root, path, other)
  yield* mutateInside({ root, path, schema: field.schema, levels })
}

interface Inside {
  readonly root: Json
  readonly path: Path
  readonly schema: Schema
  readonly levels: number
}

/** Changes below a value that is there. */
function* mutateInside({ root, path, schema, levels }: Inside): Generator<Mutation> {
  const value = get(root, path)
  if (schema.type === 'object' && typeof value === 'object' && value !== null) {
    yield change(root, [...path, 'nope'], 1)
    if (path.length > 14) return
    for (const field of schema.fields.values()) yield* mutateField({ root, path: [...path, field.name], field, levels })
  }
  if (schema.type === 'list' && Array.isArray(value)) {
    if (value.length > 0) yield change(root, [...path, value.length], value[0])
    yield change(root, [...path, value.length], null)
    for (const at of value.keys()) {
      if (at > 1) return
      yield* mutateInside({ root, path: [...path, at], schema: schema.items, levels })
      if (schema.items.type !== 'object')
        for (const other of badValues(schema.items)) yield change(root, [...path, at], other)
    }
  }
  if (schema.type === 'map' && typeof value === 'object' && value !== null) {
    const good = fill(schema.values, 2)
    for (const key of ['bad key!', 'a/b/c', '', 'k'.repeat(64), 'example.com/k'])
      yield change(root, [...path, key], good)
    const [first] = Object.keys(value)
    if (first !== undefined) for (const other of badValues(schema.values)) yield change(root, [...path, first], other)
  }
}

/** Values of the wrong type, out of bounds or badly formed; some are good in some places. */
function badValues(schema: Schema): readonly unknown[] {
  switch (schema.type) {
    case 'object':
      return [{}, 'x']
    case 'list':
      return [[], {}]
    case 'map':
      return [{}, []]
    case 'boolean':
      return [true, false, 'x']
    case 'integer':
    case 'number':
      return [-1, 0, 70_000, 1_000_000_000, 'x']
    case 'int-or-string':
      return [-1, 0, 'Bad_Value!', '150%', 70_000]
    case 'string':
      return badStrings(schema.format, schema.enum)
    default:
      return [{}, 'x', 1]
  }
}

function badStrings(format: string | undefined, values: readonly string[] | undefined): readonly unknown[] {
  if (values !== undefined) return ['', 'Nope', ...values, 1]
  if (format === 'quantity') return ['-1', '0', '1.5', 'x', 100]
  if (format === 'time' || format === 'micro-time')
    return ['x', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123456Z', 1]
  if (format === 'duration') return ['x', '1h', '-1s', 1]
  if (format === 'bytes') return ['%%%', '', 'eA==', 1]
  return ['', 'Bad_Value!', 'good-value', 'example.com/x', '/a/../b', 'a'.repeat(300), 1]
}

/** A value that the type allows. */
function fill(schema: Schema, depth: number): unknown {
  switch (schema.type) {
    case 'object': {
      if (depth === 0) return {}
      const needed = [...schema.fields.values()].filter(({ required }) => required === true)
      return Object.fromEntries(needed.map((field) => [field.name, fill(field.schema, depth - 1)]))
    }
    case 'list':
      return [fill(schema.items, depth)]
    case 'map':
      return { k: fill(schema.values, depth) }
    case 'boolean':
      return true
    case 'integer':
    case 'number':
    case 'int-or-string':
      return 1
    case 'string':
      return schema.enum?.find((value) => value !== '') ?? goodStrings[schema.format ?? ''] ?? 'x'
    default:
      return { a: 1 }
  }
}

const goodStrings: Readonly<Record<string, string>> = {
  bytes: 'eA==',
  time: '2026-01-02T03:04:05Z',
  'micro-time': '2026-01-02T03:04:05.123456Z',
  duration: '1h0m0s',
  quantity: '1',
}

function change(root: Json, path: Path, value: unknown): Mutation {
  const shown = value === absent ? 'absent' : JSON.stringify(value)
  const name = `${path.join('.')} = ${shown.length > 40 ? `${shown.slice(0, 40)}…` : shown}`
  return { name, object: set(root, path, value) as Json }
}

function get(value: unknown, path: Path): unknown {
  let found: unknown = value
  for (const name of path) found = (found as Record<string | number, unknown> | undefined)?.[name]
  return found
}

/** A copy with another value at the path. */
export function set(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value]
    if (other === absent && rest.length === 0) copy.splice(Number(name), 1)
    else copy[Number(name)] = set(copy[Number(name)], rest, other)
    return copy
  }
  const copy: Record<string | number, unknown> = { ...(value as Record<string, unknown> | undefined) }
  if (other === absent && rest.length === 0) delete copy[name]
  else copy[name] = set(copy[name], rest, other)
  return copy
}
