import type { CelDouble, CelUint } from './values/numbers.ts'

/** A literal of the language. Integers are numbers where they are safe, else bigints. */
export type Literal = null | boolean | number | bigint | string | Uint8Array | CelUint | CelDouble

export interface ConstantExpr {
  readonly kind: 'constant'
  readonly id: number
  readonly value: Literal
}

export interface IdentExpr {
  readonly kind: 'ident'
  readonly id: number
  readonly name: string
}

export interface SelectExpr {
  readonly kind: 'select'
  readonly id: number
  readonly operand: Expr
  readonly field: string
  /** True for `has(operand.field)`. */
  readonly testOnly: boolean
}

export interface CallExpr {
  readonly kind: 'call'
  readonly id: number
  readonly name: string
  /** What a member call is called on. */
  readonly target: Expr | undefined
  readonly args: readonly Expr[]
}

export interface ListExpr {
  readonly kind: 'list'
  readonly id: number
  readonly elements: readonly Expr[]
  /** Indexes of elements that were written `?element`. */
  readonly optionals: readonly number[]
}

export interface MapEntryExpr {
  readonly id: number
  readonly key: Expr
  readonly value: Expr
  readonly optional: boolean
}

export interface MapExpr {
  readonly kind: 'map'
  readonly id: number
  readonly entries: readonly MapEntryExpr[]
}

export interface FieldExpr {
  readonly id: number
  readonly name: string
  readonly value: Expr
  readonly optional: boolean
}

/** `TypeName{field: value}`. */
export interface StructExpr {
  readonly kind: 'struct'
  readonly id: number
  readonly typeName: string
  readonly fields: readonly FieldExpr[]
}

/** What macros expand to: a fold over a list or map. */
export interface ComprehensionExpr {
  readonly kind: 'comprehension'
  readonly id: number
  readonly range: Expr
  readonly variable: string
  /** The value, where `variable` is the index or key. */
  readonly variable2: string | undefined
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

/** Stands where the parser could not make sense of the text. */
export interface UnspecifiedExpr {
  readonly kind: 'unspecified'
  readonly id: number
}

/** A node of the syntax tree. Ids are unique within the tree; {@link Ast} knows where they stand. */
export type Expr =
  | ConstantExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr
  | UnspecifiedExpr

/** A parsed expression. */
export interface Ast {
  readonly expr: Expr
  /** Offset in code points of each node id. */
  readonly positions: ReadonlyMap<number, number>
  /** The largest id in use. */
  readonly lastId: number
}

/** Names of the operators as functions. */
export const operators = {
  conditional: '_?_:_',
  and: '_&&_',
  or: '_||_',
  not: '!_',
  negate: '-_',
  equals: '_==_',
  notEquals: '_!=_',
  less: '_<_',
  lessEquals: '_<=_',
  greater: '_>_',
  greaterEquals: '_>=_',
  add: '_+_',
  subtract: '_-_',
  multiply: '_*_',
  divide: '_/_',
  modulo: '_%_',
  index: '_[_]',
  in: '@in',
  notStrictlyFalse: '@not_strictly_false',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
} as const
