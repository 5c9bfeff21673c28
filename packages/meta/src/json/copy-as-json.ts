import { types } from 'node:util'
import { setMember } from './json-value.ts'
import { maxNestingDepth } from './nesting-depth.ts'

/** The nesting copied by recursion; below it, the copy uses an explicit stack and checks for cycles. */
const recursionLimit = 200

/**
 * Copies a value as `JSON.stringify` and `JSON.parse` would, without the text: members that are undefined,
 * functions or symbols are absent (null in an array), `toJSON` is honored, NaN and infinities are null. A bigint is an
 * integer. Throws a TypeError for a value that contains itself, and a RangeError beyond
 * {@link maxNestingDepth}.
 */
export function copyAsJson(value: unknown): unknown {
  return copy(value, '', recursionLimit)
}

function copy(value: unknown, key: string | number, left: number): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  const read = toJsonValue(value, key)
  if (typeof read !== 'object' || read === null) return read
  if (left === 0) return copyDeep(read, String(key))
  if (Array.isArray(read)) {
    const items: unknown[] = []
    for (let index = 0; index < read.length; index++) items.push(copy(read[index], index, left - 1) ?? null)
    return items
  }
  const members: Record<string, unknown> = {}
  for (const name of Object.keys(read)) {
    const member = copy((read as Record<string, unknown>)[name], name, left - 1)
    if (member !== undefined) setMember(members, name, member)
  }
  return members
}

/** What stands for a value in JSON: undefined for what has no place there. */
function toJsonValue(value: unknown, key: string | number): unknown {
  switch (typeof value) {
    case 'number':
      // `+ 0` is for negative zero, which JSON writes as 0.
      return Number.isFinite(value) ? value + 0 : null
    case 'function':
    case 'symbol':
      return undefined
    case 'object':
      break
    default:
      return value
  }
  if (value === null || !('toJSON' in value) || typeof value.toJSON !== 'function') return unboxed(value)
  const read: unknown = value.toJSON(String(key))
  return read === value ? unboxed(value) : toJsonValue(read, key)
}

function unboxed(value: object | null): unknown {
  if (value === null || Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) return value
  return types.isBoxedPrimitive(value) ? value.valueOf() : value
}

interface Level {
  readonly from: object
  readonly to: Record<string, unknown> | unknown[]
  readonly keys: readonly string[]
  index: number
}

function copyDeep(root: object, key: string): unknown {
  const levels: Level[] = []
  const open = new Set<object>()
  const enter = (from: object, name: string): Level['to'] => {
    if (open.has(from)) throw new TypeError(`the object contains itself, in ${JSON.stringify(name)}`)
    if (levels.length + recursionLimit >= maxNestingDepth) throw new RangeError('exceeded max depth')
    const to = Array.isArray(from) ? [] : {}
    open.add(from)
    levels.push({
      from,
      to,
      keys: Array.isArray(from) ? Array.from(from, (_, at) => String(at)) : Object.keys(from),
      index: 0,
    })
    return to
  }
  const copied = enter(root, key)
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const name = level.keys[level.index++]
    if (name === undefined) {
      open.delete(level.from)
      levels.pop()
      continue
    }
    const read = toJsonValue((level.from as Record<string, unknown>)[name], name)
    const member = typeof read === 'object' && read !== null ? enter(read, name) : read
    if (Array.isArray(level.to)) level.to.push(member ?? null)
    else if (member !== undefined) setMember(level.to, name, member)
  }
  return copied
}
