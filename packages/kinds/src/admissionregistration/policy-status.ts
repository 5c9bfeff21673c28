import { compileJsonPath, JsonPathError, type FieldErrors } from '@pinnace/meta'
import type { ValidatingAdmissionPolicy } from '@pinnace/types/admissionregistration-v1'
import { validateConditions } from '../validation/conditions.ts'

/** The status of a validating policy: what its expressions are warned of, and conditions. */
// upstream: admissionregistration/validation, validateValidatingAdmissionPolicyStatus
export function validatePolicyStatus({ status }: ValidatingAdmissionPolicy, errors: FieldErrors): void {
  status?.typeChecking?.expressionWarnings?.forEach(({ warning, fieldRef }, index) => {
    const at = `status.typeChecking.expressionWarnings[${index}]`
    if (warning === '') errors.required(`${at}.warning`)
    const problem = fieldRef === '' ? undefined : pathProblem(fieldRef)
    if (fieldRef === '') errors.required(`${at}.fieldRef`)
    else if (problem !== undefined) errors.invalid(`${at}.fieldRef`, fieldRef, `invalid JSONPath: ${problem}`)
  })
  validateConditions(status?.conditions ?? [], 'status.conditions', errors)
}

function pathProblem(path: string): string | undefined {
  try {
    compileJsonPath(path)
    return undefined
  } catch (error) {
    if (error instanceof JsonPathError) return error.message
    throw error
  }
}
