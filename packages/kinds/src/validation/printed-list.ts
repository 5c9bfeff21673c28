import { emptiedMember } from '@pinnace/schema'

/** A list of a decoded object as messages print it: null where the body had none. */
export function printedList<T extends object>(object: T, name: keyof T & string): unknown {
  const list: unknown = object[name]
  return Array.isArray(list) && list.length > 0 ? list : (emptiedMember(object, name) ?? null)
}
