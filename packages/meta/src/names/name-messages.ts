import { Buffer } from 'node:buffer'

/** No messages: the value is valid. */
export const good: readonly string[] = Object.freeze([])

/** The message for a value that does not match a pattern. */
// upstream: apimachinery/pkg/util/validation/validation.go, RegexError
export function formMessage(text: string, form: string, ...examples: readonly string[]): string {
  const listed = examples.map((example) => `'${example}', `).join(' or ')
  return `${text} (${listed === '' ? '' : `e.g. ${listed}`}regex used for validation is '${form}')`
}

/** What messages call the unit of a length, which is always measured in bytes: label keys and values say `bytes`. */
// upstream: MaxLenError of apimachinery/pkg/util/validation and of apimachinery/pkg/api/validate/content
export type LengthUnit = 'bytes' | 'characters'

/** The message for a value of more than `max` bytes. */
export function lengthMessage(max: number, unit: LengthUnit = 'characters'): string {
  return `must be no more than ${max} ${unit}`
}

export const emptyMessage = 'must be non-empty'

/** Whether a string has more than `max` bytes in UTF-8. */
export function isTooLong(text: string, max: number): boolean {
  return text.length > max || (text.length * 3 > max && Buffer.byteLength(text) > max)
}

/** The messages of pattern and length, which most names have. */
export function messages(isLong: boolean, max: number, isForm: boolean, form: string): readonly string[] {
  if (!isLong && isForm) return good
  const list: string[] = []
  if (isLong) list.push(lengthMessage(max))
  if (!isForm) list.push(form)
  return list
}

/** The messages for a file name that would change the directory. */
// upstream: validation.go, hasChDirPrefix
export function directoryMessages(value: string): readonly string[] {
  if (value === '.') return ["must not be '.'"]
  if (value === '..') return ["must not be '..'"]
  return value.startsWith('..') ? ["must not start with '..'"] : good
}
