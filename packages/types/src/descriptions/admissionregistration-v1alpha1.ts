import { someDescriptions } from '../same-descriptions.ts'
import { descriptions as v1 } from './admissionregistration-v1.ts'
import type { TypeDescriptions } from './type-descriptions.ts'

/** What the types of admissionregistration/v1alpha1 and their fields are. */
export const descriptions: TypeDescriptions = someDescriptions(v1, 'v1alpha1', [
  'ApplyConfiguration',
  'JSONPatch',
  'MatchCondition',
  'MatchResources',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicyBindingSpec',
  'MutatingAdmissionPolicySpec',
  'Mutation',
  'NamedRuleWithOperations',
  'ParamKind',
  'ParamRef',
  'Variable',
])
