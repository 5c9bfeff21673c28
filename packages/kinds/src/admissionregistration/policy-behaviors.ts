import type { Mutable } from '@pinnace/meta'
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import { mutatingPolicyColumns, policyBindingColumns, validatingPolicyColumns } from '../columns/admission.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'
import { validateMutatingPolicy } from './mutating-policy.ts'
import { statusOnlySubresource } from '../status-subresource.ts'
import type { PolicyExpressions } from './policy-expressions.ts'
import { validatePolicyStatus } from './policy-status.ts'
import { validateMutatingBinding, validateValidatingBinding } from './policy-binding.ts'
import { validateValidatingPolicy } from './validating-policy.ts'
import { defaultRules } from './webhook-defaults.ts'

type Policy = MutatingAdmissionPolicy | ValidatingAdmissionPolicy
type Binding = MutatingAdmissionPolicyBinding | ValidatingAdmissionPolicyBinding

/** The behavior of admission policies and their bindings. */
export function policyBehaviors(expressions: PolicyExpressions): KindBehaviors {
  const beforeValidation = (): Promise<void> | undefined => expressions.load()
  return {
    ...mutatingPolicies('v1', expressions),
    ...mutatingPolicies('v1beta1', expressions),
    ...mutatingPolicies('v1alpha1', expressions),
    'admissionregistration.v1.ValidatingAdmissionPolicy': behaviorOf<ValidatingAdmissionPolicy>({
      strategy: {
        defaults: fillPolicy,
        beforeValidation,
        validate: (next, errors) => validateValidatingPolicy(next, undefined, expressions, errors),
        validateUpdate: (next, live, errors) => validateValidatingPolicy(next, live, expressions, errors),
      },
      subresources: {
        status: {
          ...statusOnlySubresource,
          strategy: {
            ...statusOnlySubresource.strategy,
            validateUpdate: (next, _live, errors) => validatePolicyStatus(next, errors),
          },
        },
      },
      columns: validatingPolicyColumns,
    }),
    'admissionregistration.v1.ValidatingAdmissionPolicyBinding': behaviorOf<ValidatingAdmissionPolicyBinding>({
      strategy: {
        defaults: fillBinding,
        validate: validateValidatingBinding,
        validateUpdate: (next, _live, errors) => validateValidatingBinding(next, errors),
      },
      columns: policyBindingColumns,
    }),
  }
}

/** The behavior of mutating policies and their bindings, whose versions differ in name only. */
function mutatingPolicies(version: string, expressions: PolicyExpressions): KindBehaviors {
  return {
    [`admissionregistration.${version}.MutatingAdmissionPolicy`]: behaviorOf<MutatingAdmissionPolicy>({
      strategy: {
        defaults: fillPolicy,
        beforeValidation: () => expressions.load(),
        validate: (next, errors) => validateMutatingPolicy(next, undefined, expressions, errors),
        validateUpdate: (next, live, errors) => validateMutatingPolicy(next, live, expressions, errors),
      },
      columns: mutatingPolicyColumns,
    }),
    [`admissionregistration.${version}.MutatingAdmissionPolicyBinding`]: behaviorOf<MutatingAdmissionPolicyBinding>({
      strategy: {
        defaults(next: Mutable<MutatingAdmissionPolicyBinding>) {
          fillBinding(next)
          // upstream: apis/admissionregistration/v1alpha1/defaults.go – only there.
          if (version === 'v1alpha1' && next.spec?.paramRef) next.spec.paramRef.parameterNotFoundAction ??= 'Deny'
        },
        validate: validateMutatingBinding,
        validateUpdate: (next, _live, errors) => validateMutatingBinding(next, errors),
      },
      columns: policyBindingColumns,
    }),
  }
}

// upstream: apis/admissionregistration/v1/defaults.go
function fillPolicy({ spec }: Mutable<Policy>): void {
  if (spec === undefined) return
  spec.failurePolicy ??= 'Fail'
  fillMatch(spec.matchConstraints)
}

function fillBinding({ spec }: Mutable<Binding>): void {
  fillMatch(spec?.matchResources)
}

function fillMatch(match: Mutable<MatchResources> | undefined): void {
  if (match === undefined) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  defaultRules(match.resourceRules)
  defaultRules(match.excludeResourceRules)
}
