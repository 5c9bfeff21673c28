import type { Field } from './schema.ts'

/** Whether the patch strategy of a field contains a strategy; it may be a pair, `merge,retainKeys`. */
export function hasPatchStrategy(field: Field | undefined, word: 'merge' | 'replace' | 'retainKeys'): boolean {
  return field?.patchStrategy?.split(',').includes(word) === true
}
