import type { Normalized } from './normalize.ts'

/**
 * An answer without the descriptions of the columns of tables. They are the same in every table of a kind, so they are
 * compared in one request of each kind.
 */
export function withoutColumnDescriptions(answer: Normalized): Normalized {
  return { ...answer, body: walk(answer.body) }
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Readonly<Record<string, unknown>>
  const { kind, columnDefinitions } = object
  if (kind !== 'Table') {
    return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, walk(member)]))
  }
  if (!Array.isArray(columnDefinitions)) return object
  const columns = columnDefinitions.map((column: object) => ({ ...column, description: '' }))
  return { ...object, columnDefinitions: columns }
}
