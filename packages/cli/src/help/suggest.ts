import { closest, distance } from 'fastest-levenshtein'

/** `; did you mean NAME?` with the known name closest to a misspelled one; empty if none is close. */
export function suggest(given: string, known: readonly string[]): string {
  const name = closest(given, known)
  const isClose = name !== undefined && distance(given, name) <= Math.max(2, Math.floor(given.length / 4))
  return isClose ? `; did you mean ${name}?` : ''
}
