import { isDns1035Label, type FieldErrors, type ObjectMeta } from '@pinnace/meta'
import type { ObjectSchema, Schema } from '@pinnace/schema'
import { nameIsPathSegment } from '../names.ts'
import { validateObjectMeta } from '../object-meta.ts'

/** Adds what is wrong with the objects that stand within an object: what they say they are, and their metadata. */
export type CheckEmbedded = (object: unknown, errors: FieldErrors) => void

/** The check of a schema's embedded objects; nothing where it has none. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/objectmeta/validation.go
export function embeddedObjectsOf(schema: ObjectSchema): CheckEmbedded | undefined {
  if (!hasEmbedded(schema)) return undefined
  return (object, errors) => walk(object, schema, '', errors)
}

function hasEmbedded(schema: Schema): boolean {
  switch (schema.type) {
    case 'object':
      if (schema.embeddedResource === true) return true
      for (const { goSemantics, schema: inner } of schema.fields.values()) {
        if (goSemantics !== true && hasEmbedded(inner)) return true
      }
      return false
    case 'map':
      return hasEmbedded(schema.values)
    case 'list':
      return hasEmbedded(schema.items)
    default:
      return false
  }
}

function walk(value: unknown, schema: Schema, path: string, errors: FieldErrors): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (schema.type !== 'list') return
    for (const [index, item] of value.entries()) walk(item, schema.items, `${path}[${index}]`, errors)
    return
  }
  const object = value as Readonly<Record<string, unknown>>
  if (schema.type === 'map') {
    for (const key of Object.keys(object)) walk(object[key], schema.values, `${path}[${key}]`, errors)
  } else if (schema.type === 'object') {
    if (schema.embeddedResource === true) validateEmbedded(object, path, errors)
    for (const [name, field] of schema.fields) {
      if (field.goSemantics === true || !Object.hasOwn(object, name)) continue
      walk(object[name], field.schema, path === '' ? name : `${path}.${name}`, errors)
    }
  }
}

/** Adds what is wrong with what an object says it is, and with its metadata; `path` is empty for the root. */
export function validateEmbedded(object: Readonly<Record<string, unknown>>, path: string, errors: FieldErrors): void {
  const { apiVersion, kind, metadata } = object
  const at = path === '' ? '' : `${path}.`
  if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    errors.invalid(`${at}apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
  }
  if (typeof kind === 'string' && kind !== '') {
    const problems = isDns1035Label(kind.toLowerCase())
    if (problems.length > 0) {
      const detail = `may have mixed case, but should otherwise match: ${problems.join(',')}`
      errors.invalid(`${at}kind`, kind, detail)
    }
  }
  if (typeof metadata !== 'object' || metadata === null) return
  const meta = metadata as ObjectMeta
  const named = meta.name === undefined || meta.name === '' ? { ...meta, name: 'fakename' } : meta
  const namespaced = (meta.namespace ?? '') !== ''
  validateObjectMeta(named, { namespaced, validateName: nameIsPathSegment, path: `${at}metadata` }, errors)
}
