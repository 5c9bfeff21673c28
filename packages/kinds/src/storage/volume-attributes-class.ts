import { isSemanticEqual, type FieldErrors } from '@pinnace/meta'
import type { VolumeAttributesClass } from '@pinnace/types/storage-v1'
import { volumeAttributesClassColumns } from '../columns/storage.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateClassParameters } from './class-parameters.ts'
import { validateProvisioner } from './provisioner.ts'

/** Classes of volume attributes: what may be changed of a volume that is there, and how. They never change. */
// upstream: storage/validation, ValidateVolumeAttributesClass and ValidateVolumeAttributesClassUpdate
export const volumeAttributesClass: KindBehavior<VolumeAttributesClass> = {
  strategy: {
    validate: validateClass,
    validateUpdate(next, live, errors) {
      if (next.driverName !== live.driverName) errors.forbidden('driverName', 'updates to driverName are forbidden.')
      if (!isSemanticEqual(next.parameters, live.parameters)) {
        errors.forbidden('parameters', 'updates to parameters are forbidden.')
      }
      validateClass(next, errors)
    },
  },
  columns: volumeAttributesClassColumns,
}

function validateClass({ driverName, parameters }: VolumeAttributesClass, errors: FieldErrors): void {
  validateProvisioner(driverName, 'driverName', errors)
  validateClassParameters(parameters, true, errors)
}
