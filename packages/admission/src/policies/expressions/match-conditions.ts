import type { EvaluationLimits } from '@pinnace/cel'
import { joinReasons } from '../../join-reasons.ts'
import { conditionBudget, evaluateExpressions, type ExpressionPace } from './evaluate-expressions.ts'
import type { CompiledVariables } from './policy-compiler.ts'
import type { CompiledPolicyExpression } from './policy-expression.ts'
import { PolicyScope, type PolicyInput } from './policy-scope.ts'

/** Whether the match conditions of a policy hold, or why that is not known. */
export interface ConditionsOutcome {
  readonly matches: boolean
  readonly error?: string
  /** How many conditions failed. */
  readonly failed: number
}

/** Options for {@link matchConditions}. */
export interface MatchConditionsOptions {
  readonly conditions: readonly CompiledPolicyExpression[]
  readonly variables: CompiledVariables
  readonly input: PolicyInput
  readonly limits: EvaluationLimits
  /** Failure policy Ignore: conditions that fail do not match. */
  readonly isIgnoring: boolean
  readonly pace: ExpressionPace
}

/** Evaluates match conditions. One that is false decides, even if others fail. They see no namespace. */
// upstream: apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
export async function matchConditions(options: MatchConditionsOptions): Promise<ConditionsOutcome> {
  const { conditions, variables, input, limits, isIgnoring, pace } = options
  if (conditions.length === 0) return { matches: true, failed: 0 }
  const scope = new PolicyScope({ ...input, namespace: undefined }, variables, limits)
  const { results, exhausted } = await evaluateExpressions(conditions, scope, conditionBudget, pace)
  const failures: string[] = exhausted === undefined ? [] : [exhausted]
  let failed = 0
  for (const result of results) {
    if (result?.value === false) return { matches: false, failed }
    if (result?.error === undefined) continue
    failures.push(result.error)
    failed++
  }
  if (failures.length === 0) return { matches: true, failed }
  return isIgnoring ? { matches: false, failed } : { matches: false, error: joinReasons(failures), failed }
}
