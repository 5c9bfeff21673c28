import { quote } from '../text/quote.ts'
import { isLabelValue, isQualifiedName } from '../names/names.ts'

/** The operator of a {@link LabelRequirement}. */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | 'exists' | '!' | 'gt' | 'lt'

/** A requirement of a label selector. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  /** The values, sorted; empty for `exists` and `!`. */
  readonly values: readonly string[]
}

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>

/** Whether labels match a requirement. */
export type LabelTest = (labels: Labels) => boolean

/** The error of a requirement; undefined if it is valid. */
// upstream: apimachinery/pkg/labels/selector.go, NewRequirement
export function requirementError({ key, operator, values }: LabelRequirement): string | undefined {
  const errors: string[] = []
  const keyError = labelKeyError(key, 'key')
  if (keyError !== undefined) errors.push(keyError)
  if ((operator === 'in' || operator === 'notin') && values.length === 0) {
    errors.push("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty")
  }
  if ((operator === 'exists' || operator === '!') && values.length > 0) {
    errors.push(
      `values: Invalid value: ${JSON.stringify(values)}: values set must be empty for exists and does not exist`,
    )
  }
  if (operator === 'gt' || operator === 'lt') {
    for (const [index, value] of values.entries()) {
      if (parseInteger(value) !== undefined) continue
      errors.push(
        `values[${index}]: Invalid value: ${quote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      )
    }
  }
  for (const [index, value] of values.entries()) {
    const messages = isLabelValue(value)
    if (messages.length === 0) continue
    errors.push(`values[${index}][${key}]: Invalid value: ${quote(value)}: ${messages.join('; ')}`)
  }
  if (errors.length < 2) return errors[0]
  return `[${[...new Set(errors)].join(', ')}]`
}

/** The error of a key, at `path`. */
export function labelKeyError(key: string, path: string): string | undefined {
  const messages = isQualifiedName(key)
  return messages.length === 0 ? undefined : `${path}: Invalid value: ${quote(key)}: ${messages.join('; ')}`
}

/** Formats a requirement. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key
    case '!':
      return `!${key}`
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`
    case 'gt':
      return `${key}>${values.join(',')}`
    case 'lt':
      return `${key}<${values.join(',')}`
    default:
      return `${key}${operator}${values.join(',')}`
  }
}

/** Compiles a requirement. */
// Labels are JSON objects: inherited properties are not strings, and so not labels.
export function compileRequirement({ key, operator, values }: LabelRequirement): LabelTest {
  switch (operator) {
    case 'exists':
      return (labels) => typeof labels[key] === 'string'
    case '!':
      return (labels) => typeof labels[key] !== 'string'
    case 'gt':
    case 'lt':
      return compileOrder(key, operator, values)
    case '!=':
    case 'notin': {
      const has = compileValues(values)
      return (labels) => !has(labels[key])
    }
    default: {
      const has = compileValues(values)
      return (labels) => has(labels[key])
    }
  }
}

// Up to this number of values, a list is faster than a set.
const listLimit = 8

function compileValues(values: readonly string[]): (value: string | undefined) => boolean {
  const [only] = values
  if (only !== undefined && values.length === 1) return (value) => value === only
  if (values.length <= listLimit) return (value) => value !== undefined && values.includes(value)
  const set = new Set<string | undefined>(values)
  return (value) => set.has(value)
}

function compileOrder(key: string, operator: 'gt' | 'lt', values: readonly string[]): LabelTest {
  const [only] = values
  const bound = only !== undefined && values.length === 1 ? parseInteger(only) : undefined
  if (bound === undefined) return () => false
  return (labels) => {
    const text = labels[key]
    const value = typeof text === 'string' ? parseInteger(text) : undefined
    return value !== undefined && (operator === 'gt' ? value > bound : value < bound)
  }
}

/** Parses a 64-bit integer as `strconv.ParseInt` does. */
function parseInteger(text: string): bigint | undefined {
  if (text.length > 100 || !/^[+-]?[0-9]+$/.test(text)) return undefined
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return BigInt.asIntN(64, value) === value ? value : undefined
}
