import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { createMutatingPolicyPlugin } from '../policies/policy-plugin.ts'

/** Changes objects by all MutatingAdmissionPolicies that are bound, one after the other. */
export const mutatingAdmissionPolicy: BuiltInPlugin = {
  name: 'MutatingAdmissionPolicy',
  isDefault: true,
  create: (context) => createMutatingPolicyPlugin('MutatingAdmissionPolicy', context),
}
