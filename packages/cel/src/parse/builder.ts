import { operators, type Ast, type CallExpr, type Expr, type Literal } from '../ast.ts'
import type { Issues } from '../issues.ts'
import { createMacroContext, macroKey, MacroError, type Macro } from '../macros/macro.ts'

/** Makes nodes of the syntax tree: numbers them, keeps where they stand, expands macros. */
export class AstBuilder {
  readonly #issues: Issues
  readonly #macros: ReadonlyMap<string, Macro>
  readonly #positions = new Map<number, number>()
  /** How deep operators, selections, calls and conditions nest below a node. */
  readonly #depths = new Map<number, number>()
  #lastId = 0

  constructor(issues: Issues, macros: ReadonlyMap<string, Macro>) {
    this.#issues = issues
    this.#macros = macros
  }

  finish(expr: Expr): Ast {
    return { expr, positions: this.#positions, lastId: this.#lastId }
  }

  /** A new id for a node that starts at an offset. */
  idAt(offset: number | undefined): number {
    const id = ++this.#lastId
    if (offset !== undefined) this.#positions.set(id, offset)
    return id
  }

  positionOf(id: number): number | undefined {
    return this.#positions.get(id)
  }

  depthOf(expr: Expr): number {
    return this.#depths.get(expr.id) ?? 0
  }

  /** Records that a node holds others; `levels` is what it adds to their depth. */
  nest<Node extends Expr>(node: Node, children: readonly Expr[], levels: number): Node {
    let depth = levels
    for (const child of children) depth = Math.max(depth, this.depthOf(child) + levels)
    if (depth > 0) this.#depths.set(node.id, depth)
    return node
  }

  constant(offset: number, value: Literal): Expr {
    return { kind: 'constant', id: this.idAt(offset), value }
  }

  unspecified(offset: number | undefined): Expr {
    return { kind: 'unspecified', id: this.idAt(offset) }
  }

  /** Reports an error and stands in for what could not be made. */
  error(offset: number | undefined, message: string): Expr {
    this.#issues.report(offset, message)
    return this.unspecified(offset)
  }

  /** A call, or what the macro of that name expands to. */
  call(id: number, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    const children = target === undefined ? args : [target, ...args]
    const member = target !== undefined
    const macro = this.#macros.get(macroKey(name, args.length, member)) ?? this.#macros.get(macroKey(name, '*', member))
    const expanded = macro === undefined ? undefined : this.#expand(macro, { id, target, args })
    if (expanded !== undefined) return this.nest(expanded, children, 0)
    const call: CallExpr = { kind: 'call', id, name, target, args }
    return this.nest(call, children, 0)
  }

  /** A tree of `&&` or `||` that is as flat as it can be. */
  balanced(name: string, terms: readonly Expr[], ids: readonly number[]): Expr {
    const at = (index: number): Expr => terms[index] ?? this.unspecified(undefined)
    const tree = (low: number, high: number): Expr => {
      const middle = (low + high + 1) >> 1
      const left = middle === low ? at(middle) : tree(low, middle - 1)
      const right = middle === high ? at(middle + 1) : tree(middle + 1, high)
      return this.call(ids[middle] ?? this.idAt(undefined), name, undefined, [left, right])
    }
    return tree(0, ids.length - 1)
  }

  #expand(macro: Macro, call: { id: number; target: Expr | undefined; args: readonly Expr[] }): Expr | undefined {
    const at = this.positionOf(call.id)
    try {
      return macro.expand(
        createMacroContext(() => this.idAt(at)),
        call.target,
        call.args,
      )
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      return this.error(error.node === undefined ? at : this.positionOf(error.node.id), error.message)
    }
  }
}

/** The function of an operator token. */
export const operatorOf: ReadonlyMap<string, string> = new Map([
  ['<', operators.less],
  ['<=', operators.lessEquals],
  ['>', operators.greater],
  ['>=', operators.greaterEquals],
  ['==', operators.equals],
  ['!=', operators.notEquals],
  ['in', operators.in],
  ['+', operators.add],
  ['-', operators.subtract],
  ['*', operators.multiply],
  ['/', operators.divide],
  ['%', operators.modulo],
])
