import type { CallExpr, Expr, FieldExpr, Literal, MapEntryExpr } from '../ast.ts'

/** The accumulator of the comprehensions that macros make; no identifier can be called so. */
export const accumulatorName = '@result'

/** What a comprehension is made of. */
export interface ComprehensionParts {
  readonly range: Expr
  readonly variable: string
  readonly variable2?: string
  readonly accumulator: string
  readonly init: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

/** Makes nodes that stand where the macro was called. */
export interface MacroContext {
  constant(value: Literal): Expr
  ident(name: string): Expr
  /** The accumulator of a comprehension. */
  accumulator(): Expr
  call(name: string, ...args: readonly Expr[]): Expr
  memberCall(target: Expr, name: string, ...args: readonly Expr[]): Expr
  select(operand: Expr, field: string): Expr
  presence(operand: Expr, field: string): Expr
  list(...elements: readonly Expr[]): Expr
  map(...entries: readonly MapEntryExpr[]): Expr
  mapEntry(key: Expr, value: Expr, optional?: boolean): MapEntryExpr
  struct(typeName: string, ...fields: readonly FieldExpr[]): Expr
  structField(name: string, value: Expr, optional?: boolean): FieldExpr
  comprehension(parts: ComprehensionParts): Expr
}

/** A rewrite of calls at parse time. */
export interface Macro {
  readonly name: string
  /** How many arguments the call has; `'*'` for any number. */
  readonly args: number | '*'
  /** Whether it is called on something. */
  readonly member: boolean
  /**
   * The expansion; undefined leaves the call as it is. The target and arguments may be used more than once.
   * @throws MacroError where the call is not acceptable
   */
  expand(context: MacroContext, target: Expr | undefined, args: readonly Expr[]): Expr | undefined
}

/** Why a macro cannot be expanded. */
export class MacroError extends Error {
  override readonly name = 'MacroError'
  /** The node at fault; the call itself where undefined. */
  readonly node: Expr | undefined

  constructor(message: string, node?: Expr) {
    super(message)
    this.node = node
  }
}

/** The key of a macro among others: its name, number of arguments and style. */
export function macroKey(name: string, args: number | '*', member: boolean): string {
  return `${name}:${args}:${member}`
}

/** Macros by {@link macroKey}; later ones replace earlier ones. */
export function macroTable(macros: Iterable<Macro>): ReadonlyMap<string, Macro> {
  return new Map([...macros].map((macro) => [macroKey(macro.name, macro.args, macro.member), macro]))
}

/** The name that a macro binds. */
export function boundName(expr: Expr | undefined, message: string): string {
  if (expr?.kind !== 'ident') throw new MacroError(message, expr)
  return expr.name
}

export function createMacroContext(newId: () => number): MacroContext {
  const call = (name: string, target: Expr | undefined, args: readonly Expr[]): CallExpr => ({
    kind: 'call',
    id: newId(),
    name,
    target,
    args,
  })
  return {
    constant: (value) => ({ kind: 'constant', id: newId(), value }),
    ident: (name) => ({ kind: 'ident', id: newId(), name }),
    accumulator: () => ({ kind: 'ident', id: newId(), name: accumulatorName }),
    call: (name, ...args) => call(name, undefined, args),
    memberCall: (target, name, ...args) => call(name, target, args),
    select: (operand, field) => ({ kind: 'select', id: newId(), operand, field, testOnly: false }),
    presence: (operand, field) => ({ kind: 'select', id: newId(), operand, field, testOnly: true }),
    list: (...elements) => ({ kind: 'list', id: newId(), elements, optionals: [] }),
    map: (...entries) => ({ kind: 'map', id: newId(), entries }),
    mapEntry: (key, value, optional = false) => ({ id: newId(), key, value, optional }),
    struct: (typeName, ...fields) => ({ kind: 'struct', id: newId(), typeName, fields }),
    structField: (name, value, optional = false) => ({ id: newId(), name, value, optional }),
    comprehension: (parts) => ({ kind: 'comprehension', id: newId(), ...parts, variable2: parts.variable2 }),
  }
}
