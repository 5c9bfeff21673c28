import type { FieldErrors } from '@pinnace/meta'
import { getOwn, setOwn } from './own-property.ts'

/** Reports items of a set that stand in it twice. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go
export function validateSet(list: readonly unknown[], errors: FieldErrors, path: string): void {
  const seen = new Set<string>()
  for (const [index, item] of list.entries()) {
    const key = fingerprint(item)
    if (seen.has(key)) errors.duplicate(`${path}[${index}]`, item)
    else seen.add(key)
  }
}

/** Reports items of a keyed list whose keys stand in it twice. */
export function validateMapList(
  list: readonly unknown[],
  keys: readonly string[],
  errors: FieldErrors,
  path: string,
): void {
  const seen = new Set<string>()
  for (const [index, item] of list.entries()) {
    // Of the wrong type: that has been said already.
    if (typeof item !== 'object' || item === null) continue
    const identity = {}
    for (const key of keys) {
      const value = getOwn(item, key)
      if (value !== undefined) setOwn(identity, key, value)
    }
    const key = fingerprint(identity)
    if (seen.has(key)) errors.duplicate(`${path}[${index}]`, identity)
    else seen.add(key)
  }
}

/** Text that is equal where JSON values are, whatever the order of their keys. */
function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(fingerprint).join()}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${fingerprint(item)}`).join()}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
