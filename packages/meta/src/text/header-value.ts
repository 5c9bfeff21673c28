import { Buffer } from 'node:buffer'

const plain = /^[\x20-\x7e]*$/
const wide = /[^\0-\xff]/

/**
 * The text of a header value. Values are bytes, which hosts hand over a character a byte; names of users are written as
 * UTF-8. What is not UTF-8 stays as it is.
 */
export function headerText(value: string): string {
  if (plain.test(value) || wide.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
