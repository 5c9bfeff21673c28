import { DecodeError, jsonWord } from './decode-error.ts'
import { decodeGoStruct, type GoDecoding } from './decode-go.ts'
import { formatPath } from './decode-path.ts'
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
  if (!isObject(value)) {
    if (decoding.path.length > 1) return decodeValue(value, schema, decoding)
    const type = schema.name?.split('.').slice(-2).join('.')
    throw new DecodeError(`json: cannot unmarshal ${jsonWord(value)} into Go value of type ${type}`)
  }
  // upstream: the metadata of a custom object is read by itself, so messages name its fields only.
  decoding.unnamed = decoding.path.length
  decodeGoStruct(value, structPlan(schema), decoding)
  decoding.unnamed = 0
  return value
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
