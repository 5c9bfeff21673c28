import { cloneJson, setMember } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import type { Field, Schema } from './schema.ts'

/** Fills an object in place with the defaults of its schema. */
export type Defaulter = (value: unknown) => void

/**
 * Makes the defaulter of a schema: what is absent (or null, where null is not a value) gets its default, then what is
 * there is gone into, the defaults just filled in too. A default filled in is a copy, free to be changed. Parts of the
 * schema without defaults cost nothing. Compiled when first used.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/defaulting/algorithm.go, Default
export function compileDefaults(schema: Schema): Defaulter {
  let compiled: Step | undefined
  return (value) => {
    compiled ??= stepOf(schema)
    compiled(value)
  }
}

type Step = (value: unknown) => void

const nothing: Step = () => {}

// A memo, not state: a step says nothing that its schema does not.
const steps = new WeakMap<Schema, Step>()

function stepOf(schema: Schema): Step {
  const known = steps.get(schema)
  if (known !== undefined) return known
  if (!reachesDefault(schema)) {
    steps.set(schema, nothing)
    return nothing
  }
  // Stands in while the step is made: types may contain themselves.
  let made: Step | undefined
  steps.set(schema, (value) => made?.(value))
  made = makeStep(schema)
  steps.set(schema, made)
  return made
}

function makeStep(schema: Schema): Step {
  switch (schema.type) {
    case 'object':
      return structStep([...schema.fields.values()].flatMap(fieldStep))
    case 'map': {
      const { values } = schema
      const within = stepOf(values)
      return (value) => {
        if (!isObject(value)) return
        for (const key of Object.keys(value)) {
          if (value[key] === null && values.nullable !== true && values.default !== undefined) {
            setMember(value, key, cloneJson(values.default))
          }
          within(value[key])
        }
      }
    }
    case 'list': {
      const { items } = schema
      const within = stepOf(items)
      return (value) => {
        if (!Array.isArray(value)) return
        for (let index = 0; index < value.length; index++) {
          if (value[index] === null && items.nullable !== true && items.default !== undefined) {
            value[index] = cloneJson(items.default)
          }
          within(value[index])
        }
      }
    }
    default:
      return nothing
  }
}

interface FieldStep {
  readonly name: string
  readonly nullable: boolean
  readonly initial: unknown
  readonly within: Step
}

function fieldStep(field: Field): readonly FieldStep[] {
  const { name, schema } = field
  const initial = hasDefault(field) ? schema.default : undefined
  const within = stepOf(schema)
  if (initial === undefined && within === nothing) return []
  return [{ name, nullable: schema.nullable === true, initial, within }]
}

function structStep(fields: readonly FieldStep[]): Step {
  return (value) => {
    if (!isObject(value)) return
    for (const { name, nullable, initial, within } of fields) {
      let current = getOwn(value, name)
      if (initial !== undefined && (current === undefined || (current === null && !nullable))) {
        current = cloneJson(initial)
        setMember(value, name, current)
      }
      if (within !== nothing && typeof current === 'object') within(current)
    }
  }
}

/** A default that is the zero value of a field which leaves zero values out is not written either. */
function hasDefault({ schema, omitEmpty = false, pointer = false }: Field): boolean {
  const initial = schema.default
  if (initial === undefined) return false
  return !(omitEmpty && !pointer && (initial === '' || initial === 0 || initial === false))
}

// Schemas from which no default is reached. Those from which one is are asked once each.
const withoutDefaults = new WeakSet<Schema>()

function reachesDefault(schema: Schema): boolean {
  const seen = new Set<Schema>()
  const search = (at: Schema): boolean => {
    if (seen.has(at) || withoutDefaults.has(at)) return false
    seen.add(at)
    switch (at.type) {
      case 'object':
        for (const field of at.fields.values()) if (hasDefault(field) || search(field.schema)) return true
        return false
      case 'map':
        return at.values.default !== undefined || search(at.values)
      case 'list':
        return at.items.default !== undefined || search(at.items)
      default:
        return false
    }
  }
  if (search(schema)) return true
  for (const at of seen) withoutDefaults.add(at)
  return false
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
