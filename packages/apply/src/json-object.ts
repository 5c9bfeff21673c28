/** A parsed JSON object. Keys are user text: read with {@link getOwn}, written with `setMember` of `@pinnace/meta`. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for what JSON calls an object: neither `null` nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for an object without keys. */
export function isEmptyObject(object: JsonObject): boolean {
  for (const _ in object) return false
  return true
}

/** True for an object whose members are all undefined, and for none. */
export function hasNoMembers(object: JsonObject | undefined): boolean {
  for (const key in object) if (object[key] !== undefined) return false
  return true
}

/** The value under `key`, or undefined; never one that is inherited. */
export function getOwn(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Removes `key` from an object this call made. */
export function deleteOwn(object: JsonObject, key: string): void {
  delete (object as { [key: string]: unknown })[key]
}
