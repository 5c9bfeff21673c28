import type { CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { EntrySelector } from './watch-cache.ts'
import { WatchScope, type PositionedWatch } from './watch-scope.ts'

/** A label or a field that all matches of a selector have, with this value. */
interface Equality<T> {
  /** Names the label or the field. */
  readonly name: string
  readonly value: string
  readonly read: (entry: StoredEntry<T>) => string | undefined
}

/** The scopes of watches that select by the same label or field, by its value. */
interface SelectedScopes<T, Watch extends PositionedWatch> {
  readonly read: Equality<T>['read']
  readonly byValue: Map<string, WatchScope<T, Watch>>
}

/**
 * The watches of a range of keys. Those whose selector asks for one value of a label or field are in a scope of that value:
 * a change concerns the scopes of the values before and after it, however many others there are.
 */
export class RangeWatches<T, Watch extends PositionedWatch> {
  #all: WatchScope<T, Watch> | undefined
  readonly #selected = new Map<string, SelectedScopes<T, Watch>>()

  get isEmpty(): boolean {
    return this.#all === undefined && this.#selected.size === 0
  }

  /** The scope of watches with a selector. One without watches is to be removed. */
  scope(range: string, selector: EntrySelector<T> | undefined): WatchScope<T, Watch> {
    const equality = equalityOf(selector)
    if (equality === undefined) return (this.#all ??= new WatchScope(range, undefined))
    const { name, value, read } = equality
    let selected = this.#selected.get(name)
    if (selected === undefined) this.#selected.set(name, (selected = { read, byValue: new Map() }))
    let scope = selected.byValue.get(value)
    if (scope === undefined) selected.byValue.set(value, (scope = new WatchScope(range, { name, value })))
    return scope
  }

  remove({ selects }: WatchScope<T, Watch>): void {
    if (selects === undefined) {
      this.#all = undefined
      return
    }
    const selected = this.#selected.get(selects.name)
    selected?.byValue.delete(selects.value)
    if (selected?.byValue.size === 0) this.#selected.delete(selects.name)
  }

  /** Calls `visit` with each scope that a change concerns. */
  concerned({ entry, previous }: CacheChange<T>, visit: (scope: WatchScope<T, Watch>) => void): void {
    if (this.#all !== undefined) visit(this.#all)
    for (const { read, byValue } of this.#selected.values()) {
      const now = read(entry)
      const before = previous === undefined ? undefined : read(previous)
      const scope = now === undefined ? undefined : byValue.get(now)
      if (scope !== undefined) visit(scope)
      const left = before === undefined || before === now ? undefined : byValue.get(before)
      if (left !== undefined) visit(left)
    }
  }

  *scopes(): Generator<WatchScope<T, Watch>> {
    if (this.#all !== undefined) yield this.#all
    for (const { byValue } of this.#selected.values()) yield* byValue.values()
  }
}

function equalityOf<T>(selector: EntrySelector<T> | undefined): Equality<T> | undefined {
  if (selector === undefined || selector.isEmpty) return undefined
  const { pin, fieldPin } = selector
  const [label, ...others] = pin?.values ?? []
  if (pin !== undefined && label !== undefined && others.length === 0) {
    return { name: `label ${pin.label}`, value: label, read: ({ labels }) => own(labels, pin.label) }
  }
  if (fieldPin === undefined) return undefined
  return { name: `field ${fieldPin.field}`, value: fieldPin.value, read: ({ fields }) => own(fields, fieldPin.field) }
}

function own(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
