import type { FieldErrors } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import { compilePattern } from './patterns.ts'
import type { ListSchema, MapSchema, NumberSchema, ObjectSchema, Schema, StringSchema, ValueRules } from './schema.ts'
import { formatName, hasFormat } from './validate-format.ts'
import { compileRules } from './validate-rules.ts'
import {
  countCharacters,
  isInteger,
  isObject,
  joinPath,
  jsonType,
  multipleProblem,
  notInFormat,
} from './validate-value.ts'
import { addErrors, validateStructure } from './validate-structure.ts'

/** Adds to `errors` what a value violates of its schema; `path` is where the value stands, nothing for the object. */
export type Validator = (value: unknown, errors: FieldErrors, path?: string) => void

/**
 * Makes the validator of a host's kind. A pattern that is no RE2 expression is a TypeError. Built-in types inside
 * (`metadata`) are not gone into: decoding has, and their own validation does.
 */
// upstream: kube-openapi/pkg/validation/validate and apiextensions-apiserver/pkg/apiserver/validation/validation.go
export function compileValidator(schema: Schema): Validator {
  const validate = compileTypeValidator(schema)
  return (value, errors, path = '') => {
    validate(value, errors, path)
    const structure = validateStructure(schema, value, path)
    if (structure === undefined) return
    addErrors(errors, structure.embedded.list)
    addErrors(errors, structure.lists.list)
  }
}

/** The validator of the types and rules of a schema: embedded objects and items that repeat are not judged. */
export function compileTypeValidator(schema: Schema): Validator {
  let check = compiled.get(schema)
  if (check === undefined) compiled.set(schema, (check = compile(schema, new Map())))
  const checked = check
  return (value, errors, path = '') => checked(value, errors, path, '')
}

// A memo, not state: kinds whose definitions say the same are checked by the same functions.
const compiled = new WeakMap<Schema, Check>()

/** A path is put together where it is needed: of what holds other values, and of what is wrong. */
type Check = (value: unknown, errors: FieldErrors, parent: string, step: string | number) => void

function compile(schema: Schema, known: Map<Schema, Check>): Check {
  const ready = known.get(schema)
  if (ready !== undefined) return ready
  // Stands in while the check is made: types may contain themselves.
  let made: Check | undefined
  known.set(schema, (value, errors, parent, step) => made?.(value, errors, parent, step))
  const plain = compileType(schema, known)
  const check = schema.rules === undefined ? plain : ruledCheck(schema, schema.rules, plain)
  const nullable = schema.nullable === true || schema.type === 'any' || schema.untyped === true
  const type = typeName(schema)
  made = (value, errors, parent, step) => {
    if (value === null) {
      if (!nullable) wrongType(errors, joinPath(parent, step), type, 'null')
    } else check(value, errors, parent, step)
  }
  known.set(schema, made)
  return made
}

// upstream: kube-openapi/pkg/validation/validate/schema.go – a scalar's type goes first; what is inside a value comes
// after the combinations and before the rules of the value itself.
function ruledCheck({ type }: Schema, rules: ValueRules, check: Check): Check {
  const { combined, sizes, own } = compileRules(rules)
  const holds = type === 'object' || type === 'map' || type === 'list'
  return (value, errors, parent, step) => {
    const path = joinPath(parent, step)
    if (holds) combined?.(value, errors, path)
    if (sizes !== undefined && isObject(value) && !sizes(value, errors, path)) return
    check(value, errors, parent, step)
    if (!holds) combined?.(value, errors, path)
    own?.(value, errors, path)
  }
}

function compileType(schema: Schema, known: Map<Schema, Check>): Check {
  switch (schema.type) {
    case 'object':
      return structCheck(schema, known)
    case 'map':
      return mapCheck(schema, known)
    case 'list':
      return listCheck(schema, known)
    case 'string':
      return stringCheck(schema)
    case 'integer':
    case 'number':
      return numberCheck(schema)
    case 'boolean':
      return (value, errors, parent, step) => {
        if (typeof value !== 'boolean') wrongType(errors, joinPath(parent, step), 'boolean', jsonType(value))
      }
    case 'int-or-string':
      return (value, errors, parent, step) => {
        if (typeof value !== 'string' && !isInt64(value)) {
          wrongType(errors, joinPath(parent, step), 'integer,string', isInteger(value) ? 'number' : jsonType(value))
        }
      }
    case 'raw':
      return (value, errors, parent, step) => {
        if (!isObject(value)) wrongType(errors, joinPath(parent, step), 'object', jsonType(value))
      }
    default:
      return () => {}
  }
}

function structCheck(schema: ObjectSchema, known: Map<Schema, Check>): Check {
  const fields = [...schema.fields.values()].map(({ name, schema: of, required = false, goSemantics }) => ({
    name,
    required,
    // Only these can be read off a prototype.
    isInherited: name in Object.prototype,
    check: goSemantics === true ? undefined : compile(of, known),
  }))
  return (value, errors, parent, step) => {
    const path = joinPath(parent, step)
    if (!isObject(value)) {
      if (schema.untyped !== true) wrongType(errors, path, 'object', jsonType(value))
      return
    }
    for (const { name, required, isInherited, check } of fields) {
      const item = isInherited ? getOwn(value, name) : value[name]
      if (item === undefined) {
        if (required) errors.required(joinPath(path, name))
      } else check?.(item, errors, path, name)
    }
  }
}

function mapCheck({ values, minProperties, maxProperties }: MapSchema, known: Map<Schema, Check>): Check {
  const check = compile(values, known)
  return (value, errors, parent, step) => {
    const path = joinPath(parent, step)
    if (!isObject(value)) {
      wrongType(errors, path, 'object', jsonType(value))
      return
    }
    if (minProperties !== undefined || maxProperties !== undefined) {
      const size = Object.keys(value).length
      if (minProperties !== undefined && size < minProperties) {
        errors.invalid(path, size, `${path} in body should have at least ${minProperties} properties`)
      }
      if (maxProperties !== undefined && size > maxProperties) errors.tooMany(path, size, maxProperties)
    }
    for (const key in value) check(value[key], errors, path, key)
  }
}

function listCheck({ items, minItems, maxItems }: ListSchema, known: Map<Schema, Check>): Check {
  const check = compile(items, known)
  return (value, errors, parent, step) => {
    const path = joinPath(parent, step)
    if (!Array.isArray(value)) {
      wrongType(errors, path, 'array', jsonType(value))
      return
    }
    if (minItems !== undefined && value.length < minItems) {
      errors.invalid(path, value.length, `${path} in body should have at least ${minItems} items`)
    }
    if (maxItems !== undefined && value.length > maxItems) errors.tooMany(path, value.length, maxItems)
    for (let index = 0; index < value.length; index++) check(value[index], errors, path, index)
  }
}

function stringCheck(schema: StringSchema): Check {
  const { format, pattern, minLength, maxLength } = schema
  const allowed = schema.closedEnum === true && schema.enum !== undefined ? new Set(schema.enum) : undefined
  const checkPattern = pattern === undefined ? undefined : compilePattern(pattern)
  return (value, errors, parent, step) => {
    if (typeof value !== 'string') {
      wrongType(errors, joinPath(parent, step), 'string', jsonType(value))
      return
    }
    if (allowed !== undefined && !allowed.has(value))
      errors.notSupported(joinPath(parent, step), value, schema.enum ?? [])
    if (maxLength !== undefined && value.length > maxLength && countCharacters(value) > maxLength) {
      errors.tooLong(joinPath(parent, step), maxLength)
    }
    // A character takes one or two units: only between those is counting needed.
    if (minLength !== undefined && value.length < 2 * minLength && countCharacters(value) < minLength) {
      const path = joinPath(parent, step)
      errors.invalid(path, value, `${path} in body should be at least ${minLength} chars long`)
    }
    const mismatch = checkPattern?.(value)
    if (mismatch !== undefined) {
      const path = joinPath(parent, step)
      errors.invalid(path, value, `${path} in body ${mismatch}`)
    }
    if (format !== undefined && !hasFormat(value, format)) {
      const path = joinPath(parent, step)
      errors.typeInvalid(path, value, `${path} in body must be of type ${formatName(format)}: ${JSON.stringify(value)}`)
    }
  }
}

function numberCheck(schema: NumberSchema): Check {
  const { type, format, minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf } = schema
  const allowed = schema.enum
  return (value, errors, parent, step) => {
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    if (type === 'integer' ? !isInt64(value) : !isNumber) {
      const path = joinPath(parent, step)
      wrongNumber(errors, path, schema, value)
      if (isNumber) notInFormat(errors, path, schema)
      return
    }
    const number = value as number | bigint
    const add = (text: string): void => {
      const path = joinPath(parent, step)
      errors.invalid(path, number, `${path} in body ${text}`)
    }
    if (allowed !== undefined && !allowed.includes(Number(number))) {
      errors.notSupported(joinPath(parent, step), number, allowed.map(String))
    }
    if ((type === 'integer' || format !== undefined) && !isInRange(number, format)) {
      notInFormat(errors, joinPath(parent, step), schema)
    }
    if (multipleOf !== undefined) {
      const path = joinPath(parent, step)
      const problem = multipleProblem(number, multipleOf, path)
      if (problem !== undefined) errors.invalid(path, number, problem)
    }
    if (maximum !== undefined && (exclusiveMaximum ? number >= maximum : number > maximum)) {
      add(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`)
    }
    if (minimum !== undefined && (exclusiveMinimum ? number <= minimum : number < minimum)) {
      add(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`)
    }
  }
}

/** A whole number of 64 bits: others are floating-point numbers to Go. */
function isInt64(value: unknown): boolean {
  return isInteger(value) && isInRange(value as number | bigint, 'int64')
}

/** The largest number of 32 bits. */
const largestFloat = 3.4028234663852886e38

function isInRange(value: number | bigint, format: NumberSchema['format']): boolean {
  if (format === 'int32') return value >= -2_147_483_648 && value <= 2_147_483_647
  if (format === 'byte') return value >= 0 && value <= 255
  if (format === 'float') return Math.abs(Number(value)) <= largestFloat
  if (format === 'double') return true
  // The smallest integer is read as a bigint: a number is what rounds to it.
  return typeof value === 'number' ? Math.abs(value) < 2 ** 63 : BigInt.asIntN(64, value) === value
}

function typeName({ type }: Schema): string {
  if (type === 'list') return 'array'
  if (type === 'int-or-string') return 'integer,string'
  return type === 'map' || type === 'raw' ? 'object' : type
}

// upstream: kube-openapi/pkg/validation/errors/schema.go, InvalidType – the value named is the type that was found.
function wrongType(errors: FieldErrors, path: string, type: string, found: string): void {
  errors.typeInvalid(path, found, `${path} in body must be of type ${type}: ${JSON.stringify(found)}`)
}

// upstream: kube-openapi/pkg/validation/validate/type.go – a value other than a string or a list is described by its format.
function wrongNumber(errors: FieldErrors, path: string, { type, format }: NumberSchema, value: unknown): void {
  const found = isInteger(value) ? 'number' : jsonType(value)
  if (format === undefined || found === 'string' || found === 'array') wrongType(errors, path, type, found)
  else wrongType(errors, path, format, found === 'number' ? 'float64' : '')
}
