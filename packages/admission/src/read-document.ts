import { readFields } from './read-fields.ts'

/** An accepted kind of a configuration. */
export interface DocumentKind {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * Returns the fields of a plugin configuration. Throws a TypeError that names the plugin and the field for another kind
 * or an unknown field.
 */
export function readDocument(
  plugin: string,
  value: unknown,
  kinds: readonly DocumentKind[],
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  const fields = readFields(plugin, value, ['apiVersion', 'kind', ...known])
  const { apiVersion, kind } = fields
  if (!kinds.some((one) => one.apiVersion === apiVersion && one.kind === kind)) {
    const expected = kinds.map((one) => `${one.kind} of ${one.apiVersion}`).join(' or ')
    throw new TypeError(
      `${plugin}: the configuration must be a ${expected}, not ${JSON.stringify(kind)} of ${JSON.stringify(apiVersion)}`,
    )
  }
  return fields
}

/** Reads a list; empty if absent. */
export function readItems(where: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new TypeError(`${where} must be a list`)
  return value
}

/** Reads a string; empty if absent. */
export function readText(where: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new TypeError(`${where} must be a string, not ${JSON.stringify(value)}`)
  return value
}

/** Reads an integer; 0 if absent. */
export function readInteger(where: string, value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new TypeError(`${where} must be a whole number, not ${JSON.stringify(value)}`)
  }
  return value
}
