import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '@pinnace/types/admissionregistration-v1'
import { goValue } from '../go-values/go-value.ts'
import { reportEach } from '../validation/messages.ts'
import { reportProblem, type PolicyExpressionChecker, type PolicyExpressions } from './policy-expressions.ts'
import { validateEnum } from './validate-enum.ts'
import { sharedExpressionsOf, validatePolicyExpressions, validatePolicyMatch } from './validate-policy.ts'

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const maxAnnotations = 20
const maxValueExpressionBytes = 5 * 1024
const atLeastOne = 'validations or auditAnnotations must contain at least one item'

/** The rules of a validating policy; `live` is what is stored of it. */
// upstream: admissionregistration/validation, ValidateValidatingAdmissionPolicy
export function validateValidatingPolicy(
  { metadata, spec = emptySpec }: ValidatingAdmissionPolicy,
  live: ValidatingAdmissionPolicy | undefined,
  expressions: PolicyExpressions,
  errors: FieldErrors,
): void {
  const { validations = [], auditAnnotations = [], variables = [], paramKind } = spec
  const stored = new Set(live?.spec === undefined ? [] : expressionsOf(live.spec))
  const checker = expressions.open({ hasParams: paramKind !== undefined, hasVariables: variables.length > 0 }, stored)
  validatePolicyMatch(spec, errors)
  validatePolicyExpressions(spec, { live: live?.spec, expressions, stored, checker }, errors)
  if (validations.length === 0 && auditAnnotations.length === 0) {
    errors.required('spec.validations', atLeastOne)
    errors.required('spec.auditAnnotations', atLeastOne)
    return
  }
  validations.forEach((validation, index) => {
    validateValidation(validation, checker, `spec.validations[${index}]`, errors)
  })
  validateAnnotationCount(auditAnnotations, errors)
  validateAnnotations(auditAnnotations, checker, metadata.name ?? '', errors)
}

const emptySpec: ValidatingAdmissionPolicySpec = {}

// upstream: admissionregistration/validation, findValidatingPolicyPreexistingExpressions
function expressionsOf(spec: ValidatingAdmissionPolicySpec): readonly string[] {
  const { validations, auditAnnotations } = spec
  return [
    ...sharedExpressionsOf(spec),
    ...(validations ?? []).flatMap(({ expression, messageExpression = '' }) => [expression, messageExpression]),
    ...(auditAnnotations ?? []).map(({ valueExpression }) => valueExpression.trim()),
  ]
}

function validateValidation(
  validation: Validation,
  checker: PolicyExpressionChecker,
  at: string,
  errors: FieldErrors,
): void {
  const { expression, message = '', messageExpression = '', reason } = validation
  if (expression.trim() === '') errors.required(`${at}.expression`, 'expression is not specified')
  else reportProblem(errors, `${at}.expression`, expression, checker.check(expression, 'validation'))
  if (messageExpression.trim() !== '') {
    const problem = checker.check(messageExpression, 'message')
    reportProblem(errors, `${at}.messageExpression`, messageExpression, problem)
  } else if (messageExpression !== '') {
    errors.invalid(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified')
  }
  if (message !== '' && message.trim() === '') {
    errors.invalid(`${at}.message`, message, 'must be non-empty if specified')
  } else if (/[\r\n]/.test(message.trim())) errors.invalid(`${at}.message`, message, 'must not contain line breaks')
  validateEnum(reason, reasons, `${at}.reason`, errors)
}

const annotationsAt = 'spec.auditAnnotations'

function validateAnnotationCount(annotations: readonly AuditAnnotation[], errors: FieldErrors): void {
  if (annotations.length <= maxAnnotations) return
  errors.invalid(
    annotationsAt,
    goValue('[]admissionregistration.v1.AuditAnnotation', annotations),
    `must not have more than ${maxAnnotations} auditAnnotations`,
  )
}

// upstream: admissionregistration/validation, validateAuditAnnotation – a key is one after the name of the policy.
function validateAnnotations(
  annotations: readonly AuditAnnotation[],
  checker: PolicyExpressionChecker,
  name: string,
  errors: FieldErrors,
): void {
  const keys = new Set<string>()
  annotations.forEach(({ key, valueExpression }, index) => {
    const qualified = `${name}/${key}`
    reportEach(errors, isQualifiedName(qualified), `${annotationsAt}[${index}].key`, qualified)
    const text = valueExpression.trim()
    const field = `${annotationsAt}[${index}].valueExpression`
    if (text === '') errors.required(field, 'valueExpression is not specified')
    else if (Buffer.byteLength(text) > maxValueExpressionBytes) {
      errors.required(field, `must not exceed ${maxValueExpressionBytes} bytes in length`)
    } else reportProblem(errors, field, valueExpression, checker.check(text, 'auditAnnotation'))
    if (keys.has(key)) errors.duplicate(`${annotationsAt}[${index}].key`, key)
    keys.add(key)
  })
}
