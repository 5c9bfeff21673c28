import { FieldErrors, formatJson, isEqualJson, maxFieldErrors, TooManyFieldErrors } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import { compilePattern } from './patterns.ts'
import type { ValueRules } from './schema.ts'
import {
  countCharacters,
  isInteger,
  isObject,
  jsonType,
  joinPath,
  multipleProblem,
  notInFormat,
} from './validate-value.ts'
import { formatName, hasFormat, isKnownFormat } from './validate-format.ts'

/** Adds what a value violates; what it answers tells how much of the rules was looked at, to pick the likeliest. */
export type RuleCheck = (value: unknown, errors: FieldErrors, path: string) => number

/** Rules of a schema, in the two parts that stand before and after what is inside the value. */
export interface CompiledRules {
  /** The rules made of other rules. */
  readonly combined: RuleCheck | undefined
  /** How many properties an object has; false where there is no use in looking further. */
  readonly sizes: ((value: object, errors: FieldErrors, path: string) => boolean) | undefined
  /** Everything about the value itself. */
  readonly own: ((value: unknown, errors: FieldErrors, path: string) => void) | undefined
}

/** Makes the checks of what a schema says beyond types. A pattern that is no RE2 expression is a TypeError. */
export function compileRules(rules: ValueRules): CompiledRules {
  return { combined: combinedCheck(rules), sizes: sizesCheck(rules), own: ownCheck(rules) }
}

// upstream: kube-openapi/pkg/validation/validate/schema.go – type, combinations, text, format, number, list, enum, object.
function compileNested(rules: ValueRules): RuleCheck {
  const { combined, sizes, own } = compileRules(rules)
  const { type, format } = rules
  const items = rules.items === undefined ? undefined : compileNested(rules.items)
  const properties = [...(rules.properties ?? [])].map(([name, of]) => ({ name, check: compileNested(of) }))
  const weight = 4 + (type === undefined && format === undefined ? 0 : 2)
  return (value, errors, path) => {
    if (value === null) {
      if (type !== undefined) wrongType(errors, path, type, 'null')
      return 1
    }
    if (type !== undefined && !hasType(value, type)) {
      wrongType(errors, path, type, jsonType(value))
      if (type === 'integer' && hasType(value, 'number')) notInFormat(errors, path, { type, format })
    }
    let matched = weight + (combined?.(value, errors, path) ?? 0)
    if (isObject(value)) {
      if (sizes !== undefined && !sizes(value, errors, path)) return matched
      for (const { name, check } of properties) {
        const item = getOwn(value, name)
        if (item !== undefined) matched += check(item, errors, joinPath(path, name))
      }
    } else if (items !== undefined && Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        matched += items(value[index], errors, joinPath(path, index))
      }
    }
    own?.(value, errors, path)
    return matched
  }
}

// upstream: kube-openapi/pkg/validation/validate/schema_props.go, schemaPropsValidator.Validate
function combinedCheck({ anyOf = [], oneOf = [], allOf = [], not }: ValueRules): RuleCheck | undefined {
  if (anyOf.length + oneOf.length + allOf.length === 0 && not === undefined) return undefined
  const any = anyOf.map(compileNested)
  const one = oneOf.map(compileNested)
  const all = allOf.map(compileNested)
  const none = not === undefined ? undefined : compileNested(not)
  return (value, errors, path) => {
    let matched = 0
    if (any.length > 0) {
      const { valid, worst } = tryAll(any, value, path, true)
      if (valid === 0) {
        refuse(errors, `${JSON.stringify(path)} must validate at least one schema (anyOf)`)
        append(errors, worst)
      }
      matched += valid
    }
    if (one.length > 0) {
      const { valid, worst } = tryAll(one, value, path, false)
      if (valid !== 1) {
        const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`
        refuse(errors, `${JSON.stringify(path)} must validate one and only one schema (oneOf). ${found}`)
        append(errors, worst)
      } else matched += 1
    }
    if (all.length > 0) {
      let valid = 0
      for (const check of all) {
        const judged = judge(check, value, path)
        matched += judged.matched
        if (judged.errors.isEmpty) valid++
        append(errors, judged.errors)
      }
      if (valid !== all.length) {
        const none = valid === 0 ? '. None validated' : ''
        refuse(errors, `${JSON.stringify(path)} must validate all the schemas (allOf)${none}`)
      }
    }
    if (none !== undefined) {
      if (judge(none, value, path).errors.isEmpty)
        refuse(errors, `${JSON.stringify(path)} must not validate the schema (not)`)
    }
    return matched
  }
}

/** What a value violates of one alternative; at most as many errors as a response has. */
function judge(
  check: RuleCheck,
  value: unknown,
  path: string,
): { readonly errors: FieldErrors; readonly matched: number } {
  const errors = new FieldErrors(maxFieldErrors)
  try {
    return { errors, matched: check(value, errors, path) }
  } catch (error) {
    if (!(error instanceof TooManyFieldErrors)) throw error
    return { errors, matched: 0 }
  }
}

/** How many alternatives a value satisfies, and what is wrong by the one it comes closest to where it satisfies none. */
function tryAll(
  checks: readonly RuleCheck[],
  value: unknown,
  path: string,
  stop: boolean,
): { readonly valid: number; readonly worst: FieldErrors | undefined } {
  let valid = 0
  let worst: FieldErrors | undefined
  let most = -1
  for (const check of checks) {
    const { errors, matched } = judge(check, value, path)
    if (errors.isEmpty) {
      valid++
      worst = undefined
      if (stop) break
    } else if (valid === 0 && matched > most) {
      most = matched
      worst = errors
    }
  }
  return { valid, worst }
}

// upstream: apiextensions-apiserver/pkg/apiserver/validation/validation.go – what is not about one place has the path
// of the whole, which is printed so.
function refuse(errors: FieldErrors, detail: string): void {
  errors.invalid('<nil>', '', detail)
}

function append(errors: FieldErrors, more: FieldErrors | undefined): void {
  for (const { reason, field, message } of more?.list ?? []) errors.add(reason, field, message)
}

// upstream: kube-openapi/pkg/validation/validate/object_validator.go – an object of the wrong size is not gone into.
function sizesCheck({ minProperties, maxProperties }: ValueRules): CompiledRules['sizes'] {
  if (minProperties === undefined && maxProperties === undefined) return undefined
  return (value, errors, path) => {
    const size = Object.keys(value).length
    if (minProperties !== undefined && size < minProperties) {
      errors.invalid(shown(path), size, `${path} in body should have at least ${minProperties} properties`)
      return false
    }
    if (maxProperties !== undefined && size > maxProperties) {
      errors.tooMany(shown(path), size, maxProperties)
      return false
    }
    return true
  }
}

function ownCheck(rules: ValueRules): CompiledRules['own'] {
  const checks = [textCheck(rules), numberCheck(rules), listCheck(rules), enumCheck(rules), objectCheck(rules)]
  const some = checks.filter((check) => check !== undefined)
  if (some.length <= 1) return some[0]
  return (value, errors, path) => {
    for (const check of some) check(value, errors, path)
  }
}

function textCheck({ minLength, maxLength, pattern, format }: ValueRules): CompiledRules['own'] {
  const known = format !== undefined && isKnownFormat(format) ? format : undefined
  if (minLength === undefined && maxLength === undefined && pattern === undefined && known === undefined)
    return undefined
  const checkPattern = pattern === undefined ? undefined : compilePattern(pattern)
  return (value, errors, path) => {
    if (typeof value !== 'string') return
    const add = (text: string): void => errors.invalid(shown(path), value, `${path} in body ${text}`)
    if (maxLength !== undefined && value.length > maxLength && countCharacters(value) > maxLength) {
      errors.tooLong(shown(path), maxLength)
    }
    if (minLength !== undefined && value.length < 2 * minLength && countCharacters(value) < minLength) {
      add(`should be at least ${minLength} chars long`)
    }
    const mismatch = checkPattern?.(value)
    if (mismatch !== undefined) add(mismatch)
    if (known !== undefined && !hasFormat(value, known)) {
      const detail = `${path} in body must be of type ${formatName(known)}: ${JSON.stringify(value)}`
      errors.typeInvalid(shown(path), value, detail)
    }
  }
}

function numberCheck(rules: ValueRules): CompiledRules['own'] {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf } = rules
  if (minimum === undefined && maximum === undefined && multipleOf === undefined) return undefined
  return (value, errors, path) => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return
    const add = (text: string): void => errors.invalid(shown(path), value, `${path} in body should be ${text}`)
    const problem = multipleOf === undefined ? undefined : multipleProblem(value, multipleOf, path)
    if (problem !== undefined) errors.invalid(shown(path), value, problem)
    if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
      add(`less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`)
    }
    if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
      add(`greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`)
    }
  }
}

function listCheck({ minItems, maxItems }: ValueRules): CompiledRules['own'] {
  if (minItems === undefined && maxItems === undefined) return undefined
  return (value, errors, path) => {
    if (!Array.isArray(value)) return
    if (minItems !== undefined && value.length < minItems) {
      errors.invalid(shown(path), value.length, `${path} in body should have at least ${minItems} items`)
    }
    if (maxItems !== undefined && value.length > maxItems) errors.tooMany(shown(path), value.length, maxItems)
  }
}

function enumCheck({ enum: values }: ValueRules): CompiledRules['own'] {
  if (values === undefined || values.length === 0) return undefined
  const scalars = new Set(values.filter((value) => typeof value !== 'object'))
  const others = values.filter((value) => typeof value === 'object' && value !== null)
  const supported = values.map((value) => (typeof value === 'string' ? value : formatJson(value)))
  return (value, errors, path) => {
    if (scalars.has(value)) return
    if (others.some((other) => isEqualJson(other, value))) return
    errors.notSupported(shown(path), value, supported)
  }
}

function objectCheck({ required = [], forbidsProperties = false }: ValueRules): CompiledRules['own'] {
  if (required.length === 0 && !forbidsProperties) return undefined
  return (value, errors, path) => {
    if (!isObject(value)) return
    if (forbidsProperties) {
      for (const key of Object.keys(value)) {
        errors.invalid(shown(path), '', `${joinPath(path, key)} in body is a forbidden property`)
      }
    }
    for (const name of required) if (!Object.hasOwn(value, name)) errors.required(joinPath(path, name))
  }
}

/** The whole has no path, and is printed as one that has none. */
function shown(path: string): string {
  return path === '' ? '<nil>' : path
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return isInteger(value)
  if (type === 'number') return typeof value === 'number' || typeof value === 'bigint'
  return jsonType(value) === type
}

function wrongType(errors: FieldErrors, path: string, type: string, found: string): void {
  errors.typeInvalid(shown(path), found, `${path} in body must be of type ${type}: ${JSON.stringify(found)}`)
}
