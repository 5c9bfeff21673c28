import { randomBetween, setMember, type Random } from '@pinnace/meta'
import type { Field, ListSchema, NumberSchema, ObjectSchema, Schema, StringSchema } from '@pinnace/schema'

/** Functions that make the values of fields, by path without indexes. */
export type FieldMakers = Readonly<Record<string, (random: Random) => unknown>>

/** What values are made with. */
export interface Generation {
  readonly random: Random
  readonly fields: FieldMakers
}

/** Below this, what may be left out is. */
const maxDepth = 7

/** The fields of a struct: what is required, and now and then the others. */
export function generateStruct(
  schema: ObjectSchema,
  generation: Generation,
  at: string,
  depth: number,
): Record<string, unknown> {
  const struct: Record<string, unknown> = {}
  for (const field of schema.fields.values()) {
    const path = at === '' ? field.name : `${at}.${field.name}`
    if (!isMade(field, generation, path, depth)) continue
    const value = generateField(field.schema, generation, path, depth)
    if (value !== undefined) setMember(struct, field.name, value)
  }
  return struct
}

function isMade({ required }: Field, { random, fields }: Generation, path: string, depth: number): boolean {
  if (required === true || Object.hasOwn(fields, path)) return true
  return depth < maxDepth && chance(random, 0.6)
}

function generateField(schema: Schema, generation: Generation, path: string, depth: number): unknown {
  const { random, fields } = generation
  const make = Object.hasOwn(fields, path) ? fields[path] : undefined
  return make === undefined ? generateValue(schema, generation, path, depth + 1) : make(random)
}

function generateValue(schema: Schema, generation: Generation, path: string, depth: number): unknown {
  const { random } = generation
  switch (schema.type) {
    case 'object':
      if (schema.fields.size === 0) return schema.preserveUnknownFields === true ? { [word(random)]: word(random) } : {}
      return generateStruct(schema, generation, path, depth)
    case 'map': {
      const map: Record<string, unknown> = {}
      const size = Math.max(schema.minProperties ?? 0, below(random, 3))
      while (Object.keys(map).length < size) {
        setMember(map, word(random), generateValue(schema.values, generation, path, depth))
      }
      return map
    }
    case 'list':
      return generateList(schema, generation, path, depth)
    case 'string':
      return generateText(schema, random)
    case 'integer':
    case 'number':
      return generateNumber(schema, random)
    case 'boolean':
      return chance(random, 0.5)
    case 'int-or-string':
      return chance(random, 0.5) ? below(random, 100) : `${below(random, 100)}%`
    case 'raw':
    case 'any':
      return { [word(random)]: word(random) }
  }
}

function generateList(schema: ListSchema, generation: Generation, path: string, depth: number): readonly unknown[] {
  const { listType, mapKeys = [], items, minItems = 0, maxItems = 3 } = schema
  const size = Math.max(minItems, below(generation.random, Math.min(maxItems, 3) + 1))
  const list: unknown[] = []
  const seen = new Set<string>()
  // Items that must differ are tried a few times: a short enumeration may have too few values.
  for (let tries = 0; list.length < size && tries < 20; tries++) {
    const item = generateValue(items, generation, path, depth)
    const identity = listType === 'map' ? mapKeys.map((key) => (item as Record<string, unknown>)[key]) : item
    const id = JSON.stringify(identity)
    if (seen.has(id) && (listType === 'map' || listType === 'set')) continue
    seen.add(id)
    list.push(item)
  }
  return list
}

function generateText({ enum: choices, format, minLength = 0, maxLength = 63 }: StringSchema, random: Random): string {
  const known = (choices ?? []).filter((choice) => choice !== '')
  const chosen = known.length === 0 ? undefined : known[below(random, known.length)]
  if (chosen !== undefined) return chosen
  const two = (from: number, size: number): string => String(from + below(random, size)).padStart(2, '0')
  const time = (): string => `2026-${two(1, 12)}-${two(1, 28)}T${two(0, 24)}:${two(0, 60)}:${two(0, 60)}`
  switch (format) {
    case 'bytes':
      return Buffer.from(random.bytes(1 + below(random, 8))).toString('base64')
    case 'time':
    case 'date-time':
      return `${time()}Z`
    case 'micro-time':
      return `${time()}.${String(below(random, 1_000_000)).padStart(6, '0')}Z`
    case 'duration':
      return `${1 + below(random, 59)}s`
    case 'quantity':
      return `${1 + below(random, 999)}${['', 'm', 'Ki', 'G'][below(random, 4)]}`
    default:
      return word(random).padEnd(minLength, 'x').slice(0, Math.max(1, maxLength))
  }
}

function generateNumber(schema: NumberSchema, random: Random): number {
  const { enum: choices = [], multipleOf = 1 } = schema
  const chosen = choices.length === 0 ? undefined : choices[below(random, choices.length)]
  if (chosen !== undefined) return chosen
  const low = schema.minimum ?? 0
  const high = Math.max(low, schema.maximum ?? low + 1000)
  const from = Math.ceil(low / multipleOf) + (schema.exclusiveMinimum === true ? 1 : 0)
  const number = (from + below(random, Math.floor(high / multipleOf) - from + 1)) * multipleOf
  return schema.type === 'number' && schema.multipleOf === undefined && number < high ? number + 0.5 : number
}

function word(random: Random): string {
  return `w${below(random, 10_000)}`
}

function below(random: Random, count: number): number {
  return Math.floor(randomBetween(random, 0, Math.max(1, count)))
}

function chance(random: Random, share: number): boolean {
  return randomBetween(random, 0, 1) < share
}
