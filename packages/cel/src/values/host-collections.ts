import type { Adapter } from './adapter.ts'
import { CelList, CelMap, type CelValue, type MapKey } from './value.ts'

/** A view of an array. */
export class HostList extends CelList {
  readonly data: readonly unknown[]
  readonly #adapt: Adapter

  constructor(data: readonly unknown[], adapt: Adapter) {
    super()
    this.data = data
    this.#adapt = adapt
  }

  get size(): number {
    return this.data.length
  }

  at(index: number): CelValue {
    return this.#adapt(this.data[index])
  }
}

/** A view of an object as a map; only its own properties are entries. */
export class HostMap extends CelMap {
  readonly data: Readonly<Record<string, unknown>>
  readonly #adapt: Adapter
  #keys: readonly string[] | undefined

  constructor(data: Readonly<Record<string, unknown>>, adapt: Adapter) {
    super()
    this.data = data
    this.#adapt = adapt
  }

  get size(): number {
    return this.keys().length
  }

  get(key: MapKey): CelValue | undefined {
    return this.has(key) ? this.#adapt(this.data[String(key)]) : undefined
  }

  override has(key: MapKey): boolean {
    return typeof key === 'string' && Object.hasOwn(this.data, key)
  }

  keys(): readonly string[] {
    this.#keys ??= Object.keys(this.data)
    return this.#keys
  }
}
