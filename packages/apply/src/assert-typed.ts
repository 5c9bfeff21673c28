import { unclassifiedError, type ApiObject } from '@pinnace/meta'
import { listTypeOf, type Field, type ObjectSchema, type Schema } from '@pinnace/schema'

import { fieldElement, formatStep, type PathElement } from './field-path.ts'
import { formatGo, formatGoType } from './go-format.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { listElement, TypedError } from './list-element.ts'
import { valueTypeOf } from './value-type.ts'

/**
 * Rejects a configuration that contradicts its schema: undeclared fields, values of another type, list items that
 * cannot be told apart.
 * @throws StatusError 400 with every contradiction
 */
// upstream: structured-merge-diff typed/validate.go; kube-apiserver answers these with a 500 without an explanation.
export function assertTyped(schema: ObjectSchema, applied: ApiObject): void {
  const errors = typedProblems(schema, applied)
  if (errors.length === 0) return
  const text = errors.length === 1 ? errors.join() : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n')
  throw unclassifiedError(`failed to create typed patch object (${describeObject(applied)}): ${text}`)
}

/** Options for {@link typedProblems}. */
export interface TypedProblemsOptions {
  /** What messages call null, which is then rejected. @default null is accepted */
  readonly nullText?: string
}

/** How a configuration contradicts its schema, each with the path of the field. */
export function typedProblems(
  schema: ObjectSchema,
  value: unknown,
  { nullText }: TypedProblemsOptions = {},
): readonly string[] {
  const validation = new Validation(nullText)
  validation.validate(schema, undefined, value)
  return validation.errors
}

/** An object as messages about merging name it: `namespace/name; group/version, Kind=Kind`. */
// upstream: managedfields/internal/structuredmerge.go, objectGVKNN
export function describeObject({ apiVersion = '', kind = '', metadata }: ApiObject): string {
  const groupVersion = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  return `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}; ${groupVersion}, Kind=${kind}`
}

/** One validation: the contradictions found so far, and the path of the value being validated. */
class Validation {
  readonly errors: string[] = []
  // Steps become text where something is reported: an object has hundreds of thousands of them.
  readonly #path: Step[] = []
  readonly #nullText: string | undefined

  constructor(nullText: string | undefined) {
    this.#nullText = nullText
  }

  validate(schema: Schema, field: Field | undefined, value: unknown): void {
    if (value === undefined) return
    if (value === null) {
      if (this.#nullText !== undefined) this.#report(nullProblem(schema, this.#nullText))
      return
    }
    switch (schema.type) {
      case 'object':
        if (isObject(value)) this.#validateFields(schema, value)
        else this.#report(`expected map, got &{${formatGo(value)}}`)
        return
      case 'map':
        if (isObject(value)) this.#validateValues(schema.values, value)
        else this.#report(`expected map, got &{${formatGo(value)}}`)
        return
      case 'list':
        if (!Array.isArray(value)) this.#report(`expected list, got &{${formatGo(value)}}`)
        else if (listTypeOf(schema, field) === 'atomic') this.#validateAtomicItems(schema.items, value)
        else this.#validateItems(schema, field, value)
        return
      case 'raw':
      case 'any':
        return
      default:
        this.#validateScalar(schema, value)
    }
  }

  #validateFields(schema: ObjectSchema, value: JsonObject): void {
    for (const key in value) {
      const declared = schema.fields.get(key)
      this.#path.push(key)
      if (declared !== undefined) this.validate(declared.schema, declared, value[key])
      else if (!schema.preserveUnknownFields && !schema.embeddedResource) this.#report('field not declared in schema')
      this.#path.pop()
    }
  }

  #validateValues(schema: Schema, value: JsonObject): void {
    for (const key in value) {
      this.#path.push(key)
      this.validate(schema, undefined, value[key])
      this.#path.pop()
    }
  }

  #validateAtomicItems(schema: Schema, items: readonly unknown[]): void {
    for (let index = 0; index < items.length; index++) {
      this.#path.push(index)
      this.validate(schema, undefined, items[index])
      this.#path.pop()
    }
  }

  #validateItems(
    schema: Schema & { readonly type: 'list' },
    field: Field | undefined,
    items: readonly unknown[],
  ): void {
    const valueType = valueTypeOf(schema, field)
    const seen = new Set<PathElement>()
    for (let index = 0; index < items.length; index++) {
      let element: PathElement
      try {
        element = listElement(valueType, items[index])
      } catch (error) {
        if (!(error instanceof TypedError)) throw error
        this.#report(`element ${index}: ${error.message}`)
        return
      }
      if (seen.has(element)) this.#report(`duplicate entries for key ${formatStep(element)}`)
      seen.add(element)
      this.#path.push({ element })
      this.validate(schema.items, undefined, items[index])
      this.#path.pop()
    }
  }

  // upstream: structured-merge-diff typed/validate.go, validateScalar
  #validateScalar(schema: Schema, value: unknown): void {
    const isNumber = typeof value === 'number' || typeof value === 'bigint'
    switch (schema.type) {
      case 'integer':
      case 'number':
        if (!isNumber) this.#report(`expected numeric (int or float), got ${formatGoType(value)}`)
        return
      case 'boolean':
        if (typeof value !== 'boolean') this.#report(`expected boolean, got &{${formatGo(value)}}`)
        return
      case 'string':
        // A quantity may be written as a bare number.
        if (typeof value === 'string' || (schema.format === 'quantity' && isNumber)) return
        this.#report(`expected string, got &value.valueUnstructured{Value:${formatGo(value)}}`)
        return
      default:
        if (typeof value === 'object') this.#report(`expected any scalar, got &{${formatGo(value)}}`)
    }
  }

  #report(message: string): void {
    const path = this.#path
    this.errors.push(
      path.length === 0 ? message : `${path.map((step) => formatStep(elementOf(step))).join('')}: ${message}`,
    )
  }
}

/** A field or a key, an index of an atomic list, or the element of another list. */
type Step = string | number | { readonly element: PathElement }

function elementOf(step: Step): PathElement {
  if (typeof step === 'string') return fieldElement(step)
  return typeof step === 'number' ? `i:${step}` : step.element
}

function nullProblem({ type }: Schema, nullText: string): string {
  switch (type) {
    case 'object':
    case 'map':
      return `expected map, got &{${nullText}}`
    case 'list':
      return `expected list, got &{${nullText}}`
    case 'integer':
    case 'number':
      return 'expected numeric (int or float), got structpb.NullValue'
    case 'boolean':
      return `expected boolean, got &{${nullText}}`
    default:
      return 'expected string, got &value.valueUnstructured{Value:0}'
  }
}
