import { decodeBase64 } from './base64.ts'
import { stringToDuration, stringToTimestamp } from './convert.ts'
import { isEqual } from './equality.ts'
import { fail } from './failure.ts'
import { toInt } from './integers.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { fieldPairs, type FieldPairs, type StructDeclaration } from './struct.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import { dynType, formatType, isOptional, structType, UnorderedListType } from './type.ts'
import { UnorderedList } from './unordered-list.ts'
import {
  CelList,
  CelMap,
  CelObject,
  CelOpaque,
  CelOptional,
  CelUnknown,
  type CelValue,
  type MapKey,
  CelType,
} from './value.ts'

/** Makes a value of CEL from data of the host; copies nothing, views are made as fields are read. */
export type Adapter = (data: unknown) => CelValue

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
    const shape = new Shape(declaration, this)
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

/** A view of an array. */
class HostList extends CelList {
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
class HostMap extends CelMap {
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

/** A field of a {@link Shape}. */
export interface ShapeField {
  readonly property: string
  readonly adapt: Adapter
  readonly unset: CelValue | undefined
}

/** How host data of a declared object is read. */
export class Shape {
  readonly declaration: StructDeclaration
  readonly type: CelType
  readonly #adapters: Adapters
  readonly #fields = new Map<string, ShapeField>()

  constructor(declaration: StructDeclaration, adapters: Adapters) {
    this.declaration = declaration
    this.type = structType(declaration.name)
    this.#adapters = adapters
  }

  /** A field; undefined where the object has none of that name. */
  field(name: string): ShapeField | undefined {
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    const declared = this.declaration.fields.get(name)
    if (declared === undefined) return undefined
    const field: ShapeField = {
      property: declared.property ?? name,
      adapt: this.#adapters.of(declared.type),
      unset: declared.unset,
    }
    this.#fields.set(name, field)
    return field
  }
}

/** A view of an object with declared fields. */
export class HostObject extends CelObject {
  readonly data: Readonly<Record<string, unknown>>
  readonly shape: Shape

  constructor(data: Readonly<Record<string, unknown>>, shape: Shape) {
    super()
    this.data = data
    this.shape = shape
  }

  get type(): CelType {
    return this.shape.type
  }

  get(name: string): CelValue | undefined {
    return this.read(this.#field(name))
  }

  /** The value of a field of the shape of the object. */
  read(field: ShapeField): CelValue | undefined {
    return Object.hasOwn(this.data, field.property) ? field.adapt(this.data[field.property]) : field.unset
  }

  has(name: string): boolean {
    const { property } = this.#field(name)
    return Object.hasOwn(this.data, property) && this.data[property] !== null
  }

  equals(other: CelValue): boolean {
    return isEqual(this, other)
  }

  override pairsWith(other: CelObject): FieldPairs | undefined {
    return fieldPairs(this, other, this.shape.declaration)
  }

  #field(name: string): ShapeField {
    return this.shape.field(name) ?? fail(`no such key: ${name}`)
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

/** Data of the host that is the value of an optional. */
class Present {
  readonly data: unknown

  constructor(data: unknown) {
    this.data = data
  }
}

/** Makes data of the host the value of a variable with an optional type; an absent value is `CelOptional.none`. */
export function present(data: unknown): unknown {
  return new Present(data)
}

function adaptOptional(value: () => Adapter): Adapter {
  return (data) => {
    if (data instanceof Present) return CelOptional.of(value()(data.data))
    return data instanceof CelOptional ? data : value()(data)
  }
}

/** Data without a declared type: whole numbers are integers, other numbers doubles. */
function adaptDyn(data: unknown): CelValue {
  switch (typeof data) {
    case 'string':
    case 'boolean':
      return data
    case 'number':
      return adaptNumber(data)
    case 'bigint':
      return toInt(data)
    default:
      return data === null || data === undefined ? null : adaptDynObject(data)
  }
}

function adaptDynObject(data: unknown): CelValue {
  if (Array.isArray(data)) return new HostList(data, adaptDyn)
  if (data instanceof Uint8Array) return data
  if (data instanceof Date) return new CelTimestamp(BigInt(data.getTime()) * 1_000_000n)
  if (isCelObject(data)) return data
  return isPlainObject(data) ? new HostMap(data, adaptDyn) : refuse(data, dynType)
}

function adaptNumber(data: number): CelValue {
  if (Number.isSafeInteger(data)) return data + 0
  return Number.isInteger(data) && Math.abs(data) < 2 ** 63 ? toInt(BigInt(data)) : new CelDouble(data)
}

const celClasses = [
  CelList,
  CelMap,
  CelObject,
  CelOpaque,
  CelOptional,
  CelUnknown,
  CelType,
  CelUint,
  CelDouble,
  CelTimestamp,
  CelDuration,
]

/** Whether an object is a value of CEL already rather than data of the host. */
export function isCelObject(data: unknown): data is Extract<CelValue, object> {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) === Object.prototype) return false
  return data instanceof Uint8Array || celClasses.some((celClass) => data instanceof celClass)
}

function isPlainObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !isCelObject(data)
}

const scalarAdapters: ReadonlyMap<CelType['kind'], (type: CelType) => Adapter> = new Map([
  ['bool', (type) => (data) => (typeof data === 'boolean' ? data : refuse(data, type))],
  ['string', (type) => (data) => (typeof data === 'string' ? data : refuse(data, type))],
  ['int', (type) => (data) => adaptInt(data, type)],
  ['uint', (type) => (data) => adaptUint(data, type)],
  ['double', (type) => (data) => adaptDouble(data, type)],
  ['bytes', (type) => (data) => adaptBytes(data, type)],
  ['timestamp', (type) => (data) => (typeof data === 'string' ? textToTimestamp(data) : adaptTime(data, type))],
  ['duration', (type) => (data) => (typeof data === 'string' ? stringToDuration(data) : adaptTime(data, type))],
])

function adaptInt(data: unknown, type: CelType): CelValue {
  if (typeof data === 'bigint') return toInt(data)
  if (typeof data !== 'number' || !Number.isInteger(data)) return refuse(data, type)
  return Number.isSafeInteger(data) ? data + 0 : toInt(BigInt(data))
}

function adaptUint(data: unknown, type: CelType): CelValue {
  if (data instanceof CelUint) return data
  if (typeof data === 'bigint' && data >= 0n) return new CelUint(data)
  return Number.isSafeInteger(data) && Number(data) >= 0 ? new CelUint(BigInt(Number(data))) : refuse(data, type)
}

function adaptDouble(data: unknown, type: CelType): CelValue {
  if (typeof data === 'number' || typeof data === 'bigint') return new CelDouble(Number(data))
  return data instanceof CelDouble ? data : refuse(data, type)
}

function adaptBytes(data: unknown, type: CelType): CelValue {
  if (data instanceof Uint8Array) return data
  return (typeof data === 'string' ? decodeBase64(data) : undefined) ?? refuse(data, type)
}

/** Data of the host may be a day without a time. */
function textToTimestamp(text: string): CelValue {
  return stringToTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
}

function adaptTime(data: unknown, type: CelType): CelValue {
  const value = adaptDyn(data)
  return value instanceof CelTimestamp || value instanceof CelDuration ? value : refuse(data, type)
}

function refuse(data: unknown, type: CelType): never {
  const given = Array.isArray(data) ? 'array' : typeof data
  return fail(`invalid data, expected a value of type ${formatType(type)}, got ${given}`)
}
