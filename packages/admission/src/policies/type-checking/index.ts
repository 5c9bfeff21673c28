export { checkPolicyTypes, type CheckedKinds, type TypedKind } from './check-types.ts'
export { matchedResources } from './matched-resources.ts'
