/** A field of a value; undefined for a map without it. A TypeError for a field of anything but a map. */
// upstream: text/template – a field of a map without the key has no value; a field of no value is an error
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${describe(value)} has no field ${JSON.stringify(name)}`)
  }
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** Whether a value is neither absent nor false, zero or empty. */
export function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false
  return typeof value !== 'object' || (Array.isArray(value) ? value : Object.keys(value)).length > 0
}

/** The items of a list, the members of a map in the order of their keys, or the numbers below a number. */
export function itemsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return [...value.entries()]
  if (typeof value === 'object') return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  throw new TypeError(`range needs a list or a map, not ${describe(value)}`)
}

/** A value as a template prints it. */
// upstream: text/template prints with fmt.Fprint; a missing value is `<no value>`
export function textOf(value: unknown): string {
  if (value === undefined) return '<no value>'
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item ?? null)).join(' ')}]`
  if (typeof value === 'object') {
    return `map[${itemsOf(value)
      .map(([key, item]) => `${String(key)}:${textOf(item ?? null)}`)
      .join(' ')}]`
  }
  return String(value)
}

/** What a value is, in messages. */
export function describe(value: unknown): string {
  if (value === undefined || value === null) return 'no value'
  return Array.isArray(value)
    ? 'a list'
    : typeof value === 'object'
      ? 'a map'
      : `${typeof value} ${JSON.stringify(value)}`
}
