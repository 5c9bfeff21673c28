import { FieldErrors, type FieldError } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import type { Schema } from './schema.ts'
import { validateMapList, validateSet } from './validate-unique.ts'
import { isObject, joinPath } from './validate-value.ts'

/** What is wrong with a value beyond the types and rules of its schema. */
export interface StructureErrors {
  /** Objects within the object that do not say what they are. */
  readonly embedded: FieldErrors
  /** Items that a set or a keyed list contains twice. */
  readonly lists: FieldErrors
}

/** Adds what is wrong with a value. Keys of maps stand in brackets in the paths. */
type Walk = (value: unknown, errors: StructureErrors, path: string) => void

/** The errors of a value; nothing if its schema has neither embedded objects nor sets and keyed lists. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema, objectmeta/validation.go and listtype/validation.go
export function validateStructure(schema: Schema, value: unknown, path: string): StructureErrors | undefined {
  const walk = walkOf(schema)
  if (walk === undefined) return undefined
  const errors = { embedded: new FieldErrors(), lists: new FieldErrors() }
  walk(value, errors, path)
  return errors
}

// A memo, not state.
const walks = new WeakMap<Schema, Walk | 'none'>()

function walkOf(schema: Schema): Walk | undefined {
  const known = walks.get(schema)
  if (known !== undefined) return known === 'none' ? undefined : known
  const made = hasStructure(schema, new Set()) ? compileWalk(schema) : undefined
  walks.set(schema, made ?? 'none')
  return made
}

function compileWalk(schema: Schema): Walk {
  if (schema.type === 'map') {
    const { values } = schema
    return (value, errors, path) => {
      if (!isObject(value)) return
      for (const key in value) walkOf(values)?.(value[key], errors, `${path}[${key}]`)
    }
  }
  if (schema.type === 'list') {
    const { items, listType, mapKeys = [] } = schema
    return (value, errors, path) => {
      if (!Array.isArray(value)) return
      if (listType === 'set') validateSet(value, errors.lists, path)
      else if (listType === 'map') validateMapList(value, mapKeys, errors.lists, path)
      const walk = walkOf(items)
      if (walk === undefined) return
      for (let index = 0; index < value.length; index++) walk(value[index], errors, `${path}[${index}]`)
    }
  }
  if (schema.type !== 'object') return () => {}
  const fields = [...schema.fields.values()].filter(
    ({ goSemantics, schema: of }) => goSemantics !== true && hasStructure(of, new Set()),
  )
  const isEmbedded = schema.embeddedResource === true
  return (value, errors, path) => {
    if (!isObject(value)) return
    if (isEmbedded) assertEnvelope(value, errors.embedded, path)
    for (const { name, schema: of } of fields) {
      const item = getOwn(value, name)
      if (item !== undefined) walkOf(of)?.(item, errors, joinPath(path, name))
    }
  }
}

function assertEnvelope(object: Readonly<Record<string, unknown>>, errors: FieldErrors, path: string): void {
  for (const name of ['apiVersion', 'kind']) {
    const item = getOwn(object, name)
    if (item === undefined) errors.required(joinPath(path, name))
    else if (item === '') errors.invalid(joinPath(path, name), '', 'must not be empty')
  }
}

/** Whether there is something to check in a value. Types may contain themselves. */
function hasStructure(schema: Schema, within: Set<Schema>): boolean {
  if (within.has(schema)) return false
  within.add(schema)
  switch (schema.type) {
    case 'object':
      if (schema.embeddedResource === true) return true
      for (const { goSemantics, schema: of } of schema.fields.values()) {
        if (goSemantics !== true && hasStructure(of, within)) return true
      }
      return false
    case 'map':
      return hasStructure(schema.values, within)
    case 'list':
      return schema.listType === 'set' || schema.listType === 'map' || hasStructure(schema.items, within)
    default:
      return false
  }
}

/** Adds errors that were found before. */
export function addErrors(errors: FieldErrors, found: readonly FieldError[]): void {
  for (const { reason, field, message } of found) errors.add(reason, field, message)
}
