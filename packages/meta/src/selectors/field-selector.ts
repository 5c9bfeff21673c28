import { badRequest } from '../errors/errors.ts'

/** One condition of a {@link FieldSelector}. */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  /** Unescaped. */
  readonly value: string
}

/** A list filter over fields: every condition must hold. */
export interface FieldSelector {
  readonly requirements: readonly FieldRequirement[]
  /** True where everything matches. */
  readonly isEmpty: boolean
  /** A field that is absent counts as the empty text. */
  matches(read: (field: string) => string | undefined): boolean
  /** The value the field must have, where the selector pins it. */
  value(field: string): string | undefined
  toString(): string
}

/**
 * Reads `field=value,field==value,field!=value`, with `\\`, `\,` and `\=` as escapes in values. Conditions are kept in
 * the order of their text. Throws a StatusError 400.
 */
// upstream: apimachinery/pkg/fields/selector.go, parseSelector
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = []
  for (const term of splitTerms(text).sort()) {
    if (term === '') continue
    const requirement = parseTerm(text, term)
    // upstream: hasTerm.Transform – nothing compared with nothing asks for nothing.
    if (requirement.field !== '' || requirement.value !== '') requirements.push(requirement)
  }
  return createFieldSelector(requirements)
}

/** The selector of those conditions. */
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

/** A value as it stands in a field selector. */
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
  // The first operator splits: a field has no escapes.
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
    const character = text[at]!
    if (character === '\\') {
      const [escaped = ''] = text.slice(at + 1, at + 3)
      if (escaped === '' || !'\\,='.includes(escaped)) {
        throw badRequest(`invalid field selector: invalid escape sequence: \\${escaped}`)
      }
      value += escaped
      at++
    } else if (character === '=' || character === ',') {
      // The number of the character, as upstream prints it.
      throw badRequest(`invalid field selector: unescaped character in value: ${character.charCodeAt(0)}`)
    } else value += character
  }
  return value
}
