import { isEqualJson } from '@pinnace/meta'
import type { ApiChange } from './api-change.ts'
import { isSchema, referenceOf, type ApiSurface, type JsonSchema } from './api-surface.ts'
import { resolveSchema } from './resolve-schema.ts'

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
const rules = [
  'pattern',
  'multipleOf',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'uniqueItems',
  'oneOf',
  'anyOf',
  'not',
] as const
/** How clients merge, by the end of the extension's name. */
const topology = [
  '-list-type',
  '-list-map-keys',
  '-map-type',
  '-patch-strategy',
  '-patch-merge-key',
  '-int-or-string',
  '-embedded-resource',
] as const

/** A comparison of two surfaces. */
export function createSchemaComparison(old: ApiSurface, next: ApiSurface): SchemaComparison {
  const changes: ApiChange[] = []
  const seen = new Set<string>()
  // Types that were met, to be compared once what led to them is done: a chain of them is no depth.
  const pending: (() => void)[] = []
  const note = (effect: ApiChange['effect'], element: string, message: string): void =>
    void changes.push({ effect, element, message })

  const compareBoth = (element: string, before: unknown, after: unknown): void => {
    if (before === undefined || after === undefined) {
      if (before !== undefined) note('breaking', element, 'is gone')
      else if (after !== undefined) note('breaking', element, 'is there now, and was not')
      return
    }
    if (!isSchema(before) || !isSchema(after)) throw new TypeError(`${element} is not a schema`)
    const [from, to] = [referenceOf(before), referenceOf(after)]
    if (from === undefined || to === undefined) {
      compareInline(element, resolveSchema(old, before), resolveSchema(next, after))
    } else {
      const pair = JSON.stringify([from, to])
      if (!seen.has(pair)) {
        seen.add(pair)
        pending.push(() => compareInline(from, resolveSchema(old, before), resolveSchema(next, after)))
      }
    }
    if (!isEqualJson(before['default'], after['default'])) {
      note('breaking', element, `defaults to ${show(after['default'])}, not ${show(before['default'])}`)
    }
  }

  const compareInline = (element: string, before: JsonSchema, after: JsonSchema): void => {
    for (const word of typeWords) {
      if (!isEqualJson(before[word], after[word]))
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
    compareOpenness(element, before, after)
    compareFields(element, before, after)
    compareBoth(`${element}[]`, schemaOr(before['items']), schemaOr(after['items']))
    compareBoth(`${element}{}`, schemaOr(before['additionalProperties']), schemaOr(after['additionalProperties']))
  }

  const compareOpenness = (element: string, before: JsonSchema, after: JsonSchema): void => {
    const [wasClosed, isClosed] = [before, after].map((one) => one['additionalProperties'] === false)
    if (wasClosed !== isClosed) {
      const message = isClosed ? 'takes no other fields any more' : 'takes other fields too'
      note(isClosed ? 'breaking' : 'compatible', element, message)
    }
    const [kept, keeps] = [before, after].map((one) => extension(one, '-preserve-unknown-fields') === true)
    if (kept !== keeps) {
      const message = keeps ? 'keeps unknown fields' : 'keeps no unknown fields any more'
      note(keeps ? 'compatible' : 'breaking', element, message)
    }
  }

  const compareFields = (element: string, before: JsonSchema, after: JsonSchema): void => {
    const [from, to] = [fieldsOf(before), fieldsOf(after)]
    const [wasRequired, isRequired] = [requiredOf(before), requiredOf(after)]
    for (const [name, field] of Object.entries(from)) {
      if (Object.hasOwn(to, name)) compareBoth(`${element}.${name}`, field, to[name])
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

  return {
    compare(element, before, after) {
      compareBoth(element, before, after)
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) next()
    },
    changes,
  }
}

function fieldsOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const fields = schema['properties']
  return isSchema(fields) ? fields : {}
}

function requiredOf(schema: JsonSchema): ReadonlySet<string> {
  const names = schema['required']
  return new Set(Array.isArray(names) ? names.map(String) : [])
}

function extension(schema: JsonSchema, ending: string): unknown {
  const key = Object.keys(schema).find((name) => name.startsWith('x-') && name.endsWith(ending))
  return key === undefined ? undefined : schema[key]
}

function schemaOr(value: unknown): JsonSchema | undefined {
  return isSchema(value) ? value : undefined
}

function show(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}
