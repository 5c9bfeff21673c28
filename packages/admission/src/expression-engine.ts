import type { Awaitable } from '@pinnace/meta'

/** What an expression may speak of, by name: `object`, `oldObject`, `request`. Plain JSON values. */
export type ExpressionVariables = Readonly<Record<string, unknown>>

/** An expression that has been read and checked. */
export interface CompiledExpression {
  /** Throws where the expression fails; the cost is in the engine's own units. */
  evaluate(variables: ExpressionVariables): Awaitable<{ readonly value: unknown; readonly cost: number }>
}

/** Evaluates the expressions of match conditions and policies. None comes with this package: a host passes one in. */
export interface ExpressionEngine {
  /** Throws a TypeError with a message for the author of an expression that is no good. */
  compile(expression: string): CompiledExpression
}
