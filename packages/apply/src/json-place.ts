import { setMember } from '@pinnace/meta'
import { deleteOwn, getOwn, isObject, type JsonObject } from './json-object.ts'
import { unprocessablePatch } from './patch-error.ts'

/** What can hold other values. */
export type Container = JsonObject | readonly unknown[]

/** A container this patch made. */
export type OwnedContainer = JsonObject | unknown[]

/** Where a JSON pointer leads: the container, and the last segment. */
export interface Place {
  readonly container: Container
  readonly key: string
}

/** As {@link Place}, and the container may be changed. */
export interface OwnedPlace {
  readonly container: OwnedContainer
  readonly key: string
}

/** The value under one segment, or undefined. */
export function child(container: unknown, key: string): unknown {
  if (Array.isArray(container)) {
    const index = existingIndex(container, key)
    return typeof index === 'string' ? undefined : container[index]
  }
  return isObject(container) ? getOwn(container, key) : undefined
}

/** The value at a place; undefined where an object lacks the key. */
export function read({ container, key }: Place, context: string): unknown {
  if (!Array.isArray(container)) return getOwn(container as JsonObject, key)
  const index = existingIndex(container, key)
  if (typeof index === 'string') throw unprocessablePatch(`${context}: ${index}`)
  return container[index]
}

/** Sets a key, or inserts into a list; `-` is the end of a list. */
export function insert({ container, key }: OwnedPlace, value: unknown, context: string): void {
  if (!Array.isArray(container)) {
    setMember(container, key, value)
    return
  }
  if (key === '-') {
    container.push(value)
    return
  }
  const number = parseIndex(key)
  if (number === undefined) {
    throw unprocessablePatch(
      `${context}: value was not a proper array index: '${key}': strconv.Atoi: parsing "${key}": invalid syntax`,
    )
  }
  const room = container.length + 1
  if (number >= room || number < -room) throw unprocessablePatch(`${context}: ${invalidIndex(number)}`)
  container.splice(number < 0 ? number + room : number, 0, value)
}

/** Removes and returns what is at a place. */
export function take({ container, key }: OwnedPlace, context: string): unknown {
  if (Array.isArray(container)) {
    const index = existingIndex(container, key)
    if (typeof index === 'string') throw unprocessablePatch(`${context}: ${index}`)
    return container.splice(index, 1)[0]
  }
  if (!Object.hasOwn(container, key)) {
    throw unprocessablePatch(`${context}: Unable to remove nonexistent key: ${key}: missing value`)
  }
  const value = container[key]
  deleteOwn(container, key)
  return value
}

/** The index `key` names in a list, or the reason why it names none. */
export function existingIndex(list: readonly unknown[], key: string): number | string {
  const number = parseIndex(key)
  if (number === undefined) return `strconv.Atoi: parsing "${key}": invalid syntax`
  if (number >= list.length || number < -list.length) return invalidIndex(number)
  return number < 0 ? number + list.length : number
}

function invalidIndex(number: number): string {
  return `Unable to access invalid index: ${number}: invalid index referenced`
}

function parseIndex(key: string): number | undefined {
  return /^[+-]?\d{1,15}$/.test(key) ? Number(key) : undefined
}

/** RFC 6901: `~1` is a slash, `~0` a tilde, read in one pass. */
export function unescapeSegment(segment: string): string {
  return segment.includes('~') ? segment.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : segment
}
