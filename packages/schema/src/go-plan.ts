import type { EmbeddedStep } from './decode-path.ts'
import type { Field, ObjectSchema, Schema } from './schema.ts'

// What kind of value a plan reads. Plain constants, so that the hot switch compares small integers.
export const stringCode = 0
export const booleanCode = 1
export const int32Code = 2
export const int64Code = 3
export const doubleCode = 4
export const structCode = 5
export const listCode = 6
export const mapCode = 7
export const bytesCode = 8
export const timeCode = 9
export const microTimeCode = 10
export const durationCode = 11
export const quantityCode = 12
export const intOrStringCode = 13
const rawCode = 14
export const byteCode = 15

/** How a value of one schema is read and written under Go's rules. */
export interface ValuePlan {
  readonly code: number
  /** The type as messages print it. */
  readonly goType: string
  /** Items of a list, values of a map. */
  readonly inner: ValuePlan | undefined
  readonly schema: Schema
  /** The struct's plan, made when first needed: types may contain themselves. */
  struct: StructPlan | undefined
}

/** How a field is read and written. */
export interface FieldPlan {
  readonly name: string
  /** Its place among the fields of the struct. */
  readonly index: number
  /** The field in paths. */
  readonly step: string | EmbeddedStep
  readonly code: number
  readonly value: ValuePlan
  /** A zero value is left out. */
  readonly dropsZero: boolean
  /** A zero time or an absent struct is left out too. */
  readonly omitZero: boolean
  /** What stands where nothing was given: nothing, `null`, or the zero value. */
  readonly absent: 'nothing' | 'null' | 'zero'
}

/** How a struct is read and written. */
export interface StructPlan {
  /** Bare name in messages about types. */
  readonly goName: string
  readonly fields: ReadonlyMap<string, FieldPlan>
  /** Fields that are written even where nothing was given. */
  readonly filled: readonly FieldPlan[]
}

/** The plan of a struct; the same schema has one plan, shared by every kind that contains it. */
export function structPlan(schema: ObjectSchema): StructPlan {
  const known = plans.get(schema)
  if (known !== undefined) return known
  const fields = new Map<string, FieldPlan>()
  for (const field of schema.fields.values()) fields.set(interned(field.name), fieldPlan(field, fields.size))
  const plan: StructPlan = {
    goName: schema.name?.split('.').at(-1) ?? '',
    fields,
    filled: [...fields.values()].filter(({ absent }) => absent !== 'nothing'),
  }
  plans.set(schema, plan)
  return plan
}

/** The plan of the struct that a value is; made when first needed. */
export function structOf(plan: ValuePlan): StructPlan {
  return (plan.struct ??= structPlan(plan.schema as ObjectSchema))
}

/** The same text as the engine keeps it for property names: look-ups then compare pointers, not characters. */
function interned(name: string): string {
  return Object.keys({ [name]: undefined })[0]!
}

// A memo, not state: a plan says nothing that its schema does not.
const plans = new WeakMap<ObjectSchema, StructPlan>()

/** The plan of a value. */
export function valuePlan(schema: Schema): ValuePlan {
  const inner = schema.type === 'list' ? schema.items : schema.type === 'map' ? schema.values : undefined
  return {
    code: codeOf(schema),
    goType: goType(schema),
    inner: inner === undefined ? undefined : innerPlan(inner, schema.type),
    schema,
    struct: undefined,
  }
}

function innerPlan(inner: Schema, outer: 'list' | 'map' | (string & {})): ValuePlan {
  const plan = valuePlan(inner)
  return outer === 'map' && plan.goType === '[]string' ? { ...plan, goType: extraValue } : plan
}

/** The one map of lists is that of what an authenticator says of a user besides. */
const extraValue = 'v1.ExtraValue'

function fieldPlan(field: Field, index: number): FieldPlan {
  const { name, pointer = false, omitEmpty = false, omitZero = false } = field
  const value = valuePlan(field.schema)
  const { code } = value
  // upstream: encoding/json, encode.go, isEmptyValue – a struct is never empty, so omitempty says nothing of it.
  const neverEmpty =
    code === structCode ||
    code === timeCode ||
    code === microTimeCode ||
    code === durationCode ||
    code === quantityCode ||
    code === intOrStringCode ||
    code === rawCode
  const leftOut = omitZero || (omitEmpty && (pointer || !neverEmpty))
  return {
    name: interned(name),
    index,
    step: field.embeddedIn === undefined ? interned(name) : { key: name, goPath: `${field.embeddedIn}.${name}` },
    code,
    value,
    dropsZero: omitEmpty && !pointer && !neverEmpty,
    omitZero,
    absent: leftOut ? 'nothing' : pointer ? 'null' : 'zero',
  }
}

const stringCodes: Readonly<Record<string, number>> = {
  bytes: bytesCode,
  time: timeCode,
  'micro-time': microTimeCode,
  duration: durationCode,
  quantity: quantityCode,
}

function codeOf(schema: Schema): number {
  switch (schema.type) {
    case 'string':
      return schema.format === undefined ? stringCode : (stringCodes[schema.format] ?? stringCode)
    case 'boolean':
      return booleanCode
    case 'integer':
      return schema.format === 'int32' ? int32Code : schema.format === 'byte' ? byteCode : int64Code
    case 'number':
      return doubleCode
    case 'object':
      return structCode
    case 'list':
      return listCode
    case 'map':
      return mapCode
    case 'int-or-string':
      return intOrStringCode
    default:
      return rawCode
  }
}

const goFormats: Readonly<Record<string, string>> = {
  bytes: '[]uint8',
  time: 'v1.Time',
  'micro-time': 'v1.MicroTime',
  duration: 'v1.Duration',
  quantity: 'resource.Quantity',
}

function goType(schema: Schema): string {
  if (schema.goType !== undefined) return schema.goType
  switch (schema.type) {
    case 'string':
      if (schema.goName !== undefined) return schema.goName
      return schema.format === undefined ? 'string' : (goFormats[schema.format] ?? 'string')
    case 'boolean':
      return 'bool'
    case 'integer':
      return schema.format === 'int32' ? 'int32' : schema.format === 'byte' ? 'uint8' : 'int64'
    case 'number':
      return 'float64'
    case 'object':
      return schema.name?.split('.').slice(-2).join('.') ?? 'struct {}'
    case 'list':
      return `[]${goType(schema.items)}`
    case 'map': {
      const values = goType(schema.values)
      if (values === '[]string') return `map[string]${extraValue}`
      return values === 'resource.Quantity' ? 'v1.ResourceList' : `map[string]${values}`
    }
    case 'int-or-string':
      return 'intstr.IntOrString'
    default:
      return 'runtime.RawExtension'
  }
}
