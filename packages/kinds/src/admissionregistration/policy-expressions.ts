import type { FieldErrors } from '@pinnace/meta'

/** What an expression of a policy is for; it decides which types its value may have and what it can name. */
export type PolicyExpressionUse =
  | 'condition'
  | 'validation'
  | 'variable'
  | 'message'
  | 'auditAnnotation'
  | 'applyConfiguration'
  | 'jsonPatch'

/** Why an expression does not compile. */
export interface PolicyExpressionProblem {
  /** `internal` where no program could be made of a valid expression. */
  readonly type: 'invalid' | 'internal'
  readonly message: string
}

/** Checks the expressions of one policy by compiling them. */
export interface PolicyExpressionChecker {
  /** Checks a variable, which expressions after it may read. */
  addVariable(name: string, expression: string): PolicyExpressionProblem | undefined
  check(expression: string, use: PolicyExpressionUse): PolicyExpressionProblem | undefined
}

/** What the expressions of a policy can name. */
export interface PolicyExpressionNames {
  readonly hasParams: boolean
  readonly hasVariables: boolean
}

/** Checks the expressions of policies. */
export interface PolicyExpressions {
  /** Loads what checking needs; undefined once it is loaded. */
  load(): Promise<void> | undefined
  /** A checker for one policy. Expressions that are `stored` already may use every function. */
  open(names: PolicyExpressionNames, stored: ReadonlySet<string>): PolicyExpressionChecker
}

/** Adds what is wrong with an expression. */
// upstream: admissionregistration/validation, convertCELErrorToValidationError
export function reportProblem(
  errors: FieldErrors,
  field: string,
  expression: string,
  problem: PolicyExpressionProblem | undefined,
): void {
  if (problem === undefined) return
  if (problem.type === 'internal') errors.internal(field, problem.message)
  else errors.invalid(field, expression, problem.message)
}

/** Accepts every expression, where nothing can compile them. */
export const uncheckedExpressions: PolicyExpressions = {
  load: () => undefined,
  open: () => ({ addVariable: () => undefined, check: () => undefined }),
}
