import { isEqual } from './equality.ts'
import { fail } from './failure.ts'
import { structType } from './type.ts'
import { CelObject, type CelValue, type CelType } from './value.ts'

/** A field of a {@link StructDeclaration}. */
export interface StructField {
  readonly type: CelType
  /** The property of host data that holds the field, where it has another name than the field. */
  readonly property?: string
  /** What reading the field gives where it is not set. Without it, reading fails with `no such key`. */
  readonly unset?: CelValue
}

/** An object with declared fields. */
export interface StructDeclaration {
  readonly name: string
  readonly fields: ReadonlyMap<string, StructField>
  /** The type of its values, where it is not the struct type of that name. */
  readonly type?: CelType
  /** Makes a value of `Name{field: value}` and fails where the values do not fit. @default an object with these fields */
  readonly create?: (fields: ReadonlyMap<string, CelValue>) => CelValue
}

/** Declares an object from the types of its fields. */
export function declareStruct(
  name: string,
  fields: Readonly<Record<string, CelType | StructField>>,
): StructDeclaration {
  const entries = Object.entries(fields).map(([field, given]): [string, StructField] => [
    field,
    'kind' in given ? { type: given } : given,
  ])
  return { name, fields: new Map(entries) }
}

/** The type of the values of a struct. */
export function typeOfStruct(declaration: StructDeclaration): CelType {
  return declaration.type ?? structType(declaration.name)
}

/** An object that an expression made. */
export class StructValue extends CelObject {
  readonly type: CelType
  readonly declaration: StructDeclaration
  readonly values: ReadonlyMap<string, CelValue>

  constructor(declaration: StructDeclaration, values: ReadonlyMap<string, CelValue>) {
    super()
    this.declaration = declaration
    this.type = typeOfStruct(declaration)
    this.values = values
  }

  get(field: string): CelValue | undefined {
    const declared = fieldOf(this.declaration, field)
    const value = this.values.get(field)
    return value === undefined ? declared.unset : value
  }

  has(field: string): boolean {
    fieldOf(this.declaration, field)
    return this.values.has(field)
  }

  equals(other: CelValue): boolean {
    return isEqual(this, other)
  }

  override pairsWith(other: CelObject): FieldPairs | undefined {
    return fieldPairs(this, other, this.declaration)
  }
}

/** A field of a struct. @throws a failure where there is none */
function fieldOf(declaration: StructDeclaration, name: string): StructField {
  return declaration.fields.get(name) ?? fail(`no such field '${name}'`)
}

/** Values of one field in two objects. */
export type FieldPairs = Iterable<readonly [CelValue, CelValue]>

/** The set fields of two objects; undefined where these have other types or other fields are set. */
export function fieldPairs(a: CelObject, b: CelObject, declaration: StructDeclaration): FieldPairs | undefined {
  if (a.type.name !== b.type.name) return undefined
  const pairs: [CelValue, CelValue][] = []
  for (const name of declaration.fields.keys()) {
    const set = a.has(name)
    if (set !== b.has(name)) return undefined
    if (set) pairs.push([a.get(name) ?? null, b.get(name) ?? null])
  }
  return pairs
}
