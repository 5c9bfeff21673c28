import type { TemplateFunction } from './run-template.ts'
import { textOf } from './template-values.ts'

/** Characters of the longest text that a function makes. */
const maxCharacters = 1024 * 1024

/** The functions of texts. */
export const textFunctions: Readonly<Record<string, TemplateFunction>> = {
  quote: (...values) =>
    values
      .filter(isPresent)
      .map((value) => JSON.stringify(textOf(value)))
      .join(' '),
  squote: (...values) =>
    values
      .filter(isPresent)
      .map((value) => `'${textOf(value)}'`)
      .join(' '),
  upper: (value) => text(value).toUpperCase(),
  lower: (value) => text(value).toLowerCase(),
  trim: (value) => text(value).trim(),
  trimPrefix: (prefix, value) =>
    text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : value,
  trimSuffix: (suffix, value) =>
    text(value).endsWith(text(suffix)) ? text(value).slice(0, text(value).length - text(suffix).length) : value,
  hasPrefix: (prefix, value) => text(value).startsWith(text(prefix)),
  hasSuffix: (suffix, value) => text(value).endsWith(text(suffix)),
  contains: (part, value) => text(value).includes(text(part)),
  replace: (old, next, value) => limited(text(value).replaceAll(text(old), () => text(next))),
  splitList: (separator, value) => text(value).split(text(separator)),
  trunc: (length, value) => text(value).slice(...(Number(length) < 0 ? [Number(length)] : [0, Number(length)])),
  indent: (spaces, value) => indented(Number(spaces), text(value)),
  nindent: (spaces, value) => `\n${indented(Number(spaces), text(value))}`,
}

/** Each line of a text behind a number of spaces. */
export function indented(spaces: number, value: string): string {
  if (!(spaces >= 0 && spaces <= 1000)) throw new TypeError('a text can be indented by at most 1000 spaces')
  const pad = ' '.repeat(spaces)
  return limited(
    value
      .split('\n')
      .map((line) => pad + line)
      .join('\n'),
  )
}

function limited(value: string): string {
  if (value.length > maxCharacters) throw new TypeError(`a text has more than ${maxCharacters} characters`)
  return value
}

function text(value: unknown): string {
  if (value === undefined || value === null) return ''
  return textOf(value)
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}
