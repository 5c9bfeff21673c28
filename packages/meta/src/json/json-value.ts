import { runAtOnce } from '../async/time-slices.ts'

/** The nesting handled by recursion; deeper levels use an explicit stack, so that no depth overflows the call stack. */
const recursionLimit = 200

/** Copies a JSON value of any depth; `__proto__` keys stay ordinary keys. */
export function cloneJson<T>(value: T): T {
  return clone(value, recursionLimit) as T
}

function clone(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return cloneDeep(value)
  if (Array.isArray(value)) return value.map((item) => clone(item, left - 1))
  const copy: Record<string, unknown> = {}
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key]
    setMember(copy, key, typeof member === 'object' && member !== null ? clone(member, left - 1) : member)
  }
  return copy
}

/** Containers that are copied before the work can be interrupted. */
const stepLength = 1_024

/** As {@link cloneJson}; can be interrupted between the arrays and objects of the value. */
export function* cloneJsonInSteps<T>(value: T): Generator<void, T> {
  return (typeof value === 'object' && value !== null ? yield* cloneStepwise(value) : value) as T
}

/**
 * A deeply frozen copy of a JSON value, without members that are undefined; what is frozen already is shared. Can be
 * interrupted between the arrays and objects of the value.
 */
export function* frozenCopyInSteps<T>(value: T): Generator<void, T> {
  return (isMutable(value) ? yield* cloneStepwise(value, true) : value) as T
}

function isMutable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Object.isFrozen(value)
}

function cloneDeep(root: object): unknown {
  return runAtOnce(cloneStepwise(root))
}

function* cloneStepwise(root: object, freezes = false): Generator<void, unknown> {
  const emptyLike = (value: object): object => (Array.isArray(value) ? [] : {})
  const copied = emptyLike(root)
  let count = 0
  const open: (readonly [from: object, to: object])[] = [[root, copied]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair
    for (const key of Object.keys(from)) {
      const value = (from as Record<string, unknown>)[key]
      if (freezes && value === undefined && !Array.isArray(to)) continue
      const isOpen = typeof value === 'object' && value !== null && !(freezes && Object.isFrozen(value))
      const copy = isOpen ? emptyLike(value) : value
      setMember(to as Record<string, unknown>, key, copy)
      if (isOpen) open.push([value, copy as object])
    }
    if (freezes) Object.freeze(to)
    if (++count % stepLength === 0) yield
  }
  return copied
}

/** Freezes a JSON value of any depth, and returns it. */
export function freezeJson<T>(value: T): T {
  freeze(value, recursionLimit)
  return value
}

function freeze(value: unknown, left: number): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  if (left === 0) {
    freezeDeep(value)
    return
  }
  if (Array.isArray(value)) for (const item of value) freeze(item, left - 1)
  else for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key], left - 1)
  Object.freeze(value)
}

function freezeDeep(root: object): void {
  const open: object[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    Object.freeze(value)
    for (const member of Object.values(value) as unknown[]) {
      if (typeof member === 'object' && member !== null && !Object.isFrozen(member)) open.push(member)
    }
  }
}

/** Sets a member with a name from outside: `__proto__` becomes an own property, as with JSON.parse. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Whether a JSON value has more than `levels` arrays and objects inside each other: as many as the stack takes. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels <= 0) return true
  if (Array.isArray(value)) return value.some((item) => isNestedDeeper(item, levels - 1))
  for (const key of Object.keys(value)) {
    if (isNestedDeeper((value as Readonly<Record<string, unknown>>)[key], levels - 1)) return true
  }
  return false
}
