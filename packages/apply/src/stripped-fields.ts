import { fieldElement } from './field-path.ts'
import { fieldSetOf, type FieldSet } from './field-set.ts'
import type { FieldPaths } from './field-manager-types.ts'

/** Fields that no manager owns: those that identify an object, and those that the server maintains. */
// upstream: managedfields/internal/stripmeta.go, NewStripMetaManager
export const strippedFields: FieldSet = toFieldSet([
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'clusterName'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
])

const sets = new WeakMap<FieldPaths, FieldSet>()

/** Paths of names as a set; made once for a list of paths that is reused. */
export function resetFieldSet(paths: FieldPaths | undefined): FieldSet | undefined {
  if (paths === undefined || paths.length === 0) return undefined
  let set = sets.get(paths)
  if (set === undefined) sets.set(paths, (set = toFieldSet(paths)))
  return set
}

function toFieldSet(paths: FieldPaths): FieldSet {
  return fieldSetOf(paths.map((path) => path.map(fieldElement)))
}
