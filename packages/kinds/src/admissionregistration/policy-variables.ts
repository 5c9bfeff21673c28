import type { FieldErrors } from '@pinnace/meta'
import type { Variable } from '@pinnace/types/admissionregistration-v1'
import { reportProblem, type PolicyExpressionChecker } from './policy-expressions.ts'

// upstream: admissionregistration/validation, celReservedSymbols
const reserved: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

/** Expressions of a policy that have a name. */
// upstream: admissionregistration/validation, validateVariable
export function validateVariables(
  variables: readonly Variable[],
  checker: PolicyExpressionChecker,
  at: string,
  errors: FieldErrors,
): void {
  variables.forEach(({ name, expression }, index) => {
    const field = `${at}[${index}]`
    if (name.trim() === '') errors.required(`${field}.name`, 'name is not specified')
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) || reserved.has(name)) {
      errors.invalid(`${field}.name`, name, 'must be a valid CEL identifier')
    }
    if (expression.trim() === '') errors.required(`${field}.expression`, 'expression is not specified')
    else reportProblem(errors, `${field}.expression`, expression, checker.addVariable(name, expression))
  })
}
