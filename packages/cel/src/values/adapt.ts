import { adaptDyn } from './adapt-dyn.ts'
import { scalarAdapters } from './adapt-scalars.ts'
import type { Adapter } from './adapter.ts'
import { isPlainObject } from './cel-object.ts'
import { HostList, HostMap } from './host-collections.ts'
import { HostObject, Shape } from './host-object.ts'
import { adaptOptional } from './present.ts'
import { refuse } from './refuse-data.ts'
import type { StructDeclaration } from './struct.ts'
import { dynType, isOptional, UnorderedListType } from './type.ts'
import { UnorderedList } from './unordered-list.ts'
import { CelList, CelMap, CelObject, type CelType } from './value.ts'

/** Finds declared objects by name. */
export type FindStruct = (name: string) => StructDeclaration | undefined

/** Adapters of the types of one environment. */
export class Adapters {
  readonly #findStruct: FindStruct
  readonly #byType = new WeakMap<CelType, Adapter>()
  readonly #shapes = new Map<string, Shape>()

  constructor(findStruct: FindStruct) {
    this.#findStruct = findStruct
  }

  /** The adapter of data without a declared type. */
  get dyn(): Adapter {
    return adaptDyn
  }

  /** The adapter of data that should have a type. */
  of(type: CelType): Adapter {
    const known = this.#byType.get(type)
    if (known !== undefined) return known
    const made = this.#make(type)
    const adapter: Adapter = (data) => (data === null ? null : made(data))
    this.#byType.set(type, adapter)
    return adapter
  }

  /** How host data of a declared object is read. */
  shape(name: string): Shape | undefined {
    const known = this.#shapes.get(name)
    if (known !== undefined) return known
    const declaration = this.#findStruct(name)
    if (declaration === undefined || declaration.type !== undefined) return undefined
    const shape = new Shape(declaration, (type) => this.of(type))
    this.#shapes.set(name, shape)
    return shape
  }

  #make(type: CelType): Adapter {
    const [first = dynType, second = dynType] = type.params
    switch (type.kind) {
      case 'list':
        return adaptList(type, () => this.of(first))
      case 'map':
        return adaptMap(type, () => this.of(second))
      case 'struct': {
        const shape = this.shape(type.name)
        return shape === undefined ? adaptDyn : adaptObject(type, shape)
      }
      default:
        if (isOptional(type)) return adaptOptional(() => this.of(first))
        return scalarAdapters.get(type.kind)?.(type) ?? adaptDyn
    }
  }
}

function adaptObject(type: CelType, shape: Shape): Adapter {
  return (data) => {
    if (data instanceof CelObject) return data
    return isPlainObject(data) ? new HostObject(data, shape) : refuse(data, type)
  }
}

function adaptList(type: CelType, element: () => Adapter): Adapter {
  const keys = type instanceof UnorderedListType ? type.keys : undefined
  return (data) => {
    if (!Array.isArray(data)) return data instanceof CelList ? data : refuse(data, type)
    const list = new HostList(data, element())
    return keys === undefined ? list : new UnorderedList(list, keys)
  }
}

function adaptMap(type: CelType, value: () => Adapter): Adapter {
  return (data) => {
    if (data instanceof CelMap) return data
    return isPlainObject(data) ? new HostMap(data, value()) : refuse(data, type)
  }
}
