import { Buffer } from 'node:buffer'

const plain = /^[\x20-\x7e]*$/
const wide = /[^\0-\xff]/

/**
 * Decodes a header value, whose characters are bytes, as UTF-8, which names of users may have. Invalid UTF-8 is returned
 * unchanged.
 */
export function headerText(value: string): string {
  if (plain.test(value) || wide.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
