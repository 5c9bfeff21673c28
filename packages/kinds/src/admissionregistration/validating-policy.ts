import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '@pinnace/types/admissionregistration-v1'
import { goValue } from '../go-values/go-value.ts'
import { reportEach } from '../validation/messages.ts'
import { validateEnum } from './validate-enum.ts'
import { validatePolicyExpressions, validatePolicyMatch } from './validate-policy.ts'

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const maxAnnotations = 20
const maxValueExpressionBytes = 5 * 1024
const atLeastOne = 'validations or auditAnnotations must contain at least one item'

/** The rules of a validating policy; `live` is what is stored of it. */
// upstream: admissionregistration/validation, ValidateValidatingAdmissionPolicy
export function validateValidatingPolicy(
  { metadata, spec = emptySpec }: ValidatingAdmissionPolicy,
  live: ValidatingAdmissionPolicy | undefined,
  errors: FieldErrors,
): void {
  const { validations = [], auditAnnotations = [] } = spec
  validatePolicyMatch(spec, errors)
  validatePolicyExpressions(spec, live?.spec, errors)
  if (validations.length === 0 && auditAnnotations.length === 0) {
    errors.required('spec.validations', atLeastOne)
    errors.required('spec.auditAnnotations', atLeastOne)
    return
  }
  validations.forEach((validation, index) => validateValidation(validation, `spec.validations[${index}]`, errors))
  validateAnnotations(auditAnnotations, metadata.name ?? '', errors)
}

const emptySpec: ValidatingAdmissionPolicySpec = {}

function validateValidation(validation: Validation, at: string, errors: FieldErrors): void {
  const { expression, message = '', messageExpression = '', reason } = validation
  if (expression.trim() === '') errors.required(`${at}.expression`, 'expression is not specified')
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.invalid(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified')
  }
  if (message !== '' && message.trim() === '') {
    errors.invalid(`${at}.message`, message, 'must be non-empty if specified')
  } else if (/[\r\n]/.test(message.trim())) errors.invalid(`${at}.message`, message, 'must not contain line breaks')
  validateEnum(reason, reasons, `${at}.reason`, errors)
}

// upstream: admissionregistration/validation, validateAuditAnnotation – a key is one after the name of the policy.
function validateAnnotations(annotations: readonly AuditAnnotation[], name: string, errors: FieldErrors): void {
  const at = 'spec.auditAnnotations'
  if (annotations.length > maxAnnotations) {
    errors.invalid(
      at,
      goValue('[]admissionregistration.AuditAnnotation', annotations),
      `must not have more than ${maxAnnotations} auditAnnotations`,
    )
  }
  const keys = new Set<string>()
  annotations.forEach(({ key, valueExpression }, index) => {
    const qualified = `${name}/${key}`
    reportEach(errors, isQualifiedName(qualified), `${at}[${index}].key`, qualified)
    const text = valueExpression.trim()
    const field = `${at}[${index}].valueExpression`
    if (text === '') errors.required(field, 'valueExpression is not specified')
    else if (text.length > maxValueExpressionBytes) {
      errors.required(field, `must not exceed ${maxValueExpressionBytes} bytes in length`)
    }
    if (keys.has(key)) errors.duplicate(`${at}[${index}].key`, key)
    keys.add(key)
  })
}
