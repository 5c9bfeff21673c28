import type { FieldErrors } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
} from '@pinnace/types/admissionregistration-v1'
import { validateMutatedOperations } from './match-resources.ts'
import { reportProblem, type PolicyExpressionChecker, type PolicyExpressions } from './policy-expressions.ts'
import { validateEnum } from './validate-enum.ts'
import { sharedExpressionsOf, validatePolicyExpressions, validatePolicyMatch } from './validate-policy.ts'

const patchTypes = ['ApplyConfiguration', 'JSONPatch']
const reinvocationPolicies = ['IfNeeded', 'Never']

/** The rules of a mutating policy; `live` is what is stored of it. */
// upstream: admissionregistration/validation, ValidateMutatingAdmissionPolicy
export function validateMutatingPolicy(
  { spec = emptySpec }: MutatingAdmissionPolicy,
  live: MutatingAdmissionPolicy | undefined,
  expressions: PolicyExpressions,
  errors: FieldErrors,
): void {
  const { matchConstraints, mutations = [], reinvocationPolicy = '', paramKind } = spec
  const stored = new Set(live?.spec === undefined ? [] : expressionsOf(live.spec))
  const checker = expressions.open({ hasParams: paramKind !== undefined, hasVariables: true }, stored)
  validatePolicyMatch(spec, errors)
  if (matchConstraints) validateMutatedOperations(matchConstraints, 'spec.matchConstraints', errors)
  validatePolicyExpressions(spec, { live: live?.spec, expressions, stored, checker }, errors)
  if (mutations.length === 0) errors.required('spec.mutations', 'mutations must contain at least one item')
  mutations.forEach((mutation, index) => validateMutation(mutation, checker, `spec.mutations[${index}]`, errors))
  if (reinvocationPolicy === '') errors.required('spec.reinvocationPolicy')
  else validateEnum(reinvocationPolicy, reinvocationPolicies, 'spec.reinvocationPolicy', errors)
}

const emptySpec: MutatingAdmissionPolicySpec = {}

// upstream: admissionregistration/validation, findMutatingPolicyPreexistingExpressions
function expressionsOf(spec: MutatingAdmissionPolicySpec): readonly string[] {
  const patches = (spec.mutations ?? []).flatMap(({ applyConfiguration, jsonPatch }) =>
    [applyConfiguration, jsonPatch].map((patch) => (patch?.expression ?? '').trim()),
  )
  return [...sharedExpressionsOf(spec), ...patches]
}

// upstream: admissionregistration/validation, validateMutation
function validateMutation(
  { patchType, ...patches }: Mutation,
  checker: PolicyExpressionChecker,
  at: string,
  errors: FieldErrors,
): void {
  if (patchType === '') return errors.required(`${at}.patchType`)
  const [own, other] =
    patchType === 'JSONPatch'
      ? (['jsonPatch', 'applyConfiguration'] as const)
      : (['applyConfiguration', 'jsonPatch'] as const)
  if (!patchTypes.includes(patchType)) return errors.notSupported(`${at}.patchType`, patchType, patchTypes)
  const patch = patches[own]
  if (!patch) errors.required(`${at}.${own}`, `must be specified when patchType is ${patchType}`)
  else {
    const expression = (patch.expression ?? '').trim()
    const field = `${at}.${own}.expression`
    if (expression === '') errors.required(field)
    else reportProblem(errors, field, expression, checker.check(expression, own))
  }
  if (patches[other]) {
    errors.invalid(`${at}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`)
  }
  return undefined
}
