import type { ListSchema, NumberSchema, StringSchema } from '@pinnace/schema'
import type * as z from 'zod'
import { isRe2 } from './is-re2.ts'
import type { SchemaExtensions } from './schema-extensions.ts'
import { refused } from './zod-refusals.ts'

/** What converting has found that only zod can judge. */
export interface Checks {
  needsZod: boolean
  /** Types that contain themselves. */
  readonly recursive: Set<z.core.$ZodType>
  /** Defaults: where each is, and the types around it. */
  readonly defaults: { readonly path: string; readonly around: readonly z.core.$ZodType[] }[]
}

type CheckDef = z.core.$ZodChecks['_zod']['def']

function defsOf(def: { readonly checks?: readonly z.core.$ZodCheck<never>[] | undefined }): readonly CheckDef[] {
  // A schema made by its format's name (`z.email()`, `z.int32()`) is its own first check.
  const own = 'check' in def ? [def as unknown as CheckDef] : []
  return [...own, ...(def.checks ?? []).map((check) => check._zod.def as unknown as CheckDef)]
}

/** Formats of zod that the wire has a name for. */
const stringFormats: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  guid: 'uuid',
  url: 'uri',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  mac: 'mac',
  cidrv4: 'cidr',
  cidrv6: 'cidr',
  date: 'date',
  datetime: 'date-time',
  base64: 'bytes',
}

/** A string with its checks. */
export function stringSchema(
  def: z.core.$ZodStringDef,
  format: SchemaExtensions['format'],
  checks: Checks,
  path: string,
): StringSchema {
  refuseCoercion(def, path)
  const schema: { -readonly [K in keyof StringSchema]: StringSchema[K] } = { type: 'string' }
  if (format !== undefined) schema.format = format
  for (const check of defsOf(def)) {
    switch (check.check) {
      case 'min_length':
        schema.minLength = Math.max(schema.minLength ?? 0, check.minimum)
        break
      case 'max_length':
        schema.maxLength = Math.min(schema.maxLength ?? Infinity, check.maximum)
        break
      case 'length_equals':
        schema.minLength = schema.maxLength = check.length
        break
      case 'string_format': {
        const named = stringFormats[check.format]
        const pattern = patternOf(check)
        if (check.format === 'regex' && (pattern === undefined || !isRe2(pattern))) {
          throw new TypeError(`${path}: ${String(check.pattern)} is no RE2 expression`)
        }
        if (named !== undefined && schema.format === undefined) {
          schema.format = named
          // What the wire means by the name is close to what zod does, and zod has the last word.
          checks.needsZod = true
        } else if (pattern !== undefined && schema.pattern === undefined && isRe2(pattern)) schema.pattern = pattern
        else checks.needsZod = true
        break
      }
      case 'overwrite':
        throw new TypeError(
          `${path}: no schema of a kind can change a value (trim, toLowerCase); use a pattern or the hook prepare`,
        )
      default:
        checks.needsZod = true
    }
  }
  return schema
}

/** A number with its checks. */
export function numberSchema(
  def: z.core.$ZodNumberDef,
  format: SchemaExtensions['format'],
  checks: Checks,
  path: string,
): NumberSchema {
  refuseCoercion(def, path)
  const schema: { -readonly [K in keyof NumberSchema]: NumberSchema[K] } = { type: 'number' }
  for (const check of defsOf(def)) {
    switch (check.check) {
      case 'number_format':
        Object.assign(schema, numberFormats[check.format])
        break
      case 'greater_than': {
        const value = Number(check.value)
        if (schema.minimum !== undefined && schema.minimum >= value) break
        schema.minimum = value
        schema.exclusiveMinimum = !check.inclusive
        break
      }
      case 'less_than': {
        const value = Number(check.value)
        if (schema.maximum !== undefined && schema.maximum <= value) break
        schema.maximum = value
        schema.exclusiveMaximum = !check.inclusive
        break
      }
      case 'multiple_of':
        if (schema.multipleOf === undefined) schema.multipleOf = Number(check.value)
        else checks.needsZod = true
        break
      default:
        checks.needsZod = true
    }
  }
  if (format === 'int64') schema.format = format
  return schema
}

const numberFormats: Readonly<Record<z.core.$ZodNumberFormats, Partial<NumberSchema>>> = {
  safeint: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  uint32: { type: 'integer', format: 'int64', minimum: 0, maximum: 4_294_967_295 },
  float32: { format: 'float' },
  float64: { format: 'double' },
}

/** The lengths of a list. */
export function arrayWords(
  list: readonly z.core.$ZodCheck<never>[] | undefined,
  checks: Checks,
): Pick<ListSchema, 'minItems' | 'maxItems'> {
  const limits: { minItems?: number; maxItems?: number } = {}
  for (const check of defsOf({ checks: list })) {
    if (check.check === 'min_length') limits.minItems = Math.max(limits.minItems ?? 0, check.minimum)
    else if (check.check === 'max_length') limits.maxItems = Math.min(limits.maxItems ?? Infinity, check.maximum)
    else if (check.check === 'length_equals') limits.minItems = limits.maxItems = check.length
    else checks.needsZod = true
  }
  return limits
}

/** The check's expression with its flags written into it. Flags that say where to start mean nothing here. */
function patternOf({ pattern }: z.core.$ZodCheckStringFormatDef): string | undefined {
  if (pattern === undefined) return undefined
  const flags = [...pattern.flags].filter((flag) => 'ims'.includes(flag)).join('')
  return flags === '' ? pattern.source : `(?${flags})${pattern.source}`
}

export function refuseCoercion(def: object, path: string): void {
  if ('coerce' in def && def.coerce === true) {
    throw refused(path, 'coercion', 'declare what clients send: z.number(), intOrString(), quantity()')
  }
}
