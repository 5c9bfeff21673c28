import { cloneJson, FieldErrors, formatFieldValue, isEqualJson } from '@pinnace/meta'
import {
  toSchema,
  entriesOf,
  extensionOf,
  hasDefault,
  itemsOf,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import { compileDecoder, compileValidator, DecodeError, prune, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { defaultsBudget, type ExpressionChecks } from './crd-expressions.ts'

/** Adds defaults that their own schemas refuse, their rules included, or of which they know less than is there. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go, ValidateDefaults
export function validateDefaults(
  schema: JSONSchemaProps,
  path: string,
  names: SchemaExtensions,
  { errors, checks }: { readonly errors: FieldErrors; readonly checks: ExpressionChecks | undefined },
): void {
  let budget = defaultsBudget
  walk(schema, path, '')

  /** `inside` is the field of an embedded object that every object has, where the walk is in one. */
  function walk(of: JSONSchemaProps, at: string, inside: string): void {
    const isEmbedded = extensionOf(of, names.embeddedResource) === true
    const within = isEmbedded ? '' : inside
    if (budget >= 0 && hasDefault(of)) {
      const found = new FieldErrors()
      const own = toSchema(of, names)
      validateDefault(of, `${at}.default`, found, { inside: within, own })
      const place = { value: of.default, path: `${at}.default`, schema: own }
      if (found.isEmpty && checks !== undefined) budget = checks.validateDefault(of, place, found, budget)
      for (const { reason, field, message } of found.list) errors.add(reason, field, message)
    }
    if (budget < 0) return
    // Defaults below additionalProperties are let be: which value they are for is not known.
    const items = itemsOf(of)
    if (items !== undefined) walk(items, `${at}.items`, within)
    for (const [key, property] of entriesOf(of.properties)) {
      const isEnvelope = key === 'metadata' || key === 'apiVersion' || key === 'kind'
      walk(property, `${at}.properties[${key}]`, isEmbedded && isEnvelope ? key : within)
    }
  }
}

function validateDefault(
  { default: value }: JSONSchemaProps,
  field: string,
  errors: FieldErrors,
  { inside, own }: { readonly inside: string; readonly own: Schema },
): void {
  if (inside === '') {
    const pruned = cloneJson(value)
    prune(pruned, own)
    if (!isEqualJson(pruned, value)) errors.invalid(field, value, 'must not have unknown fields')
  } else if (inside === 'metadata') {
    const problem = metadataProblem(value)
    if (problem !== undefined) {
      errors.invalid(field, value, `must result in valid metadata: ${problem}`)
      return
    }
  }
  const found = new FieldErrors()
  compileValidator(own)(value, found)
  for (const { reason, field: below, message } of found.list) {
    const step = below === '' || below === '<nil>' ? '' : below.startsWith('[') ? below : `.${below}`
    errors.add(reason, field + step, message)
  }
}

/** Only the whole of metadata can be read by itself. */
function metadataProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  try {
    compileDecoder(loadType('meta.v1.ObjectMeta'))(cloneJson(value))
    return undefined
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return `metadata: Invalid value: ${formatFieldValue(value)}: ${error.message}`
  }
}
