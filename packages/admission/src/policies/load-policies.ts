// What policies need once there are any: loaded on demand, because it brings the expression language with it.
export { dispatchMutating } from './mutating/dispatch-mutating.ts'
export { policyEngine } from './policy-engine.ts'
export { dispatchValidating } from './validating/dispatch-validating.ts'
