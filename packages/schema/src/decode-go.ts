import { setMember } from '@pinnace/meta'
import { DecodeError, jsonWord, type TypeMismatch } from './decode-error.ts'
import { formatFieldNames, formatPath, type DecodePath } from './decode-path.ts'
import {
  booleanCode,
  byteCode,
  bytesCode,
  doubleCode,
  durationCode,
  int32Code,
  int64Code,
  intOrStringCode,
  listCode,
  mapCode,
  microTimeCode,
  quantityCode,
  stringCode,
  structCode,
  structOf,
  structPlan,
  timeCode,
  valuePlan,
  type FieldPlan,
  type StructPlan,
  type ValuePlan,
} from './go-plan.ts'
import { decodeBytes, decodeDuration, decodeMicroTime, decodeQuantity, decodeTime } from './decode-text.ts'
import { noteEmptied } from './emptied.ts'
import type { ObjectSchema } from './schema.ts'

/** What one decoding carries along. */
export interface GoDecoding {
  readonly path: DecodePath
  /** Steps of the path that messages about types leave out: those to the metadata of a custom object. */
  unnamed?: number
  /** Values that the schema leaves open may contain symbols for numbers. */
  hasLiterals?: boolean
  /** The first value of a wrong type. Only errors of values with a text form of their own end the decoding. */
  // upstream: encoding/json, decode.go, saveError
  failure?: DecodeError | undefined
  report: ((path: string) => void) | undefined
}

type Json = Record<string, unknown>

/**
 * Edits a struct in place into what Go's typed round trip writes. The loop is over what the client sent, not over what
 * the type has: a container has 25 fields and an object six of them.
 */
// upstream: encoding/json and sigs.k8s.io/json, decode.go (object, array, literalStore); encode.go (struct fields)
export function decodeGoStruct(object: Json, plan: StructPlan, decoding: GoDecoding): void {
  const { fields, filled } = plan
  for (const key in object) {
    const field = fields.get(key)
    if (field === undefined) {
      decoding.report?.(formatPath(decoding.path, key))
      delete object[key]
      continue
    }
    const value = object[key]
    switch (field.code) {
      case stringCode:
        if (typeof value === 'string') {
          if (value === '' && field.dropsZero) delete object[key]
          continue
        }
        break
      case int32Code:
        if (typeof value === 'number' && (value | 0) === value) {
          if (value === 0 && field.dropsZero) delete object[key]
          continue
        }
        break
      case int64Code:
        if (typeof value === 'number' && Number.isSafeInteger(value)) {
          if (value === 0 && field.dropsZero) delete object[key]
          continue
        }
        break
      case booleanCode:
        if (typeof value === 'boolean') {
          if (!value && field.dropsZero) delete object[key]
          continue
        }
        break
      case structCode:
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          decoding.path.push(field.step)
          decodeGoStruct(value as Json, structOf(field.value), decoding)
          decoding.path.pop()
          continue
        }
        break
      case listCode:
        if (Array.isArray(value)) {
          if (value.length === 0) {
            noteEmptied(object, key, value)
            if (field.dropsZero) delete object[key]
            continue
          }
          decoding.path.push(field.step)
          decodeList(value, field.value.inner!, plan.goName, decoding)
          decoding.path.pop()
          continue
        }
        break
      case mapCode:
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          decoding.path.push(field.step)
          const size = decodeMap(value as Json, field.value.inner!, plan.goName, decoding)
          decoding.path.pop()
          if (size === 0) {
            noteEmptied(object, key, value as Json)
            if (field.dropsZero) delete object[key]
          }
          continue
        }
        break
      default:
    }
    if (value === null) decodeNull(object, field)
    else decodeOther(object, field, plan.goName, decoding)
  }
  for (const field of filled) {
    if (object[field.name] === undefined) object[field.name] = field.absent === 'null' ? null : zeroField(field)
  }
}

/** A field that is `null`: it becomes what it would be if it were absent. */
function decodeNull(object: Json, field: FieldPlan): void {
  if (field.absent === 'null') return
  if (field.absent === 'zero') object[field.name] = zeroField(field)
  else delete object[field.name]
}

/** A field of a less common type, or with a value of the wrong type; `owner` is the Go name of the struct. */
function decodeOther(object: Json, field: FieldPlan, owner: string, decoding: GoDecoding): void {
  const key = field.name
  const value = object[key]
  decoding.path.push(field.step)
  const decoded = decodeValue(value, field.value, owner, decoding)
  decoding.path.pop()
  if (decoded === null && field.omitZero) delete object[key]
  else if (field.dropsZero && (decoded === 0 || decoded === '')) delete object[key]
  else if (decoded !== value) object[key] = decoded
}

function decodeList(list: unknown[], items: ValuePlan, owner: string, decoding: GoDecoding): void {
  const { code } = items
  const { path } = decoding
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (code === stringCode && typeof item === 'string') continue
    path.push(index)
    if (code === structCode && typeof item === 'object' && item !== null && !Array.isArray(item)) {
      decodeGoStruct(item as Json, structOf(items), decoding)
    } else {
      list[index] = item === null ? zeroItem(items) : decodeValue(item, items, owner, decoding)
    }
    path.pop()
  }
}

/** Returns how many entries the map has. Only keys that are there are set, so `__proto__` is a key like any other. */
function decodeMap(map: Json, values: ValuePlan, owner: string, decoding: GoDecoding): number {
  const { code } = values
  let size = 0
  for (const key in map) {
    size++
    const value = map[key]
    if (code === stringCode && typeof value === 'string') continue
    decoding.path.push({ key })
    const decoded = value === null ? zeroItem(values) : decodeValue(value, values, owner, decoding)
    if (decoded !== value) map[key] = decoded
    decoding.path.pop()
  }
  return size
}

/** A value that is not null; `owner` is the innermost struct around it. */
function decodeValue(value: unknown, plan: ValuePlan, owner: string, decoding: GoDecoding): unknown {
  switch (plan.code) {
    case stringCode:
      if (typeof value === 'string') return value
      break
    case booleanCode:
      if (typeof value === 'boolean') return value
      break
    case int32Code:
    case byteCode:
    case int64Code:
      if (isInteger(value, plan.code)) return value
      decoding.failure ??= mismatch(numberOrWord(value), plan.goType, owner, { ...decoding, value, code: plan.code })
      return value
    case doubleCode:
      if (typeof value === 'number') return value
      if (typeof value === 'bigint') return Number(value)
      if (typeof value === 'symbol') return Number(value.description)
      break
    case bytesCode:
      if (typeof value === 'string') return value === '' ? value : savedBytes(value, decoding)
      if (Array.isArray(value)) {
        decodeList(value, byteItem, owner, decoding)
        return Buffer.from(value as number[]).toString('base64')
      }
      break
    case timeCode:
      if (typeof value === 'string') return decodeTime(value)
      throw mismatch(jsonWord(value), 'string', owner, decoding)
    case microTimeCode:
      if (typeof value === 'string') return decodeMicroTime(value)
      throw mismatch(jsonWord(value), 'string', owner, decoding)
    case durationCode:
      if (typeof value === 'string') return decodeDuration(value)
      throw mismatch(jsonWord(value), 'string', owner, decoding)
    case quantityCode:
      return decodeQuantity(value)
    case intOrStringCode:
      if (typeof value === 'string' || isInteger(value, int32Code)) return value
      throw mismatch(numberOrWord(value), 'int32', owner, decoding)
    case structCode:
      if (!isObject(value)) break
      decodeGoStruct(value, structOf(plan), decoding)
      return value
    case listCode:
      if (!Array.isArray(value)) break
      decodeList(value, plan.inner!, owner, decoding)
      return value
    case mapCode:
      if (!isObject(value)) break
      decodeMap(value, plan.inner!, owner, decoding)
      return value
    default:
      return decoding.hasLiterals === true ? parsedNumbers(value) : value
  }
  decoding.failure ??= mismatch(jsonWord(value), plan.goType, owner, { ...decoding, value, code: plan.code })
  return value
}

function savedBytes(value: string, decoding: GoDecoding): string {
  try {
    return decodeBytes(value)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    decoding.failure ??= error
    return value
  }
}

/** A value that any JSON may be, with its symbols as the numbers that they stand for. */
function parsedNumbers(value: unknown): unknown {
  if (typeof value === 'symbol') return Number(value.description)
  if (Array.isArray(value)) return value.map(parsedNumbers)
  if (!isObject(value)) return value
  for (const key of Object.keys(value)) setMember(value, key, parsedNumbers(value[key]))
  return value
}

const byteItem: ValuePlan = valuePlan({ type: 'integer', format: 'byte' })

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isInteger(value: unknown, code: number): boolean {
  if (typeof value === 'number') {
    if (code === int32Code) return (value | 0) === value
    if (code === byteCode) return (value & 255) === value
    return Number.isSafeInteger(value)
  }
  return code === int64Code && typeof value === 'bigint' && BigInt.asIntN(64, value) === value
}

function numberOrWord(value: unknown): string {
  if (typeof value === 'symbol') return `number ${value.description}`
  return typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : jsonWord(value)
}

// upstream: encoding/json, decode.go, UnmarshalTypeError.Error
function mismatch(
  word: string,
  goType: string,
  owner: string,
  { path, unnamed = 0, value, code }: GoDecoding & { readonly value?: unknown; readonly code?: number },
): DecodeError {
  const names = formatFieldNames(path, unnamed)
  const place = names === '' ? 'value' : `struct field ${owner}.${names}`
  const kind = code === undefined ? undefined : kinds[code]
  return new DecodeError(
    `json: cannot unmarshal ${word} into Go ${place} of type ${goType}`,
    kind === undefined ? {} : { mismatch: { value, kind, goType } },
  )
}

const kinds: Readonly<Record<number, TypeMismatch['kind']>> = {
  [stringCode]: 'string',
  [booleanCode]: 'bool',
  [int32Code]: 'int32',
  [int64Code]: 'int64',
  [byteCode]: 'uint8',
  [doubleCode]: 'float64',
  [structCode]: 'struct',
  [listCode]: 'slice',
  [bytesCode]: 'slice',
  [mapCode]: 'map',
}

/** The zero value of a struct of a built-in type, in JSON. */
export function zeroStruct(schema: ObjectSchema): Record<string, unknown> {
  return zeroStructOf(structPlan(schema))
}

function zeroStructOf({ filled }: StructPlan): Json {
  const object: Json = {}
  for (const field of filled) object[field.name] = field.absent === 'null' ? null : zeroField(field)
  return object
}

/** The zero value of a field that is written though nothing was given. */
function zeroField(field: FieldPlan): unknown {
  // A list of objects is never written as null.
  if (field.name === 'items' && field.code === listCode) return []
  return zeroValue(field.value)
}

/** What stands for `null` in a list or a map. */
function zeroItem(plan: ValuePlan): unknown {
  return plan.code === bytesCode ? '' : zeroValue(plan)
}

function zeroValue(plan: ValuePlan): unknown {
  switch (plan.code) {
    case stringCode:
      return ''
    case booleanCode:
      return false
    case int32Code:
    case int64Code:
    case byteCode:
    case doubleCode:
    case intOrStringCode:
      return 0
    case quantityCode:
      return '0'
    case durationCode:
      return '0s'
    case structCode:
      return zeroStructOf(structOf(plan))
    default:
      return null
  }
}
