import type { Adapter } from './adapter.ts'
import { isEqual } from './equality.ts'
import { fail } from './failure.ts'
import { fieldPairs, type FieldPairs, type StructDeclaration } from './struct.ts'
import { structType } from './type.ts'
import { CelObject, type CelType, type CelValue } from './value.ts'

/** Finds the adapter of data that should have a type. */
export type AdapterOf = (type: CelType) => Adapter

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
  readonly #adapterOf: AdapterOf
  readonly #fields = new Map<string, ShapeField>()

  constructor(declaration: StructDeclaration, adapterOf: AdapterOf) {
    this.declaration = declaration
    this.type = structType(declaration.name)
    this.#adapterOf = adapterOf
  }

  /** A field; undefined where the object has none of that name. */
  field(name: string): ShapeField | undefined {
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    const declared = this.declaration.fields.get(name)
    if (declared === undefined) return undefined
    const field: ShapeField = {
      property: declared.property ?? name,
      adapt: this.#adapterOf(declared.type),
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
