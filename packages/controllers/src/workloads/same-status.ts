import { isEqualJson } from '@pinnace/meta'

/** Whether two statuses are equal when zero, empty, false and absent values are the same. */
export function isSameStatus(a: unknown, b: unknown): boolean {
  return isEqualJson(withoutEmptyValues(a) ?? {}, withoutEmptyValues(b) ?? {})
}

function withoutEmptyValues(value: unknown): unknown {
  if (value === null || value === 0 || value === '' || value === false) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => withoutEmptyValues(item) ?? null)
  const fields = Object.entries(value)
    .map(([key, field]) => [key, withoutEmptyValues(field)] as const)
    .filter(([, field]) => field !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}
