import { isEqualJson } from '@pinnace/meta'

/** Whether two statuses say the same: what is zero, empty or absent says nothing. */
export function isSameStatus(a: unknown, b: unknown): boolean {
  return isEqualJson(significant(a) ?? {}, significant(b) ?? {})
}

function significant(value: unknown): unknown {
  if (value === null || value === 0 || value === '' || value === false) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => significant(item) ?? null)
  const fields = Object.entries(value as object)
    .map(([key, field]) => [key, significant(field)] as const)
    .filter(([, field]) => field !== undefined)
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}
