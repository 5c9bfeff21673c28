import { fail } from './failure.ts'
import type { CelDouble, CelUint } from './numbers.ts'
import type { CelDuration, CelTimestamp } from './time.ts'

/**
 * A value of CEL. An `int` is a number where that is exact (a safe integer), else a bigint; `double` and
 * `uint` are objects. Lists, maps and objects may be views of data of the host.
 */
export type CelValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CelUint
  | CelDouble
  | CelTimestamp
  | CelDuration
  | CelList
  | CelMap
  | CelObject
  | CelOptional
  | CelOpaque
  | CelUnknown
  | CelType

/** What a type is at its outermost. */
export type TypeKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'typeParam'
  | 'uint'

/** A type of CEL, which is a value too. The type argument is how its values look in JavaScript. */
export class CelType<Value extends CelValue = CelValue> {
  /** Exists in the type system only. */
  declare readonly valueType?: Value
  readonly kind: TypeKind
  /** The name that `type(x)` shows. */
  readonly name: string
  readonly params: readonly CelType[]
  /** Whether null belongs to the type too, as with the wrapper messages of protobuf. */
  readonly nullable: boolean

  constructor(kind: TypeKind, name: string, params: readonly CelType[] = [], nullable: boolean = false) {
    this.kind = kind
    this.name = name
    this.params = params
    this.nullable = nullable
  }
}

/** Counts what a function does whose time its cost does not say; see `CallContext`. */
export interface StepCounter {
  iterate(steps?: number): void
}

/** A list. */
export abstract class CelList {
  abstract readonly size: number
  /** The element at an index from 0 to `size - 1`. */
  abstract at(index: number): CelValue
  /** Whether another list is equal, where that is not the same elements in the same order. */
  equals?(other: CelList, counter?: StepCounter): boolean
  /** This list with the elements of another one, where that is not one list behind the other. */
  concat?(other: CelList, counter?: StepCounter): CelList
}

/** What a key of a map is stored under; equal numbers of different types share one. */
export type MapKey = string | number | bigint | boolean

/** A map. */
export abstract class CelMap {
  abstract readonly size: number
  abstract get(key: MapKey): CelValue | undefined
  /** The keys in the order of the map. */
  abstract keys(): Iterable<CelValue>

  has(key: MapKey): boolean {
    return this.get(key) !== undefined
  }
}

/** An object with declared fields. */
export abstract class CelObject {
  abstract readonly type: CelType
  /** The value of a field; undefined where it is not set and has no default. @throws a failure where there is no such field */
  abstract get(field: string): CelValue | undefined
  /** Whether a field is set. @throws a failure where there is no such field */
  abstract has(field: string): boolean
  /** Whether another value is equal, where `pairsWith` does not say it. */
  abstract equals(other: CelValue): boolean
  /** The pairs of fields that must be equal; undefined where the objects differ already. */
  pairsWith?(other: CelObject): Iterable<readonly [CelValue, CelValue]> | undefined
}

/** A value of a type that a library brings. */
export abstract class CelOpaque {
  abstract readonly type: CelType
  abstract equals(other: CelValue): boolean
}

/** An optional value. */
export class CelOptional {
  readonly value: CelValue | undefined

  private constructor(value: CelValue | undefined) {
    this.value = value
  }

  static readonly none: CelOptional = new CelOptional(undefined)

  static of(value: CelValue): CelOptional {
    return new CelOptional(value)
  }

  /** The value. @throws a failure where there is none */
  unwrap(): CelValue {
    return this.value === undefined ? fail('optional.none() dereference') : this.value
  }
}

/** What is not known yet: the ids of the nodes that need it. Evaluations end with it where the result depends on it. */
export class CelUnknown {
  readonly nodes: ReadonlySet<number>

  constructor(nodes: Iterable<number> = []) {
    this.nodes = new Set(nodes)
  }
}

/** A list over an array of values. */
export class ArrayList extends CelList {
  readonly items: readonly CelValue[]

  constructor(items: readonly CelValue[]) {
    super()
    this.items = items
  }

  get size(): number {
    return this.items.length
  }

  at(index: number): CelValue {
    return this.items[index] ?? null
  }
}

/** A map over entries. */
export class EntryMap extends CelMap {
  readonly entries: ReadonlyMap<MapKey, MapEntry>

  constructor(entries: ReadonlyMap<MapKey, MapEntry>) {
    super()
    this.entries = entries
  }

  get size(): number {
    return this.entries.size
  }

  get(key: MapKey): CelValue | undefined {
    return this.entries.get(key)?.value
  }

  *keys(): Iterable<CelValue> {
    for (const entry of this.entries.values()) yield entry.key
  }
}

export interface MapEntry {
  readonly key: CelValue
  readonly value: CelValue
}

/** A map with strings as keys. */
export function mapOf(entries: Iterable<readonly [string, CelValue]>): CelMap {
  return new EntryMap(new Map([...entries].map(([key, value]) => [key, { key, value }])))
}

/** The elements of a list. */
export function elementsOf(list: CelList): readonly CelValue[] {
  if (list instanceof ArrayList) return list.items
  return Array.from({ length: list.size }, (_, index) => list.at(index))
}
