import { badRequest } from '../errors/errors.ts'
import { keepParsed } from './keep-parsed.ts'
import { assertTermCount } from './selector-terms.ts'

/** A requirement of a {@link FieldSelector}. */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  /** The value without escapes. */
  readonly value: string
}

/** A filter by fields: all requirements must match. */
export interface FieldSelector {
  readonly requirements: readonly FieldRequirement[]
  /** True for a selector that matches everything. */
  readonly isEmpty: boolean
  /** Matches field values; an absent field is an empty string. */
  matches(read: (field: string) => string | undefined): boolean
  /** The value a field must equal; undefined without such a requirement. */
  value(field: string): string | undefined
  toString(): string
}

/**
 * Parses `field=value,field==value,field!=value`, with the escapes `\\`, `\,` and `\=` in values. Requirements keep their
 * order. Throws a StatusError 400, also for more than 5,000 requirements.
 */
// upstream: apimachinery/pkg/fields/selector.go, parseSelector
export const parseFieldSelector: (text: string) => FieldSelector = keepParsed((text) => {
  assertTermCount(text)
  const requirements: FieldRequirement[] = []
  for (const term of splitTerms(text).sort()) {
    if (term === '') continue
    const requirement = parseTerm(text, term)
    // upstream: hasTerm.Transform – an empty term without a field is ignored.
    if (requirement.field !== '' || requirement.value !== '') requirements.push(requirement)
  }
  return createFieldSelector(requirements)
})

/** Creates a selector of requirements. */
export function createFieldSelector(requirements: readonly FieldRequirement[]): FieldSelector {
  return Object.freeze({
    requirements: Object.freeze([...requirements]),
    isEmpty: requirements.length === 0,
    matches: compileFields(requirements),
    value: (field: string): string | undefined =>
      requirements.find((requirement) => requirement.operator === '=' && requirement.field === field)?.value,
    toString: (): string =>
      requirements.map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`).join(','),
  })
}

type FieldTest = (read: (field: string) => string | undefined) => boolean

/** Compiles requirements, which must all match: the value of a field is read once. */
function compileFields(requirements: readonly FieldRequirement[]): FieldTest {
  const tests = new Map<string, { readonly equal: Set<string>; readonly unequal: Set<string> }>()
  for (const { field, operator, value } of requirements) {
    let test = tests.get(field)
    if (test === undefined) tests.set(field, (test = { equal: new Set(), unequal: new Set() }))
    if (operator === '=') test.equal.add(value)
    else test.unequal.add(value)
  }
  const fields = [...tests].map(([field, { equal, unequal }]) => ({ field, equal, unequal }))
  return (read) => {
    for (const { field, equal, unequal } of fields) {
      const value = read(field) ?? ''
      // No value equals two others.
      if (equal.size > 1 || (equal.size === 1 && !equal.has(value)) || unequal.has(value)) return false
    }
    return true
  }
}

/** Escapes a value for a field selector. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&')
}

function splitTerms(text: string): string[] {
  if (!text.includes('\\')) return text.split(',')
  const terms: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ',') {
      terms.push(text.slice(start, at))
      start = at + 1
    }
  }
  terms.push(text.slice(start))
  return terms
}

function parseTerm(text: string, term: string): FieldRequirement {
  // Splits at the first operator: fields have no escapes.
  for (let at = 0; at < term.length; at++) {
    if (term[at] === '!' && term[at + 1] === '=') return toRequirement(term, at, 2, '!=')
    if (term[at] === '=') return toRequirement(term, at, term[at + 1] === '=' ? 2 : 1, '=')
  }
  throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
}

function toRequirement(term: string, at: number, width: number, operator: '=' | '!='): FieldRequirement {
  return { field: term.slice(0, at), operator, value: unescapeFieldValue(term.slice(at + width)) }
}

function unescapeFieldValue(text: string): string {
  let value = ''
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') {
      const [escaped = ''] = text.slice(at + 1, at + 3)
      if (escaped === '' || !'\\,='.includes(escaped)) {
        throw badRequest(`invalid field selector: invalid escape sequence: \\${escaped}`)
      }
      value += escaped
      at++
    } else if (character === '=' || character === ',') {
      // upstream: prints the code of the character.
      throw badRequest(`invalid field selector: unescaped character in value: ${character.charCodeAt(0)}`)
    } else value += character
  }
  return value
}
