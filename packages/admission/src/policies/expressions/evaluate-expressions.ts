import type { CelValue } from '@pinnace/cel'
import type { Clock, TimeSlices } from '@pinnace/meta'
import type { PolicyScope } from './policy-scope.ts'
import type { CompiledPolicyExpression } from './policy-expression.ts'

/** The outcome of one expression, with the time that it took. */
export type ExpressionResult = (
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string }
) & { readonly seconds: number }

/** Outcomes of expressions that share a budget; `exhausted` where they cost more, and have no outcomes. */
export interface ExpressionResults {
  /** Undefined for places without an expression. */
  readonly results: readonly (ExpressionResult | undefined)[]
  readonly remaining: number
  /** Why there are no outcomes. */
  readonly exhausted?: string
}

/** What all expressions of a policy may cost for one binding. */
// upstream: apiserver/pkg/apis/cel/config.go, RuntimeCELCostBudget
export const policyBudget = 10_000_000

/** What one call may cost. */
// upstream: apiserver/pkg/apis/cel/config.go, PerCallLimit
export const callLimit = 1_000_000

/** What all match conditions of a policy may cost. */
// upstream: apiserver/pkg/apis/cel/config.go, RuntimeCELCostBudgetMatchConditions
export const conditionBudget = 2_500_000

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** How the expressions of a request are evaluated: what measures them, and the slices between which others are served. */
export interface ExpressionPace {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Without the deadline of the request, which ends expressions: failure policies decide then. */
  readonly slices: TimeSlices
}

/** Evaluates expressions one after the other until their budget is spent; one that costs much may be the last of its turn. */
// upstream: apiserver/pkg/admission/plugin/cel/condition.go, ForInput; activation.go, Evaluate
export async function evaluateExpressions(
  expressions: readonly (CompiledPolicyExpression | undefined)[],
  scope: PolicyScope,
  budget: number,
  { clock, slices }: ExpressionPace,
): Promise<ExpressionResults> {
  const results: (ExpressionResult | undefined)[] = []
  let remaining = budget
  for (const compiled of expressions) {
    if (compiled === undefined) {
      results.push(undefined)
      continue
    }
    if (compiled.problem !== undefined) {
      results.push({ error: `compilation error: ${compiled.problem.message}`, seconds: 0 })
      continue
    }
    if (slices.isOver()) await slices.next()
    const startedMs = clock.monotonic()
    const pending = scope.evaluate(compiled)
    const { value, error, cost } = pending instanceof Promise ? await pending : pending
    const seconds = (clock.monotonic() - startedMs) / 1000
    remaining -= scope.takeCostOfVariables() + cost
    if (remaining < 0) return { results: [], remaining: -1, exhausted: outOfBudget }
    if (error === undefined) results.push({ value, seconds })
    else results.push({ error: `expression '${compiled.expression}' resulted in error: ${error.message}`, seconds })
  }
  return { results, remaining }
}
