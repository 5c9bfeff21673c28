import type { Ast, Expr } from '../ast.ts'
import type { CheckedAst, Reference } from '../check/checked-ast.ts'
import type { Declarations } from '../environment/declarations.ts'
import type { Adapters } from '../values/adapt.ts'
import { dynType } from '../values/type.ts'
import type { CelType, CelValue } from '../values/value.ts'
import type { CallCosts } from './costs.ts'
import type { LoadVariable, Step } from './frame.ts'

export interface CompilerOptions {
  readonly declarations: Declarations
  readonly adapters: Adapters
  readonly costs: CallCosts
  /** Whether testing a field of what can have none is an error. */
  readonly strictPresence: boolean
  /** Whether a conversion of a constant that fails is an error of the compilation. */
  readonly strictConstants: boolean
  /** What testing for the presence of a field costs. */
  readonly presenceCost: number
}

/** Compiles one node. */
export type CompileNode = (compiler: Compiler, expr: Expr) => Step

/** What the compilation of nodes shares. */
export class Compiler {
  readonly declarations: Declarations
  readonly adapters: Adapters
  readonly costs: CallCosts
  readonly strictPresence: boolean
  readonly strictConstants: boolean
  readonly presenceCost: number
  readonly loads: LoadVariable[] = []
  localCount = 0
  readonly #compileNode: CompileNode
  readonly #types: ReadonlyMap<number, CelType> | undefined
  readonly #references: ReadonlyMap<number, Reference> | undefined
  readonly #steps = new Map<number, Step>()
  readonly #constants = new Map<number, CelValue>()
  readonly #variables = new Map<string, number>()
  /** Variables of the comprehensions around the node with their places, innermost last. */
  readonly #scopes: (readonly [name: string, local: number])[] = []

  constructor(ast: Ast | CheckedAst, options: CompilerOptions, compileNode: CompileNode) {
    const { declarations, adapters, costs, strictPresence, strictConstants, presenceCost } = options
    this.#compileNode = compileNode
    this.declarations = declarations
    this.adapters = adapters
    this.costs = costs
    this.strictPresence = strictPresence
    this.strictConstants = strictConstants
    this.presenceCost = presenceCost
    this.#types = 'types' in ast ? ast.types : undefined
    this.#references = 'references' in ast ? ast.references : undefined
  }

  get isChecked(): boolean {
    return this.#types !== undefined
  }

  /** The code of a node; macros may use a node twice, which is compiled once. */
  compile(expr: Expr): Step {
    const known = this.#steps.get(expr.id)
    if (known !== undefined) return known
    const step = this.#compileNode(this, expr)
    this.#steps.set(expr.id, step)
    return step
  }

  typeOf(expr: Expr): CelType {
    return this.#types?.get(expr.id) ?? dynType
  }

  reference(id: number): Reference | undefined {
    return this.#references?.get(id)
  }

  /** The place of a variable of a comprehension. */
  localOf(name: string): number | undefined {
    return this.#scopes.findLast(([known]) => known === name)?.[1]
  }

  /** Compiles with variables of a comprehension, which get places of their own. */
  withLocals<Result>(names: readonly string[], body: (locals: readonly number[]) => Result): Result {
    const locals = names.map(() => this.localCount++)
    for (const [index, name] of names.entries()) this.#scopes.push([name, locals[index] ?? 0])
    try {
      return body(locals)
    } finally {
      this.#scopes.length -= names.length
    }
  }

  /** The place of a variable among those of the program. */
  variableIndex(name: string, load: LoadVariable): number {
    const known = this.#variables.get(name)
    if (known !== undefined) return known
    this.#variables.set(name, this.loads.length)
    return this.loads.push(load) - 1
  }

  /** The value of a literal, or of a node that was evaluated as it was compiled. */
  constantOf(expr: Expr): CelValue | undefined {
    return expr.kind === 'constant' ? expr.value : this.#constants.get(expr.id)
  }

  setConstant(id: number, value: CelValue): void {
    this.#constants.set(id, value)
  }
}
