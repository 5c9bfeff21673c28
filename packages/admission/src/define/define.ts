export type {
  AdmissionRequest,
  DeletionRequest,
  DenialOptions,
  MutationRequest,
  ValidationRequest,
} from './admission-request.ts'
export { defineAdmissionPlugin } from './define-admission-plugin.ts'
export {
  evaluate,
  type EvaluateOptions,
  type Evaluation,
  type EvaluationStep,
  type RequestToEvaluate,
} from './evaluate.ts'
export type { JsonPatchOperation } from './json-patch-between.ts'
export type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
