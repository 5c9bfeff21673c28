import { badRequest } from '../errors/errors.ts'

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
 * order. Throws a StatusError 400.
 */
// upstream: apimachinery/pkg/fields/selector.go, parseSelector
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = []
  for (const term of splitTerms(text).sort()) {
    if (term === '') continue
    const requirement = parseTerm(text, term)
    // upstream: hasTerm.Transform – an empty term without a field is ignored.
    if (requirement.field !== '' || requirement.value !== '') requirements.push(requirement)
  }
  return createFieldSelector(requirements)
}

/** Creates a selector of requirements. */
export function createFieldSelector(requirements: readonly FieldRequirement[]): FieldSelector {
  return Object.freeze({
    requirements,
    isEmpty: requirements.length === 0,
    matches: (read: (field: string) => string | undefined): boolean =>
      requirements.every(({ field, operator, value }) => ((read(field) ?? '') === value) === (operator === '=')),
    value: (field: string): string | undefined =>
      requirements.find((requirement) => requirement.operator === '=' && requirement.field === field)?.value,
    toString: (): string =>
      requirements.map(({ field, operator, value }) => `${field}${operator}${escapeFieldValue(value)}`).join(','),
  })
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
