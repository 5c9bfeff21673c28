import { encodeBase64 } from './base64.ts'
import { fail } from './failure.ts'
import { formatValue } from './format.ts'
import { mapKeyOf } from './map-key.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { StructValue } from './struct.ts'
import { CelList, CelMap, CelOptional, type CelValue } from './value.ts'

/** A value that JSON can say. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue }

const maxDepth = 200

/**
 * A value for people and JSON: integers beyond 2^53 and numbers that are not finite as texts, bytes as Base64, times,
 * durations and types as texts, an optional as its value or null, and other objects by the names of their types.
 * @throws a failure for a value that nests more than 200 deep
 */
export function toPlainValue(value: CelValue, depth: number = 0): PlainValue {
  if (depth > maxDepth) return fail('value nests too deeply')
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') {
    return value
  }
  if (typeof value === 'bigint') return String(value)
  if (value instanceof CelUint) return plainInteger(value.value)
  if (value instanceof CelDouble) return Number.isFinite(value.value) ? value.value : formatValue(value)
  if (value instanceof Uint8Array) return encodeBase64(value)
  if (value instanceof CelOptional) return value.value === undefined ? null : toPlainValue(value.value, depth + 1)
  if (value instanceof CelList) {
    return Array.from({ length: value.size }, (_, index) => toPlainValue(value.at(index), depth + 1))
  }
  if (value instanceof CelMap) return plainMap(value, depth)
  if (value instanceof StructValue) {
    return Object.fromEntries(Array.from(value.values, ([name, field]) => [name, toPlainValue(field, depth + 1)]))
  }
  return formatValue(value)
}

function plainInteger(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value)
}

function plainMap(map: CelMap, depth: number): PlainValue {
  const entries: [string, PlainValue][] = []
  for (const key of map.keys()) {
    const found = map.get(mapKeyOf(key) ?? '')
    entries.push([formatValue(key), toPlainValue(found ?? null, depth + 1)])
  }
  return Object.fromEntries(entries)
}
