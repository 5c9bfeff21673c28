/** The fields of a configuration, or of an object in one; throws a TypeError for what is no object, and for other fields. */
export function readFields(where: string, value: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where} must be an object`)
  }
  for (const field of Object.keys(value)) {
    if (!known.includes(field)) throw new TypeError(`${where}: unknown field ${JSON.stringify(field)}`)
  }
  return value as Readonly<Record<string, unknown>>
}
