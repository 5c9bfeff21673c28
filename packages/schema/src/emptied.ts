import { cloneJson } from '@pinnace/meta'

type Empty = readonly unknown[] | Readonly<Record<string, unknown>>

// Kept beside the objects: an object that is stored or answered does not have these members.
const emptied = new WeakMap<object, Map<string, Empty>>()

/** Remembers an empty list or map of a body. */
export function noteEmptied(object: object, name: string, value: Empty): void {
  const members = emptied.get(object)
  if (members === undefined) emptied.set(object, new Map([[name, value]]))
  else members.set(name, value)
}

/**
 * The empty list or map that a body had in this member of a decoded object; undefined if there was none. Most are not
 * stored, but kube-apiserver prints it, and some kinds compare it. A copy of the object does not have it.
 */
export function emptiedMember(object: object | null | undefined, name: string): Empty | undefined {
  return object === undefined || object === null ? undefined : emptied.get(object)?.get(name)
}

/** Whether a decoded value had an empty list or map anywhere. */
export function hasEmptied(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return emptied.has(value) || Object.values(value).some(hasEmptied)
}

/** A decoded object with the empty lists and maps that its body had; the object itself if it had none. */
export function withEmptied<T extends object>(object: T): T {
  const members = emptied.get(object)
  return members === undefined ? object : { ...Object.fromEntries(members), ...object }
}

/** A deep copy of a decoded object that has the empty lists and maps of its body, too. */
export function cloneDecoded<T extends object>(object: T): T {
  const copy = cloneJson(object)
  keepAllEmptied(copy, object)
  return copy
}

function keepAllEmptied(copy: unknown, original: unknown): void {
  if (typeof copy !== 'object' || copy === null || typeof original !== 'object' || original === null) return
  for (const [name, value] of emptied.get(original) ?? []) noteEmptied(copy, name, value)
  for (const [name, value] of Object.entries(original)) keepAllEmptied((copy as Record<string, unknown>)[name], value)
}

/** Remembers for a copy the empty lists and maps that the body had in the original. */
export function keepEmptied<T extends object>(copy: T, original: object): T {
  for (const [name, value] of emptied.get(original) ?? [])
    if (!Object.hasOwn(copy, name)) noteEmptied(copy, name, value)
  return copy
}
