import { isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '@pinnace/types/admissionregistration-v1'
import { expressionsOf, validateMatchConditions, type CheckExpression } from './match-conditions.ts'
import { validateMatchResources } from './match-resources.ts'
import { validateParamKind } from './param-kind.ts'
import { reportProblem, type PolicyExpressionChecker, type PolicyExpressions } from './policy-expressions.ts'
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

/** What the rules of a policy compare with and check expressions by. */
export interface PolicyExpressionRules {
  /** What is stored of the policy; its conditions are not looked at where they stay as they are. */
  readonly live: PolicySpec | undefined
  readonly expressions: PolicyExpressions
  /** The expressions that are stored of the policy. */
  readonly stored: ReadonlySet<string>
  /** Checks the expressions after the variables. */
  readonly checker: PolicyExpressionChecker
}

/** The conditions and variables of both sorts of policies. Conditions cannot name variables. */
export function validatePolicyExpressions(spec: PolicySpec, rules: PolicyExpressionRules, errors: FieldErrors): void {
  const { matchConditions = [], variables = [], paramKind } = spec
  const { live, expressions, stored, checker } = rules
  if (live === undefined || !isSemanticEqual(matchConditions, live.matchConditions ?? [])) {
    const conditions = expressions.open({ hasParams: paramKind !== undefined, hasVariables: false }, stored)
    const check: CheckExpression = (expression, field) =>
      reportProblem(errors, field, expression, conditions.check(expression, 'condition'))
    validateMatchConditions(matchConditions, { check, stored }, 'spec.matchConditions', errors)
  }
  validateVariables(variables, checker, 'spec.variables', errors)
}

/** The conditions and variables that are stored of a policy. */
export function sharedExpressionsOf({ matchConditions, variables }: PolicySpec): readonly string[] {
  return [...expressionsOf(matchConditions), ...(variables ?? []).map(({ expression }) => expression)]
}
