import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { createValidatingPolicyPlugin } from '../policies/policy-plugin.ts'

/** Judges requests by all ValidatingAdmissionPolicies that are bound. */
export const validatingAdmissionPolicy: BuiltInPlugin = {
  name: 'ValidatingAdmissionPolicy',
  isDefault: true,
  create: (context) => createValidatingPolicyPlugin('ValidatingAdmissionPolicy', context),
}
