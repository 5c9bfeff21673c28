/** A parsed JSON object. Keys are user text: read and written through the functions of this file only. */
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

/** The value under `key`, or undefined; never one that is inherited. */
export function getOwn(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Sets `key` as an own property, whatever it is called. */
export function setOwn(object: JsonObject, key: string, value: unknown): void {
  // INVARIANT: `__proto__` is a legal key and never a prototype.
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    ;(object as { [key: string]: unknown })[key] = value
  }
}

/** Removes `key` from an object this call made. */
export function deleteOwn(object: JsonObject, key: string): void {
  delete (object as { [key: string]: unknown })[key]
}

/** Deep equality of two JSON values; integers beyond 2^53 are bigints and compare exactly. */
export function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false
    for (let index = 0; index < left.length; index++) {
      if (!equalJson(left[index], right[index])) return false
    }
    return true
  }
  if (Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false
    if (!equalJson((left as JsonObject)[key], (right as JsonObject)[key])) return false
  }
  return true
}

/** A copy that shares nothing that can change. */
export function cloneJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneJson)
  if (!isObject(value)) return value
  const copy = { ...value }
  for (const key of Object.keys(copy)) setOwn(copy, key, cloneJson(copy[key]))
  return copy
}
