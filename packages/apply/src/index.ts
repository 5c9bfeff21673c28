export { applyJsonPatch, maxJsonPatchCopyBytes, maxJsonPatchOperations } from './json-patch.ts'
export { applyMergePatch } from './merge-patch.ts'
export { applyStrategicMergePatch } from './strategic-merge-patch.ts'
