import { isEqualJson } from '@pinnace/meta'
import type { ApiChange } from './api-change.ts'
import { isSchema, referenceOf, type ApiSurface, type JsonSchema } from './api-surface.ts'
import { resolveSchema } from './resolve-schema.ts'

/** A comparison of schemas and of the types they refer to; each pair of types is compared once. */
export interface SchemaComparison {
  compare(element: string, before: JsonSchema | undefined, after: JsonSchema | undefined): void
  readonly changes: readonly ApiChange[]
}

/** Keywords that determine the type of a value. */
const typeWords = ['type', 'format'] as const
/** Whether the change of a bound rejects values that were accepted before. */
type IsTighter = (from: number, to: number) => boolean

const isRaised: IsTighter = (from, to) => to > from
const isLowered: IsTighter = (from, to) => to < from

interface Bound {
  readonly word: string
  readonly isTighter: IsTighter
}

const bounds: readonly Bound[] = [
  ...['minimum', 'minLength', 'minItems', 'minProperties'].map((word) => ({ word, isTighter: isRaised })),
  ...['maximum', 'maxLength', 'maxItems', 'maxProperties'].map((word) => ({ word, isTighter: isLowered })),
]
/** Keywords that reject values when they are added or changed. */
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
/** Extensions that determine how clients merge, by the end of their names. */
const mergeExtensions = [
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
  return new Comparison(old, next)
}

class Comparison implements SchemaComparison {
  readonly changes: ApiChange[] = []
  readonly #old: ApiSurface
  readonly #next: ApiSurface
  readonly #seen = new Set<string>()
  // Referenced types wait here until the type that refers to them is compared, so that a chain of types is no recursion.
  readonly #pending: (() => void)[] = []

  constructor(old: ApiSurface, next: ApiSurface) {
    this.#old = old
    this.#next = next
  }

  compare(element: string, before: JsonSchema | undefined, after: JsonSchema | undefined): void {
    this.#compareBoth(element, before, after)
    for (let compareNext = this.#pending.pop(); compareNext !== undefined; compareNext = this.#pending.pop()) {
      compareNext()
    }
  }

  #note(effect: ApiChange['effect'], element: string, message: string): void {
    this.changes.push({ effect, element, message })
  }

  #compareBoth(element: string, before: unknown, after: unknown): void {
    if (before === undefined || after === undefined) {
      if (before !== undefined) this.#note('breaking', element, 'is gone')
      else if (after !== undefined) this.#note('breaking', element, 'is there now, and was not')
      return
    }
    if (!isSchema(before) || !isSchema(after)) throw new TypeError(`${element} is not a schema`)
    const [from, to] = [referenceOf(before), referenceOf(after)]
    if (from === undefined || to === undefined) {
      this.#compareInline(element, resolveSchema(this.#old, before), resolveSchema(this.#next, after))
    } else {
      const pair = JSON.stringify([from, to])
      if (!this.#seen.has(pair)) {
        this.#seen.add(pair)
        this.#pending.push(() =>
          this.#compareInline(from, resolveSchema(this.#old, before), resolveSchema(this.#next, after)),
        )
      }
    }
    if (!isEqualJson(before['default'], after['default'])) {
      this.#note('breaking', element, `defaults to ${show(after['default'])}, not ${show(before['default'])}`)
    }
  }

  #compareInline(element: string, before: JsonSchema, after: JsonSchema): void {
    for (const word of typeWords) {
      if (!isEqualJson(before[word], after[word]))
        this.#note('breaking', element, `has ${word} ${show(after[word])}, not ${show(before[word])}`)
    }
    this.#compareEnum(element, before['enum'], after['enum'])
    for (const bound of bounds) this.#compareBound(element, bound, before, after)
    for (const word of rules) {
      if (isEqualJson(before[word], after[word])) continue
      const effect = after[word] === undefined || after[word] === false ? 'compatible' : 'breaking'
      this.#note(effect, element, `has ${word} ${show(after[word])}, not ${show(before[word])}`)
    }
    for (const ending of mergeExtensions) {
      const [from, to] = [extension(before, ending), extension(after, ending)]
      if (!isEqualJson(from, to))
        this.#note('breaking', element, `has ${ending.slice(1)} ${show(to)}, not ${show(from)}`)
    }
    if (before['nullable'] === true && after['nullable'] !== true)
      this.#note('breaking', element, 'may not be null any more')
    this.#compareOpenness(element, before, after)
    this.#compareFields(element, before, after)
    this.#compareBoth(`${element}[]`, schemaOr(before['items']), schemaOr(after['items']))
    this.#compareBoth(`${element}{}`, schemaOr(before['additionalProperties']), schemaOr(after['additionalProperties']))
  }

  #compareOpenness(element: string, before: JsonSchema, after: JsonSchema): void {
    const [wasClosed, isClosed] = [before, after].map((one) => one['additionalProperties'] === false)
    if (wasClosed !== isClosed) {
      const message = isClosed ? 'takes no other fields any more' : 'takes other fields too'
      this.#note(isClosed ? 'breaking' : 'compatible', element, message)
    }
    const [kept, keeps] = [before, after].map((one) => extension(one, '-preserve-unknown-fields') === true)
    if (kept !== keeps) {
      const message = keeps ? 'keeps unknown fields' : 'keeps no unknown fields any more'
      this.#note(keeps ? 'compatible' : 'breaking', element, message)
    }
  }

  #compareFields(element: string, before: JsonSchema, after: JsonSchema): void {
    const [from, to] = [fieldsOf(before), fieldsOf(after)]
    const [wasRequired, isRequired] = [requiredOf(before), requiredOf(after)]
    for (const [name, field] of Object.entries(from)) {
      if (Object.hasOwn(to, name)) this.#compareBoth(`${element}.${name}`, field, to[name])
      else this.#note('breaking', `${element}.${name}`, 'is gone')
    }
    for (const name of Object.keys(to)) {
      if (!Object.hasOwn(from, name)) this.#note('compatible', `${element}.${name}`, 'is new')
    }
    for (const name of isRequired)
      if (!wasRequired.has(name)) this.#note('breaking', `${element}.${name}`, 'is required now')
    for (const name of wasRequired) {
      if (!isRequired.has(name) && Object.hasOwn(to, name))
        this.#note('compatible', `${element}.${name}`, 'is not required any more')
    }
  }

  #compareEnum(element: string, before: unknown, after: unknown): void {
    if (before === undefined && after === undefined) return
    if (!Array.isArray(before)) return this.#note('breaking', element, `takes ${show(after)} only`)
    if (!Array.isArray(after)) return this.#note('compatible', element, 'takes any value')
    for (const value of before)
      if (!after.includes(value)) this.#note('breaking', element, `does not take ${show(value)} any more`)
    for (const value of after)
      if (!before.includes(value)) this.#note('compatible', element, `takes ${show(value)} too`)
  }

  #compareBound(element: string, { word, isTighter }: Bound, before: JsonSchema, after: JsonSchema): void {
    const [from, to] = [before[word], after[word]]
    if (from === to) return
    const tighter = to !== undefined && (from === undefined || isTighter(Number(from), Number(to)))
    this.#note(tighter ? 'breaking' : 'compatible', element, `has ${word} ${show(to)}, not ${show(from)}`)
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
