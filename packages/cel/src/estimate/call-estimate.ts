import type { Expr } from '../ast.ts'
import type { CelType } from '../values/value.ts'
import type { CostRange } from './range.ts'

/** A node of an expression whose cost is estimated. */
export interface EstimatedNode {
  /** Where the value stands: a variable, then fields, `@items`, `@keys`, `@values` and `@indices`; empty elsewhere. */
  readonly path: readonly string[]
  readonly type: CelType
  /** The node; undefined for the elements of a list. */
  readonly expr: Expr | undefined
  /** The size that the expression itself says. */
  readonly size: CostRange | undefined
}

/** A call whose cost is estimated. */
export interface EstimatedCall {
  /** What a member is called on. */
  readonly target: EstimatedNode | undefined
  readonly args: readonly EstimatedNode[]
  /** The size of a node. Nothing bounds the size of a node that nothing is known of. */
  sizeOf(node: EstimatedNode): CostRange
  /** The elements of a list; undefined for values of other types. */
  elementOf(list: EstimatedNode): EstimatedNode | undefined
}

/** What a call costs besides its arguments, and the size of its result where that is known. */
export interface CallEstimate {
  readonly cost: CostRange
  readonly resultSize?: CostRange
}

/** Estimates a call; undefined leaves it at the cost of other calls. */
export type EstimateCall = (call: EstimatedCall) => CallEstimate | undefined

/** Estimates of calls by the id of their overload. */
export type CallEstimates = ReadonlyMap<string, EstimateCall>
