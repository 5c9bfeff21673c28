import type { Ast, Expr } from '../ast.ts'
import type { Declarations, IdentDeclaration, MergedFunction } from '../environment/declarations.ts'
import type { Issues } from '../issues.ts'
import { dynType, errorType, formatType, typeParam } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { assignAll, mostGeneral, type Mapping } from './assignability.ts'
import type { Reference } from './checked-ast.ts'

/** Options of the checks. */
export interface CheckOptions {
  /** Whether `1 < 1.5` is accepted. */
  readonly crossTypeComparisons: boolean
}

/** Options for {@link CheckState}. */
export interface CheckStateOptions extends CheckOptions {
  readonly ast: Ast
  readonly declarations: Declarations
  readonly issues: Issues
  /** Finds the type of one node. */
  readonly typeOf: (state: CheckState, expr: Expr) => CelType
}

/** What the checks of all nodes share: the types that are known, the names, and what type parameters stand for. */
export class CheckState {
  readonly ast: Ast
  readonly declarations: Declarations
  readonly options: CheckOptions
  readonly types: Map<number, CelType> = new Map()
  readonly references: Map<number, Reference> = new Map()
  /** Variables of the comprehensions around the node, innermost last. */
  readonly scopes: Map<string, CelType>[] = []
  mapping: Mapping = new Map()
  readonly #issues: Issues
  readonly #typeOf: CheckStateOptions['typeOf']
  #typeVars = 0

  constructor(options: CheckStateOptions) {
    this.ast = options.ast
    this.declarations = options.declarations
    this.options = options
    this.#issues = options.issues
    this.#typeOf = options.typeOf
  }

  /** The type of a node. Macros may use a node twice: it is checked once. */
  check(expr: Expr): CelType {
    const known = this.types.get(expr.id)
    if (known !== undefined) return known
    const type = this.#typeOf(this, expr)
    this.types.set(expr.id, type)
    return type
  }

  report(id: number, message: string): void {
    this.#issues.report(this.ast.positions.get(id), message)
  }

  /** Reports a name that nothing has. */
  undeclared(id: number, name: string): CelType {
    this.report(id, `undeclared reference to '${name}' (in container '${this.declarations.container}')`)
    return errorType
  }

  /** A variable of a comprehension hides what the container and the environment have under its name. */
  lookup(name: string): IdentDeclaration | undefined {
    const local = this.local(name)
    if (local !== undefined) return { name, type: local }
    for (const candidate of this.declarations.candidates(name)) {
      const declared = this.declarations.ident(candidate)
      if (declared !== undefined) return declared
    }
    return undefined
  }

  /** The type of a variable of a comprehension around the node. */
  local(name: string): CelType | undefined {
    return this.scopes.findLast((scope) => scope.has(name))?.get(name)
  }

  /** The function of a name, in the container or without it. */
  functionOf(name: string): MergedFunction | undefined {
    for (const candidate of this.declarations.candidates(name)) {
      const found = this.declarations.function(candidate)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The type of a field of a declared object. */
  declaredField(id: number, structName: string, field: string): CelType | undefined {
    const struct = this.declarations.struct(structName)
    if (struct === undefined) this.report(id, `unexpected failed resolution of '${structName}'`)
    const found = struct?.fields.get(field)
    if (struct !== undefined && found === undefined) this.report(id, `undefined field '${field}'`)
    return found?.type
  }

  /** Reports a node that has another type. */
  assert(expr: Expr, type: CelType): void {
    const found = this.check(expr)
    if (!this.assign([type], [found])) this.mismatch(expr.id, type, found)
  }

  mismatch(id: number, expected: CelType, found: CelType): void {
    this.report(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`)
  }

  /** Whether values of types may stand for others; then it is known what their type parameters are. */
  assign(from: readonly CelType[], to: readonly CelType[]): boolean {
    const mapping = assignAll(this.mapping, from, to)
    if (mapping !== undefined) this.mapping = mapping
    return mapping !== undefined
  }

  /** The type of both of two elements; dynamic where none fits. */
  join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current
    if (this.assign([previous], [current])) {
      return current.kind === 'null' ? previous : mostGeneral(previous, current)
    }
    return dynType
  }

  newTypeVar(): CelType {
    return typeParam(`_var${this.#typeVars++}`)
  }
}
