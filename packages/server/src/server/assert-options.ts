import type { OptionSchema } from './option-schema.ts'

/**
 * Checks options against their table. Throws a TypeError that names the path of an unknown or ill-typed member and what
 * was expected. A member that is undefined is absent. Text is quoted only where no secret is expected.
 */
export function assertOptions(caller: string, schema: OptionSchema, options: unknown): void {
  try {
    check(schema, options, '')
  } catch (error) {
    if (error instanceof TypeError) error.message = `${caller}: ${error.message}`
    throw error
  }
}

function check(schema: OptionSchema, value: unknown, path: string): void {
  if (schema.anyOf !== undefined) {
    const branch = schema.anyOf.find((candidate) => matches(candidate, value))
    if (branch === undefined) throw mismatch(schema, value, path)
    check(branch, value, path)
  } else if (!matches(schema, value)) throw mismatch(schema, value, path)
  else if (schema.items !== undefined) checkItems(schema.items, value as readonly unknown[], path)
  else if (schema.type === 'object') checkMembers(schema, value as Readonly<Record<string, unknown>>, path)
}

function checkItems(schema: OptionSchema, items: readonly unknown[], path: string): void {
  for (const [index, item] of items.entries()) check(schema, item, `${path}[${index}]`)
}

function checkMembers(schema: OptionSchema, value: Readonly<Record<string, unknown>>, path: string): void {
  const { properties = {}, additionalProperties, required = [] } = schema
  if (additionalProperties !== undefined) {
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) continue
      if (additionalProperties === false) throw new TypeError(unknownMember(join(path, name), name, properties))
      check(additionalProperties, value[name], join(path, name))
    }
  }
  for (const [name, member] of Object.entries(properties)) {
    const given = value[name]
    if (given !== undefined) check(member, given, join(path, name))
    else if (required.includes(name)) throw mismatch(member, given, join(path, name))
  }
}

/** Whether a value is of the type, apart from its members. */
function matches(schema: OptionSchema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, minItems = 0 } = schema
  switch (schema.type) {
    case undefined:
      return true
    case 'array':
      return Array.isArray(value) && value.length >= minItems
    case 'object':
      // A value of the host, which has a title, may be a function with methods.
      if (typeof value === 'function') return schema.title !== undefined
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'string':
      if (typeof value !== 'string' || value.length < minLength) return false
      return schema.enum === undefined || schema.enum.includes(value)
    case 'integer':
      return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
    case 'number':
      return typeof value === 'number' && value >= minimum && value <= maximum
    default:
      return typeof value === schema.type
  }
}

function mismatch(schema: OptionSchema, value: unknown, path: string): TypeError {
  const subject = path === '' ? 'the options' : path
  const expected = [expectedOf(schema)].flat()
  const last = expected.pop() ?? ''
  const text = expected.length === 0 ? last : `${expected.join(', ')} or ${last}`
  return new TypeError(`${subject} must be ${text}${value === undefined ? '' : `, not ${show(value, schema)}`}`)
}

function expectedOf(schema: OptionSchema): string | string[] {
  const { minimum, maximum, minItems, minLength } = schema
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(expectedOf)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value))
  switch (schema.type) {
    case 'array':
      return minItems === undefined ? 'an array' : 'an array that is not empty'
    case 'object':
      return schema.title === undefined ? 'an object' : `${schema.title}${methodsOf(schema)}`
    case 'string':
      return minLength === undefined ? 'a string' : 'a string that is not empty'
    case 'integer':
    case 'number': {
      const noun = schema.type === 'integer' ? 'an integer' : 'a number'
      if (maximum !== undefined) return `${noun} from ${minimum ?? -Infinity} to ${maximum}`
      return minimum === undefined ? noun : `${noun} of at least ${minimum}`
    }
    default:
      return `a ${schema.type ?? 'value'}`
  }
}

function methodsOf({ properties = {}, required = [] }: OptionSchema): string {
  const methods = required.filter((name) => properties[name]?.type === 'function')
  return ` (an object with ${methods.length === 1 ? 'the method' : 'the methods'} ${methods.join(', ')})`
}

/** A value in a message. Text is shown only where a name or a number is expected, which a secret is not. */
function show(value: unknown, { type, enum: names, anyOf = [] }: OptionSchema): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string' && value !== '') {
    const isName = names !== undefined || anyOf.some((branch) => branch.enum !== undefined)
    return isName || type === 'boolean' || type === 'integer' || type === 'number'
      ? JSON.stringify(value.slice(0, 60))
      : 'a string'
  }
  if (value === '') return '""'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function join(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

function unknownMember(path: string, name: string, properties: Readonly<Record<string, OptionSchema>>): string {
  const similar = Object.keys(properties).find((known) => isSimilar(known.toLowerCase(), name.toLowerCase()))
  return `${path} is not an option${similar === undefined ? '' : ` (did you mean ${similar}?)`}`
}

/** Whether one letter is inserted, missing or replaced, or two in a name of more than five letters. */
function isSimilar(known: string, name: string): boolean {
  const limit = known.length > 5 ? 2 : 1
  if (Math.abs(known.length - name.length) > limit) return false
  let row = Array.from({ length: name.length + 1 }, (_, index) => index)
  for (let i = 1; i <= known.length; i++) {
    const next = [i]
    for (let j = 1; j <= name.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (known[i - 1] === name[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return (row[name.length] ?? Infinity) <= limit
}
