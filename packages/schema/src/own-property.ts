/** The value of an own property: nothing is read off a prototype, whatever the key. */
export function getOwn(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}

/** Sets an own property, `__proto__` too. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key !== '__proto__') (object as Record<string, unknown>)[key] = value
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

/** A copy of a JSON value that shares nothing with it. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson)
  if (typeof value !== 'object' || value === null) return value
  const copy = {}
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson((value as Record<string, unknown>)[key]))
  return copy
}
