import { fail } from 'node:assert/strict'

/** The value; throws an AssertionError that names it where it is undefined. */
export function expectDefined<T>(value: T | undefined, what: string): T {
  if (value === undefined) fail(`${what} is undefined`)
  return value
}
