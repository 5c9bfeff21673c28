/**
 * Where two JSON values first say different things, as a path; `undefined` where they do not. Absent, null, empty text
 * and empty lists are the same.
 */
export function findDifference(before: unknown, after: unknown, at = ''): string | undefined {
  if (Object.is(before, after) || (isNothing(before) && isNothing(after))) return undefined
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return at
    for (const [index, item] of before.entries()) {
      const path = findDifference(item, after[index], `${at}[${index}]`)
      if (path !== undefined) return path
    }
    return undefined
  }
  if (!isFields(before) || !isFields(after)) return at
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = findDifference(member(before, key), member(after, key), at === '' ? key : `${at}.${key}`)
    if (path !== undefined) return path
  }
  return undefined
}

type Fields = Readonly<Record<string, unknown>>

function member(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
