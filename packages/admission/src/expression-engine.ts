import type { Awaitable } from '@pinnace/meta'

/** The variables of an expression, by name: `object`, `oldObject`, `request`. Plain JSON values. */
export type ExpressionVariables = Readonly<Record<string, unknown>>

/** A compiled expression. */
export interface CompiledExpression {
  /** Evaluates the expression; throws where it fails. The unit of `cost` is defined by the engine. */
  evaluate(variables: ExpressionVariables): Awaitable<{ readonly value: unknown; readonly cost: number }>
}

/** Evaluates the expressions of match conditions and policies. This package has no implementation: a host passes one. */
export interface ExpressionEngine {
  /** Throws a TypeError with a message for the author of an invalid expression. */
  compile(expression: string): CompiledExpression
}
