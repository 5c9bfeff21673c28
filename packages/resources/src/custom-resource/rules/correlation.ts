import { isUnchanged, itemsBefore, type Schema } from '@pinnace/schema'

/** A value beside what it was before, found again by its field, key or the keys of its list. */
interface Pair {
  readonly next: unknown
  readonly live: unknown
  readonly schema: Schema | undefined
  /** Compared once, when an error asks for it. */
  unchanged?: boolean
}

/** Whether a value, or what it stands in, is as it was before: errors of unchanged values do not refuse an update. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, ratchetingOptions
export class Correlation {
  /** Nothing was there before. */
  static readonly none: Correlation = new Correlation(undefined, undefined)
  readonly #pair: Pair | undefined
  readonly #around: Pair | undefined

  private constructor(pair: Pair | undefined, around: Pair | undefined) {
    this.#pair = pair
    this.#around = around
  }

  static of(schema: Schema, next: unknown, live: unknown): Correlation {
    return new Correlation({ next, live, schema }, undefined)
  }

  get isUnchanged(): boolean {
    const pair = this.#pair ?? this.#around
    if (pair === undefined) return false
    return (pair.unchanged ??= isUnchanged(pair.schema, pair.next, pair.live))
  }

  field(name: string): Correlation {
    const pair = this.#pair
    if (pair === undefined) return this
    // Both versions of an object are converted to the same one.
    if (this.#around === undefined && (name === 'apiVersion' || name === 'kind')) return Correlation.none
    return new Correlation(pairAt(pair, name), pair)
  }

  /** The correlations of the items of a list. */
  items(): (index: number) => Correlation {
    const pair = this.#pair
    if (pair === undefined) return () => this
    const { next, live, schema } = pair
    const before = schema?.type === 'list' && Array.isArray(live) ? itemsBefore(schema, live) : () => undefined
    return (index) => {
      const item: unknown = Array.isArray(next) ? next[index] : undefined
      const old = before(item)
      const inner = schema?.type === 'list' ? schema.items : undefined
      return new Correlation(old === undefined ? undefined : { next: item, live: old, schema: inner }, pair)
    }
  }
}

function pairAt({ next, live, schema }: Pair, name: string): Pair | undefined {
  if (!hasMember(next, name) || !hasMember(live, name)) return undefined
  return { next: next[name], live: live[name], schema: schemaAt(schema, name) }
}

function schemaAt(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema?.type === 'map') return schema.values
  return schema?.type === 'object' ? schema.fields.get(name)?.schema : undefined
}

function hasMember(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
}
