import { isEqualJson } from '@pinnace/meta'
import type { Query } from './query.ts'

/** Values that one step of a query may yield; a query that yields more yields nothing. */
const maxValues = 10_000

/**
 * The values that a query yields for an object, like jq: a field of null is null. Undefined where jq fails, such as
 * for the items of something that is no list.
 */
export function runQuery(query: Query, object: unknown): readonly unknown[] | undefined {
  try {
    return valuesOf(query, object)
  } catch (error) {
    if (error instanceof QueryFailure) return undefined
    throw error
  }
}

class QueryFailure extends Error {}

function valuesOf(query: Query, input: unknown): readonly unknown[] {
  switch (query.op) {
    case 'identity':
      return [input]
    case 'literal':
      return [query.value]
    case 'field':
      return valuesOf(query.of, input).map((value) => fieldOf(value, query.name))
    case 'index':
      return valuesOf(query.of, input).map((value) => itemOf(value, query.index))
    case 'each':
      return limited(valuesOf(query.of, input).flatMap(itemsOf))
    case 'optional':
      return runQuery(query.of, input) ?? []
    case 'pipe':
      return limited(valuesOf(query.left, input).flatMap((value) => valuesOf(query.right, value)))
    case 'alternative': {
      const found = (runQuery(query.left, input) ?? []).filter(isTrue)
      return found.length > 0 ? found : valuesOf(query.right, input)
    }
    case 'select':
      return valuesOf(query.condition, input).flatMap((value) => (isTrue(value) ? [input] : []))
    case 'compare':
      return combined(query, input, (left, right) => isEqualJson(left, right) === query.isEqual)
    case 'and':
      return combined(query, input, (left, right) => isTrue(left) && isTrue(right))
    case 'or':
      return combined(query, input, (left, right) => isTrue(left) || isTrue(right))
  }
}

function combined(
  query: { readonly left: Query; readonly right: Query },
  input: unknown,
  combine: (left: unknown, right: unknown) => boolean,
): readonly unknown[] {
  const lefts = valuesOf(query.left, input)
  return limited(valuesOf(query.right, input).flatMap((right) => lefts.map((left) => combine(left, right))))
}

function isTrue(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined
}

function fieldOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw new QueryFailure()
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : null
}

function itemOf(value: unknown, index: number): unknown {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) throw new QueryFailure()
  return value.at(index) ?? null
}

function itemsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) throw new QueryFailure()
  return Array.isArray(value) ? value : Object.values(value)
}

function limited(values: readonly unknown[]): readonly unknown[] {
  if (values.length > maxValues) throw new QueryFailure()
  return values
}
