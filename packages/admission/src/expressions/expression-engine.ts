import type { Authorizer } from '@pinnace/authz'
import type { Awaitable, UserInfo } from '@pinnace/meta'

/** The variables of an expression, by name: `object`, `oldObject`, `request`. Plain JSON values. */
export type ExpressionVariables = Readonly<Record<string, unknown>>

/** Limits of one evaluation. */
export interface ExpressionLimits {
  /** What the evaluation may cost; the unit is that of the engine. */
  readonly costLimit: number
  /** Asked while the evaluation runs; true ends it with an error. */
  readonly interrupted: () => boolean
}

/** Whom and what the variables `authorizer` and `authorizer.requestResource` ask. Its decisions are asked for once. */
export interface ExpressionAccess {
  readonly user: UserInfo
  readonly authorize: Authorizer
  /** The resource of the request. */
  readonly resource: {
    readonly group: string
    readonly resource: string
    readonly subresource: string
    readonly namespace: string
    readonly name: string
  }
}

/** The value of an expression, or why it has none; and what the evaluation has cost. */
export type ExpressionOutcome =
  | { readonly value: unknown; readonly error?: undefined; readonly cost: number }
  | { readonly value?: undefined; readonly error: Error; readonly cost: number }

/** A compiled expression. */
export interface CompiledExpression {
  /** Evaluates the expression. Does not throw: a failure is an outcome. */
  evaluate(
    variables: ExpressionVariables,
    limits: ExpressionLimits,
    access: ExpressionAccess,
  ): Awaitable<ExpressionOutcome>
}

/** What an expression may use. */
export interface CompileExpressionOptions {
  /** The release of Kubernetes whose functions it may use: `1.35`. @default every function */
  readonly release?: string
}

/** Evaluates the match conditions of webhooks. */
export interface ExpressionEngine {
  /** Loads what expressions need, before the first one is compiled; undefined once it is loaded. */
  load?(): Promise<void> | undefined
  /** Throws a TypeError with a message for the author of an invalid expression; other errors are internal ones. */
  compile(expression: string, options?: CompileExpressionOptions): CompiledExpression
}
