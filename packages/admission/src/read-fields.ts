/** Returns the fields of an object. Throws a TypeError for a value that is not an object, and for unknown fields. */
export function readFields(where: string, value: unknown, known: readonly string[]): Readonly<Record<string, unknown>> {
  const fields = readObject(where, value)
  for (const field of Object.keys(fields)) {
    if (!known.includes(field)) throw new TypeError(`${where}: unknown field ${JSON.stringify(field)}`)
  }
  return fields
}

/** Returns the fields of an object. Throws a TypeError for a value that is not an object. */
export function readObject(where: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where} must be an object`)
  }
  return value as Readonly<Record<string, unknown>>
}
