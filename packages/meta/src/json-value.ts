/** A deep copy of a JSON value; `__proto__` keys stay ordinary keys. */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cloneJson) as T
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setMember(copy, key, cloneJson((value as Record<string, unknown>)[key]))
  return copy as T
}

/** Freezes a JSON value all the way down and returns it. */
export function freezeJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) for (const item of value) freezeJson(item)
  else for (const key of Object.keys(value)) freezeJson((value as Record<string, unknown>)[key])
  return Object.freeze(value)
}

/** Sets a member whose name came from outside: `__proto__` becomes an own property, as JSON.parse makes it. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
