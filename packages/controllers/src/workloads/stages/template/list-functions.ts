import { isEqualJson } from '@pinnace/meta'
import type { TemplateFunction } from './run-template.ts'
import { describe, fieldOf, itemsOf, textOf } from './template-values.ts'

/** Items of the longest list that a function makes. */
const maxItems = 10_000

/** The functions of lists and maps. */
export const listFunctions: Readonly<Record<string, TemplateFunction>> = {
  list: (...values) => values,
  dict(...pairs) {
    const entries = pairs.flatMap((key, index) => (index % 2 === 0 ? [[textOf(key), pairs[index + 1] ?? '']] : []))
    return Object.fromEntries(entries) as unknown
  },
  get: (map, key) => fieldOf(recordOf(map), textOf(key)) ?? '',
  hasKey: (map, key) => Object.hasOwn(recordOf(map), textOf(key)),
  keys: (map) => Object.keys(recordOf(map)).sort(),
  first: (list) => listOf(list)[0],
  last: (list) => listOf(list).at(-1),
  has: (item, list) => listOf(list).some((one) => isEqualJson(one, item)),
  append: (list, item) => [...listOf(list), item],
  concat: (...lists) => lists.flatMap(listOf),
  join: (separator, list) => listOf(list).map(textOf).join(textOf(separator)),
  until(count) {
    if (typeof count !== 'number' || count > maxItems)
      throw new TypeError(`until takes a number of at most ${maxItems}`)
    return Array.from({ length: Math.max(0, count) }, (_, index) => index)
  },
  toJson: (value) => JSON.stringify(value ?? null),
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new TypeError(`${describe(value)} is not a list`)
  return value
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${describe(value)} is not a map`)
  }
  return Object.fromEntries(itemsOf(value)) as Record<string, unknown>
}
