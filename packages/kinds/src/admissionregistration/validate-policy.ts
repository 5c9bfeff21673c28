import { isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '@pinnace/types/admissionregistration-v1'
import { validateMatchConditions } from './match-conditions.ts'
import { validateMatchResources } from './match-resources.ts'
import { validateParamKind } from './param-kind.ts'
import { validateVariables } from './policy-variables.ts'
import { validateEnum } from './validate-enum.ts'

type PolicySpec = MutatingAdmissionPolicySpec | ValidatingAdmissionPolicySpec

const failurePolicies = ['Fail', 'Ignore']

/** What both sorts of policies begin with: what happens when they fail, and which requests they are for. */
// upstream: admissionregistration/validation, validateValidatingAdmissionPolicySpec
export function validatePolicyMatch(spec: PolicySpec, errors: FieldErrors): void {
  const { failurePolicy, paramKind, matchConstraints } = spec
  validateEnum(failurePolicy, failurePolicies, 'spec.failurePolicy', errors)
  if (paramKind) validateParamKind(paramKind, 'spec.paramKind', errors)
  if (!matchConstraints) return errors.required('spec.matchConstraints')
  validateMatchResources(matchConstraints, 'spec.matchConstraints', errors)
  if ((matchConstraints.resourceRules ?? []).length === 0) errors.required('spec.matchConstraints.resourceRules')
  return undefined
}

/** The conditions and variables of both sorts of policies; conditions that stay as they are stored are not looked at. */
export function validatePolicyExpressions(spec: PolicySpec, live: PolicySpec | undefined, errors: FieldErrors): void {
  const { matchConditions = [], variables = [] } = spec
  if (live === undefined || !isSemanticEqual(matchConditions, live.matchConditions ?? [])) {
    validateMatchConditions(matchConditions, notCompiled, 'spec.matchConditions', errors)
  }
  validateVariables(variables, 'spec.variables', errors)
}

/** Policies are stored, and not evaluated: their expressions are not compiled either. */
function notCompiled(): void {}
