import { cloneJson, FieldErrors, formatFieldValue, isEqualJson } from '@pinnace/meta'
import {
  embeddedObjectsOf,
  toSchema,
  validateEmbedded,
  entriesOf,
  extensionOf,
  hasDefault,
  isPlainScalar,
  itemsOf,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import { compileDecoder, compileValidator, DecodeError, prune, type ObjectSchema, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { defaultsBudget, type ExpressionChecks } from './crd-expressions.ts'

/** Adds defaults that their own schemas refuse, their rules included, or of which they know less than is there. Can be interrupted. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go, ValidateDefaults
export function* validateDefaults(
  schema: JSONSchemaProps,
  path: string,
  names: SchemaExtensions,
  { errors, checks }: { readonly errors: FieldErrors; readonly checks: ExpressionChecks | undefined },
): Generator<void> {
  let budget = defaultsBudget
  yield* walk(schema, path, undefined, true)

  /** `around` puts a value into an object, where the walk is in the metadata or the type of one. */
  function* walk(of: JSONSchemaProps, at: string, around: Around | undefined, isRoot = false): Generator<void> {
    const isEmbedded = extensionOf(of, names.embeddedResource) === true
    const inside = isEmbedded ? undefined : around
    if (budget >= 0 && hasDefault(of)) {
      const found = new FieldErrors()
      const own = toSchema(of, names)
      validateDefault(of.default, `${at}.default`, found, { around: inside, own })
      const place = { value: of.default, path: `${at}.default`, schema: own }
      if (found.isEmpty && checks !== undefined) budget = yield* checks.validateDefault(of, place, found, budget)
      for (const { reason, field, message } of found.list) errors.add(reason, field, message)
    }
    if (budget < 0) return
    // Defaults below additionalProperties are let be: which value they are for is not known.
    const items = itemsOf(of)
    if (items !== undefined) yield* walk(items, `${at}.items`, inside && ((value) => inside([value])))
    for (const [key, property] of entriesOf(of.properties)) {
      if (isPlainScalar(property)) continue
      const isEnvelope = (isRoot || isEmbedded) && (key === 'metadata' || key === 'apiVersion' || key === 'kind')
      const outer = isEnvelope ? envelope : inside
      yield* walk(property, `${at}.properties[${key}]`, outer && ((value) => outer({ [key]: value })))
    }
  }
}

type Around = (value: unknown) => Readonly<Record<string, unknown>>

/** What every object says it is, where the default does not say it. */
const envelope: Around = (members) => ({
  apiVersion: 'validation/v1',
  kind: 'Validation',
  ...(members as Readonly<Record<string, unknown>>),
})

function validateDefault(
  value: unknown,
  field: string,
  errors: FieldErrors,
  { around, own }: { readonly around: Around | undefined; readonly own: Schema },
): void {
  if (around !== undefined) {
    const problem = envelopeProblem(around(value))
    if (problem !== undefined) {
      errors.invalid(field, value, `must result in valid metadata: ${problem}`)
      return
    }
  } else {
    const pruned = cloneJson(value)
    prune(pruned, own)
    if (!isEqualJson(pruned, value)) errors.invalid(field, value, 'must not have unknown fields')
    if (own.type === 'object' && !isEmbeddable(value, field, own, errors)) return
  }
  const found = new FieldErrors()
  compileValidator(own)(value, found)
  addBelow(field, found, errors)
}

/** Whether the objects within a default say what they are and have metadata that can be read. Adds what is wrong. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/objectmeta, Coerce and Validate
function isEmbeddable(value: unknown, field: string, own: ObjectSchema, errors: FieldErrors): boolean {
  const found = new FieldErrors()
  const { metadata } = (value ?? {}) as { readonly metadata?: unknown }
  const problem = own.embeddedResource === true ? unreadable(metadata) : undefined
  if (problem !== undefined) found.invalid('metadata', metadata, problem)
  else embeddedObjectsOf(own)?.(value, found)
  addBelow(field, found, errors)
  return found.isEmpty
}

function addBelow(field: string, found: FieldErrors, errors: FieldErrors): void {
  for (const { reason, field: below, message } of found.list) {
    const step =
      below === '' || below === '<nil>' ? '' : below.startsWith('[') || below.startsWith('.') ? below : `.${below}`
    errors.add(reason, field + step, message)
  }
}

/** What is wrong with an object that a default is put into, as one text. */
function envelopeProblem(object: Readonly<Record<string, unknown>>): string | undefined {
  const { metadata } = object
  const problem = unreadable(metadata)
  if (problem !== undefined) return `metadata: Invalid value: ${formatFieldValue(metadata)}: ${problem}`
  const found = new FieldErrors()
  for (const name of ['apiVersion', 'kind']) if (object[name] === '') found.invalid(name, '', 'must not be empty')
  validateEmbedded(object, '', found)
  const texts = found.list.map(({ field, message }) => `${field}: ${message}`)
  if (texts.length === 0) return undefined
  return texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
}

/** Why metadata cannot be read; undefined if it can. */
function unreadable(metadata: unknown): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return undefined
  try {
    compileDecoder(loadType('meta.v1.ObjectMeta'))(cloneJson(metadata))
    return undefined
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return error.message
  }
}
