import { isEqualJson, type FieldErrors } from '@pinnace/meta'
import { column, columns } from '@pinnace/resources'
import type { ControllerRevision } from '@pinnace/types/apps-v1'
import type { KindBehavior } from '../kind-behavior.ts'

/** Controller revisions: data that never changes, under a number that may. */
// upstream: apis/apps/validation, ValidateControllerRevision and ValidateControllerRevisionUpdate
export const controllerRevision: KindBehavior<ControllerRevision> = {
  strategy: {
    validate,
    validateUpdate(next, live, errors) {
      validateRevision(next, errors)
      // Arbitrary JSON: nothing in it is a quantity, and an empty list is not an absent one.
      if (!isEqualJson(next.data, live.data)) errors.invalid('data', next.data, 'field is immutable')
    },
  },
  columns: columns<ControllerRevision>(
    column('Controller', controllerName),
    column('Revision', (object) => object.revision ?? 0),
  ),
}

function validate(next: ControllerRevision, errors: FieldErrors): void {
  const { data } = next
  if (data === undefined || data === null) errors.required('data', 'data is mandatory')
  else if (typeof data !== 'object' || Array.isArray(data)) {
    errors.required('data', 'data must be a valid JSON object')
  }
  validateRevision(next, errors)
}

function validateRevision({ revision = 0 }: ControllerRevision, errors: FieldErrors): void {
  if (revision < 0) errors.invalid('revision', revision, 'must be greater than or equal to 0')
}

// upstream: printers, printControllerRevision – `daemonset.apps/name`
function controllerName({ metadata }: ControllerRevision): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  if (owner === undefined) return '<none>'
  const slash = owner.apiVersion.indexOf('/')
  const kind = slash === -1 ? owner.kind : `${owner.kind}.${owner.apiVersion.slice(0, slash)}`
  return `${kind.toLowerCase()}/${owner.name}`
}
