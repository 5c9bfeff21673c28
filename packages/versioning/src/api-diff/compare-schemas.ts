import { isEqualJson } from '@pinnace/meta'
import type { ApiChange } from './api-change.ts'
import { referenceOf, type ApiSurface, type JsonSchema } from './api-surface.ts'

/** Compares the schemas that are reached from a pair, each pair of types once. */
export interface SchemaComparison {
  compare(element: string, before: JsonSchema | undefined, after: JsonSchema | undefined): void
  readonly changes: readonly ApiChange[]
}

/** Words whose value says what a value is, so that another is another type. */
const typeWords = ['type', 'format'] as const
/** Bounds that refuse more when they grow, and when they shrink. */
const lowerBounds = ['minimum', 'minLength', 'minItems', 'minProperties'] as const
const upperBounds = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const
/** Words that refuse when they appear or are others. */
const rules = ['pattern', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'] as const
/** How clients merge, by the end of the extension's name. */
const topology = [
  '-list-type',
  '-list-map-keys',
  '-map-type',
  '-patch-strategy',
  '-patch-merge-key',
  '-int-or-string',
] as const

/** A comparison of two surfaces. */
export function createSchemaComparison(old: ApiSurface, next: ApiSurface): SchemaComparison {
  const changes: ApiChange[] = []
  const seen = new Set<string>()
  const note = (effect: ApiChange['effect'], element: string, message: string): void =>
    void changes.push({ effect, element, message })

  const compare: SchemaComparison['compare'] = (element, before, after) => {
    if (before === undefined || after === undefined) {
      if (before !== undefined) note('breaking', element, 'is gone')
      else if (after !== undefined) note('breaking', element, 'is there now, and was not')
      return
    }
    const [from, to] = [referenceOf(before), referenceOf(after)]
    if (from === undefined || to === undefined) {
      compareInline(element, resolve(old, before), resolve(next, after))
    } else {
      const pair = `${from} ${to}`
      if (!seen.has(pair)) {
        seen.add(pair)
        compareInline(from, resolve(old, before), resolve(next, after))
      }
    }
    if (!isEqualJson(before['default'], after['default'])) {
      note('breaking', element, `defaults to ${show(after['default'])}, not ${show(before['default'])}`)
    }
  }

  const compareInline = (element: string, before: JsonSchema, after: JsonSchema): void => {
    for (const word of typeWords) {
      if (before[word] !== after[word])
        note('breaking', element, `has ${word} ${show(after[word])}, not ${show(before[word])}`)
    }
    compareEnum(element, before['enum'], after['enum'])
    for (const word of lowerBounds) compareBound(element, word, before[word], after[word], (from, to) => to > from)
    for (const word of upperBounds) compareBound(element, word, before[word], after[word], (from, to) => to < from)
    for (const word of rules) {
      if (isEqualJson(before[word], after[word])) continue
      const effect = after[word] === undefined || after[word] === false ? 'compatible' : 'breaking'
      note(effect, element, `has ${word} ${show(after[word])}, not ${show(before[word])}`)
    }
    for (const ending of topology) {
      const [from, to] = [extension(before, ending), extension(after, ending)]
      if (!isEqualJson(from, to)) note('breaking', element, `has ${ending.slice(1)} ${show(to)}, not ${show(from)}`)
    }
    if (before['nullable'] === true && after['nullable'] !== true) note('breaking', element, 'may not be null any more')
    compareFields(element, before, after)
    compareInner(`${element}[]`, before['items'], after['items'])
    compareInner(`${element}{}`, before['additionalProperties'], after['additionalProperties'])
  }

  const compareInner = (element: string, before: unknown, after: unknown): void => {
    if (isSchema(before) || isSchema(after)) compare(element, schemaOr(before), schemaOr(after))
  }

  const compareFields = (element: string, before: JsonSchema, after: JsonSchema): void => {
    const [from, to] = [fieldsOf(before), fieldsOf(after)]
    const [wasRequired, isRequired] = [requiredOf(before), requiredOf(after)]
    for (const [name, field] of Object.entries(from)) {
      if (Object.hasOwn(to, name)) compare(`${element}.${name}`, field, to[name])
      else note('breaking', `${element}.${name}`, 'is gone')
    }
    for (const name of Object.keys(to)) {
      if (!Object.hasOwn(from, name)) note('compatible', `${element}.${name}`, 'is new')
    }
    for (const name of isRequired) if (!wasRequired.has(name)) note('breaking', `${element}.${name}`, 'is required now')
    for (const name of wasRequired) {
      if (!isRequired.has(name) && Object.hasOwn(to, name))
        note('compatible', `${element}.${name}`, 'is not required any more')
    }
  }

  const compareEnum = (element: string, before: unknown, after: unknown): void => {
    if (before === undefined && after === undefined) return
    if (!Array.isArray(before)) return note('breaking', element, `takes ${show(after)} only`)
    if (!Array.isArray(after)) return note('compatible', element, 'takes any value')
    for (const value of before)
      if (!after.includes(value)) note('breaking', element, `does not take ${show(value)} any more`)
    for (const value of after) if (!before.includes(value)) note('compatible', element, `takes ${show(value)} too`)
  }

  const compareBound = (
    element: string,
    word: string,
    before: unknown,
    after: unknown,
    isTighter: (from: number, to: number) => boolean,
  ): void => {
    if (before === after) return
    const tighter = after !== undefined && (before === undefined || isTighter(Number(before), Number(after)))
    note(tighter ? 'breaking' : 'compatible', element, `has ${word} ${show(after)}, not ${show(before)}`)
  }

  return { compare, changes }
}

function resolve(surface: ApiSurface, schema: JsonSchema): JsonSchema {
  const name = referenceOf(schema)
  if (name === undefined) return schema
  const found = surface.type(name)
  if (found === undefined) throw new TypeError(`the document refers to ${JSON.stringify(name)}, which it does not have`)
  return found
}

function fieldsOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
}

function requiredOf(schema: JsonSchema): ReadonlySet<string> {
  return new Set((schema['required'] ?? []) as readonly string[])
}

function extension(schema: JsonSchema, ending: string): unknown {
  const key = Object.keys(schema).find((name) => name.startsWith('x-') && name.endsWith(ending))
  return key === undefined ? undefined : schema[key]
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null
}

function schemaOr(value: unknown): JsonSchema | undefined {
  return isSchema(value) ? value : undefined
}

function show(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
