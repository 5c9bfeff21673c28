import type { StructDeclaration, StructField } from '@pinnace/cel'

/** Any type that a schema can have. */
export type RuleType = StructField['type']

/** What expressions know of the values of a schema. */
export interface DeclaredType {
  readonly type: RuleType
  /** The most elements, entries or characters that a value can have; 0 for scalars and objects. */
  readonly maxSize: number
  /** The fewest bytes that a value takes in JSON. */
  readonly minBytes: number
  /** Fields by the names that expressions have for them. */
  readonly fields?: ReadonlyMap<string, DeclaredType>
  /** Elements of a list, values of a map. */
  readonly element?: DeclaredType
  /** Keys of a map. */
  readonly key?: DeclaredType
}

/** The type of the values of a schema, with the objects within it. */
export interface DeclaredTypes {
  readonly declared: DeclaredType
  readonly structs: readonly StructDeclaration[]
}
