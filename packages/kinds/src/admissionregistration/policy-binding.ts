import { isDns1123Subdomain, isPathSegmentName, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicyBinding,
  ParamRef,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import { reportEach } from '../validation/messages.ts'
import { validateMatchResources, validateMutatedOperations } from './match-resources.ts'
import { validateEnum } from './validate-enum.ts'

const notFoundActions = ['Deny', 'Allow']
const validationActions = ['Audit', 'Deny', 'Warn']
const notBoth =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)'

/** The rules of the binding of a validating policy. */
// upstream: admissionregistration/validation, ValidateValidatingAdmissionPolicyBinding
export function validateValidatingBinding({ spec }: ValidatingAdmissionPolicyBinding, errors: FieldErrors): void {
  validateBinding(spec, errors)
  const actions = spec?.validationActions ?? []
  if (actions.length === 0) errors.required('spec.validationActions', 'at least one validation action is required')
  const seen = new Set<string>()
  actions.forEach((action, index) => {
    const field = `spec.validationActions[${index}]`
    validateEnum(action, validationActions, field, errors)
    if (seen.has(action)) errors.duplicate(field, action)
    seen.add(action)
  })
  if (seen.has('Deny') && seen.has('Warn')) errors.invalid('spec.validationActions', actions, notBoth)
}

/** The rules of the binding of a mutating policy. */
// upstream: admissionregistration/validation, ValidateMutatingAdmissionPolicyBinding
export function validateMutatingBinding({ spec }: MutatingAdmissionPolicyBinding, errors: FieldErrors): void {
  validateBinding(spec, errors)
  if (spec?.matchResources) validateMutatedOperations(spec.matchResources, 'spec.matchResources', errors)
}

function validateBinding(spec: MutatingAdmissionPolicyBinding['spec'], errors: FieldErrors): void {
  const { policyName = '', paramRef, matchResources } = spec ?? {}
  if (policyName === '') errors.required('spec.policyName')
  else reportEach(errors, isDns1123Subdomain(policyName), 'spec.policyName', policyName)
  if (paramRef) validateParamRef(paramRef, 'spec.paramRef', errors)
  if (matchResources) validateMatchResources(matchResources, 'spec.matchResources', errors)
}

// upstream: admissionregistration/validation, validateParamRef
function validateParamRef(reference: ParamRef, at: string, errors: FieldErrors): void {
  const { name = '', selector, parameterNotFoundAction: action = '' } = reference
  const isBoth = name !== '' && selector !== undefined
  if (name !== '') reportEach(errors, isPathSegmentName(name), `${at}.name`, name)
  if (isBoth) errors.forbidden(`${at}.name`, 'name and selector are mutually exclusive')
  validateLabelSelector(selector, `${at}.selector`, errors)
  if (isBoth) errors.forbidden(`${at}.selector`, 'name and selector are mutually exclusive')
  if (name === '' && selector === undefined) errors.required(at, 'one of name or selector must be specified')
  if (action === '') errors.required(`${at}.parameterNotFoundAction`)
  else validateEnum(action, notFoundActions, `${at}.parameterNotFoundAction`, errors)
}
