export { mutatingPolicies } from './mutating.ts'
export { validatingPolicies } from './validating.ts'
export { writtenPolicyCases } from './written.ts'
