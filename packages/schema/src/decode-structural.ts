import { cloneJson, FieldErrors } from '@pinnace/meta'
import { DecodeError, jsonWord } from './decode-error.ts'
import { decodeGoStruct, type GoDecoding } from './decode-go.ts'
import { formatKeyedPath, formatPath } from './decode-path.ts'
import { structPlan } from './go-plan.ts'
import { isEnvelope } from './prune.ts'
import type { Field, ObjectSchema, Schema } from './schema.ts'

type Json = Record<string, unknown>

/**
 * Edits an object of a host's kind in place: unknown fields are dropped, and nulls where the schema does not let null
 * be a value. Values of the wrong type are left for validation, which names the field; only `metadata` and other
 * built-in types inside are read under Go's rules.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go and defaulting/prune.go
export function decodeStructural(object: Json, schema: ObjectSchema, decoding: GoDecoding): Json {
  const { fields, preserveUnknownFields = false, embeddedResource = false } = schema
  const { path } = decoding
  for (const key in object) {
    const field = fields.get(key)
    if (field === undefined) {
      if (preserveUnknownFields || (embeddedResource && isEnvelope(key))) continue
      decoding.report?.(formatPath(path, key))
      delete object[key]
      continue
    }
    const value = object[key]
    if (embeddedResource && isEnvelope(key)) {
      object[key] = decodeEnvelope(key, value, field, decoding)
      continue
    }
    if (value === null) {
      if (!keepsNull(field.schema)) delete object[key]
      continue
    }
    path.push(key)
    const decoded = decodeField(value, field, decoding)
    path.pop()
    if (decoded !== value) object[key] = decoded
  }
  return object
}

function keepsNull(schema: Schema): boolean {
  return schema.nullable === true
}

function decodeField(value: unknown, { goSemantics, schema }: Field, decoding: GoDecoding): unknown {
  if (goSemantics !== true || schema.type !== 'object') return decodeValue(value, schema, decoding)
  if (!isObject(value)) throw notMetadata(value, schema)
  // upstream: the metadata of a custom object is read by itself, so messages name its fields only.
  decoding.unnamed = decoding.path.length
  decodeGoStruct(value, structPlan(schema), decoding)
  decoding.unnamed = 0
  return value
}

/** The apiVersion, kind or metadata of an embedded object: unlike other fields, they are never of a wrong type. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go and algorithm.go
function decodeEnvelope(key: string, value: unknown, { schema }: Field, { path, report }: GoDecoding): unknown {
  const at = `${formatKeyedPath(path)}.${key}`
  if (key !== 'metadata') {
    if (typeof value === 'string') return value
    throw invalidAt(at, value, 'must be a string')
  }
  if (value === null) return {}
  if (schema.type !== 'object') return value
  if (!isObject(value)) throw invalidAt(at, value, notMetadata(value, schema).message)
  // The message about a field of a wrong type quotes all of the metadata.
  const metadata = cloneJson(value)
  const decoding: GoDecoding = { path: [at], unnamed: 1, report }
  try {
    decodeGoStruct(metadata, structPlan(schema), decoding)
  } catch (error) {
    if (error instanceof DecodeError) throw invalidAt(at, value, error.message)
    throw error
  }
  const { failure } = decoding
  if (failure !== undefined) throw invalidAt(at, value, failure.message)
  return metadata
}

function notMetadata(value: unknown, { name = '' }: ObjectSchema): DecodeError {
  const type = name.split('.').slice(-2).join('.')
  return new DecodeError(`json: cannot unmarshal ${jsonWord(value)} into Go value of type ${type}`)
}

function invalidAt(path: string, value: unknown, detail: string): DecodeError {
  const errors = new FieldErrors()
  errors.invalid(path, value, detail)
  return new DecodeError(errors.list.map(({ field, message }) => `${field}: ${message}`).join())
}

function decodeValue(value: unknown, schema: Schema, decoding: GoDecoding): unknown {
  const { path } = decoding
  switch (schema.type) {
    case 'object':
      if (isObject(value)) decodeStructural(value, schema, decoding)
      return value
    case 'map':
      if (!isObject(value)) return value
      for (const key in value) {
        const item = value[key]
        if (item === null) {
          // One with a default becomes that.
          if (!keepsNull(schema.values) && schema.values.default === undefined) delete value[key]
          continue
        }
        path.push({ key })
        const decoded = decodeValue(item, schema.values, decoding)
        path.pop()
        if (decoded !== item) value[key] = decoded
      }
      return value
    case 'list':
      if (!Array.isArray(value)) return value
      for (let index = 0; index < value.length; index++) {
        path.push(index)
        value[index] = decodeValue(value[index], schema.items, decoding)
        path.pop()
      }
      return value
    case 'string':
      // People write `cpu: 1`; the type says text.
      return schema.format === 'quantity' && typeof value === 'number' ? String(value) : value
    default:
      return value
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
