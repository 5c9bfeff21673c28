import { FieldErrors, isEqualJson, maxFieldErrors, type FieldError } from '@pinnace/meta'
import { getOwn } from './own-property.ts'
import type { ListSchema, Schema } from './schema.ts'
import { fingerprint } from './validate-unique.ts'
import { isObject, joinPath } from './validate-value.ts'
import { addErrors, validateStructure } from './validate-structure.ts'
import { compileTypeValidator } from './validate.ts'

/**
 * Adds the violations of a changed value. Violations of unchanged parts are ignored, so that an object that became
 * invalid when its schema was tightened can still be changed in other places.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go, and of lists
// pkg/registry/customresource/strategy.go, ValidateUpdate
export function validateChange(schema: Schema, next: unknown, live: unknown, errors: FieldErrors): void {
  const found = new FieldErrors(maxFound)
  compileTypeValidator(schema)(next, found)
  addErrors(errors, changed({ schema, next, live }, '', found.list))
  const structure = validateStructure(schema, next, '')
  if (structure === undefined) return
  addErrors(errors, structure.embedded.list)
  if (structure.lists.isEmpty || validateStructure(schema, live, '')?.lists.isEmpty === false) return
  addErrors(errors, structure.lists.list)
}

/** Most errors that are found before those of unchanged parts are taken out. */
const maxFound = 2 * maxFieldErrors

/** The errors of a value without those of its unchanged parts. */
function changed(
  { schema, next, live }: Omit<Part, 'step'>,
  path: string,
  found: readonly FieldError[],
): readonly FieldError[] {
  if (found.length === 0 || (live !== undefined && isUnchanged(schema, next, live))) return []
  const within: FieldError[] = []
  const inner: FieldError[] = []
  for (const part of partsOf(schema, next, live)) {
    if (part.live === undefined) continue
    const at = joinPath(path, part.step)
    const errors = new FieldErrors()
    compileTypeValidator(part.schema)(part.next, errors, at)
    if (errors.isEmpty) continue
    for (const error of errors.list) within.push(error)
    for (const error of changed(part, at, errors.list)) inner.push(error)
  }
  return [...without(found, within), ...inner]
}

interface Part {
  readonly step: string | number
  readonly schema: Schema
  readonly next: unknown
  readonly live: unknown
}

/** What is inside a value, each beside what it was before. */
function partsOf(schema: Schema, next: unknown, live: unknown): readonly Part[] {
  if (schema.type === 'list') {
    if (!Array.isArray(next) || !Array.isArray(live)) return []
    const before = itemsBefore(schema, live)
    return next.map((item, step) => ({ step, schema: schema.items, next: item, live: before(item) }))
  }
  if (!isObject(next) || !isObject(live)) return []
  if (schema.type === 'map') {
    return Object.keys(next).map((step) => ({
      step,
      schema: schema.values,
      next: next[step],
      live: getOwn(live, step),
    }))
  }
  if (schema.type !== 'object') return []
  const parts: Part[] = []
  for (const { name, schema: of, goSemantics } of schema.fields.values()) {
    const value = getOwn(next, name)
    if (goSemantics !== true && value !== undefined)
      parts.push({ step: name, schema: of, next: value, live: getOwn(live, name) })
  }
  return parts
}

/** True for equal values. The order of the items of a list with keys does not matter, at any depth. */
// upstream: apiserver/pkg/cel/common/equality.go, CachedDeepEqual
export function isUnchanged(schema: Schema | undefined, next: unknown, live: unknown): boolean {
  if (schema?.type === 'list' && schema.listType === 'map' && Array.isArray(next) && Array.isArray(live)) {
    // Items without keys are not found again.
    if (isEqualJson(next, live)) return true
    if (next.length !== live.length) return false
    const before = itemsBefore(schema, live)
    return next.every((item) => {
      const old = before(item)
      return old !== undefined && isUnchanged(schema.items, item, old)
    })
  }
  if ((schema?.type !== 'object' && schema?.type !== 'map') || !isObject(next) || !isObject(live)) {
    return isEqualJson(next, live)
  }
  const steps = Object.keys(next)
  if (steps.length !== Object.keys(live).length) return false
  return steps.every((step) => {
    if (!Object.hasOwn(live, step)) return false
    return isUnchanged(schema.type === 'map' ? schema.values : schema.fields.get(step)?.schema, next[step], live[step])
  })
}

/** Finds items again by their keys. The items of a list without keys have nothing they were before. */
export function itemsBefore(
  { listType, mapKeys = [] }: ListSchema,
  live: readonly unknown[],
): (item: unknown) => unknown {
  if (listType !== 'map') return () => undefined
  const only = mapKeys.length === 1 ? mapKeys[0] : undefined
  const keyOf = (item: object): unknown =>
    only === undefined ? fingerprint(mapKeys.map((key) => getOwn(item, key))) : getOwn(item, only)
  // INVARIANT: a list is traversed once, because a client decides on its length.
  const byKey = new Map<unknown, unknown>()
  for (const item of live) {
    if (!isObject(item)) continue
    const key = keyOf(item)
    if (!byKey.has(key)) byKey.set(key, item)
  }
  return (item) => (isObject(item) ? byKey.get(keyOf(item)) : undefined)
}

/** The errors that are left when others have been taken out, one for one. */
function without(errors: readonly FieldError[], others: readonly FieldError[]): readonly FieldError[] {
  if (others.length === 0) return errors
  const taken = new Map<string, number>()
  const idOf = ({ field, message }: FieldError): string => `${field}: ${message}`
  for (const other of others) taken.set(idOf(other), (taken.get(idOf(other)) ?? 0) + 1)
  return errors.filter((error) => {
    const left = taken.get(idOf(error)) ?? 0
    if (left > 0) taken.set(idOf(error), left - 1)
    return left === 0
  })
}
