import type { ApiObject } from './api-object.ts'
import { isEqual, isObject, itemsOf, memberOf, textOf } from './json.ts'
import { pointerTo } from './yaml-lines.ts'

/** A field manager of an object, as managedFields describe it. */
export interface FieldManager {
  readonly manager: string
  readonly operation: string
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string
}

/** Who owns the fields of an object. */
export interface FieldOwners {
  readonly managers: readonly FieldManager[]
  /** The managers of a field by its pointer, also if they own it as a part of something they set as a whole. */
  of(pointer: string): readonly FieldManager[]
}

/** Reads the owners of fields from managedFields. */
export function fieldOwners(object: ApiObject): FieldOwners {
  const owned = new Map<string, FieldManager[]>()
  /** Fields that are owned with everything below. */
  const whole = new Map<string, FieldManager[]>()
  const managers: FieldManager[] = []
  for (const entry of itemsOf(object.metadata, 'managedFields')) {
    const manager = {
      manager: textOf(entry, 'manager'),
      operation: textOf(entry, 'operation'),
      apiVersion: textOf(entry, 'apiVersion'),
      subresource: textOf(entry, 'subresource'),
      time: textOf(entry, 'time'),
    }
    managers.push(manager)
    walk(memberOf(entry, 'fieldsV1'), object, '', (pointer, isWhole) => {
      add(owned, pointer, manager)
      if (isWhole) add(whole, pointer, manager)
    })
  }
  return {
    managers,
    of(pointer) {
      const exact = owned.get(pointer)
      if (exact !== undefined) return exact
      for (let parent = pointer; parent !== '';) {
        parent = parent.slice(0, parent.lastIndexOf('/'))
        const found = whole.get(parent)
        if (found !== undefined) return found
      }
      return []
    },
  }
}

function add(map: Map<string, FieldManager[]>, pointer: string, manager: FieldManager): void {
  const known = map.get(pointer)
  if (known === undefined) map.set(pointer, [manager])
  else known.push(manager)
}

type OnOwned = (pointer: string, isWhole: boolean) => void

/** Walks the fields of FieldsV1 and the value they are of side by side. */
function walk(fields: unknown, value: unknown, pointer: string, onOwned: OnOwned): void {
  if (!isObject(fields)) return
  for (const [element, below] of Object.entries(fields)) {
    if (element === '.') onOwned(pointer, false)
    const found = stepInto(element, value, pointer)
    if (found === undefined) continue
    if (isObject(below) && Object.keys(below).length === 0) onOwned(found.pointer, true)
    else walk(below, found.value, found.pointer, onOwned)
  }
}

interface Step {
  readonly value: unknown
  readonly pointer: string
}

/** The member or item that `f:name`, `k:{…}`, `v:value` or `i:index` names; undefined if the value has none. */
function stepInto(element: string, value: unknown, pointer: string): Step | undefined {
  const text = element.slice(2)
  if (element.startsWith('f:')) {
    return isObject(value) && Object.hasOwn(value, text)
      ? { value: value[text], pointer: pointerTo(pointer, text) }
      : undefined
  }
  if (!Array.isArray(value)) return undefined
  const index = indexOf(element.slice(0, 2), text, value)
  return index === -1 ? undefined : { value: value[index], pointer: pointerTo(pointer, index) }
}

function indexOf(type: string, text: string, items: readonly unknown[]): number {
  if (type === 'i:') return Number(text) < items.length ? Number(text) : -1
  const wanted = parse(text)
  if (type === 'v:') return items.findIndex((item) => isEqual(item, wanted))
  if (type !== 'k:' || !isObject(wanted)) return -1
  return items.findIndex((item) => Object.entries(wanted).every(([name, key]) => isEqual(memberOf(item, name), key)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
