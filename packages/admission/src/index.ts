export type { AdmissionAttributes, Operation } from './attributes.ts'
export { createAdmissionChain, type AdmissionChain } from './chain.ts'
export type { AdmissionPlugin } from './plugin.ts'
export { namespaceLifecycle, type NamespaceLifecycleOptions } from './plugins/namespace-lifecycle.ts'
