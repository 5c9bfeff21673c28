import type { Expr } from '../ast.ts'
import { addOperators, multiplyOperators, relationOperators } from './grammar.ts'
import type { TokenKind } from './token.ts'

/** How strongly an operator binds: `||` 1, `&&` 2, comparisons 3, sums 4, products 5; 0 for other tokens. */
export function bindingStrength(kind: TokenKind): number {
  if (multiplyOperators.includes(kind)) return 5
  if (addOperators.includes(kind)) return 4
  if (relationOperators.includes(kind)) return 3
  if (kind === "'&&'") return 2
  return kind === "'||'" ? 1 : 0
}

/** A binary operator that waits for its right operand. */
export interface PendingOperator {
  readonly strength: number
  readonly text: string
  readonly id: number
  readonly left: Expr
}

/** Binary operators between operands, which bind from the left by their strength. */
export class OperandStack {
  readonly #pending: PendingOperator[] = []
  readonly #join: (operator: PendingOperator, right: Expr) => Expr

  constructor(join: (operator: PendingOperator, right: Expr) => Expr) {
    this.#join = join
  }

  push(operator: PendingOperator): void {
    this.#pending.push(operator)
  }

  /** Joins an operand with the operators before it that bind at least as strongly. */
  reduce(operand: Expr, strength: number): Expr {
    let right = operand
    for (let top = this.#pending.at(-1); top !== undefined && top.strength >= strength; top = this.#pending.at(-1)) {
      this.#pending.pop()
      right = this.#join(top, right)
    }
    return right
  }

  /** How many operators that compute wait behind the last comparison, and how many comparisons wait. */
  get waiting(): { calc: number; relation: number } {
    const relation = this.#pending.findLastIndex((operator) => operator.strength === 3)
    return { calc: this.#pending.length - 1 - relation, relation: relation === -1 ? 0 : 1 }
  }
}
